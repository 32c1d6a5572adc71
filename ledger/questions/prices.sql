-- Price paid against printed cost
-- What was paid for each card (printed cost and bribe) where the log says so, and by how much that was over the printed cost.
-- games: lutece
-- :least whole 1 | Leave out cards bought less often.
-- bars: average_over
-- chart: bar name+card average_over
-- n: bought
-- spread: deviation
-- of: judged
-- axes: card | coins paid over the printed cost, on average
WITH printed AS (
    SELECT card, MIN(name) AS name, MIN(cost) AS cost FROM cards WHERE game = 'lutece' GROUP BY card
), paid AS (
    SELECT b.card, b.paid, p.name, p.cost FROM card_purchased b JOIN printed p ON p.card = b.card
    WHERE b.game = 'lutece' AND b.paid IS NOT NULL
)
SELECT card, name, MAX(cost) AS cost, COUNT(*) AS bought, AVG(paid * 1e0) AS average_paid, AVG((paid - cost) * 1e0) AS average_over, STDDEV_SAMP((paid - cost) * 1e0) AS deviation,
    MAX(paid) AS highest_paid, AVG(CASE WHEN paid > cost THEN 1e0 ELSE 0e0 END) AS over_cost_rate
FROM paid
GROUP BY card, name
HAVING COUNT(*) >= :least
ORDER BY average_over DESC, card
