-- What each card is worth
-- Points a card brought its owners (a majority's points are shared among its cards), the price paid, and how often its owner won against everybody else in those games.
-- games: lutece
-- :least whole 1 | Leave out cards bought less often.
-- bars: average_points
-- chart: bar name+card average_points
-- axes: card | average points it brought
-- n: bought
-- spread: deviation
-- note: That a card goes with wins does not say that it causes them; like is held against like by: quaestor ask card_wins
WITH played AS (
    SELECT card, COUNT(*) AS bought, SUM(points) AS points, STDDEV_SAMP(COALESCE(points, 0)) AS deviation, AVG(paid * 1e0) AS average_paid, AVG(CASE WHEN won THEN 1e0 ELSE 0e0 END) AS with_rate,
        SUM(winners - CASE WHEN won THEN 1 ELSE 0 END) * 1e0 / NULLIF(SUM(seats - 1), 0) AS without_rate, SUM(seats - 1) AS others
    FROM card_results WHERE game = 'lutece' AND final GROUP BY card
), named AS (
    SELECT card, MIN(name) AS name, MIN(cost) AS cost FROM cards WHERE game = 'lutece' GROUP BY card
)
SELECT p.card, n.name, p.bought, COALESCE(p.points, 0) / p.bought AS average_points, p.deviation, n.cost, p.average_paid, p.with_rate, p.without_rate, p.others
FROM played p LEFT JOIN named n ON n.card = p.card
WHERE p.bought >= :least
ORDER BY ROUND(COALESCE(p.points, 0) / p.bought, 9) DESC, p.card
