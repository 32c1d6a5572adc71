-- What each card is worth
-- Points a card brought its owners (a majority's points are shared among its cards), the price paid, and how often its owner won against everybody else in those games.
-- games: lutece
-- :least whole 1 | Leave out cards bought less often.
-- bars: average_points
-- chart: bar name+card average_points
-- axes: card | average points it brought
WITH people AS (
    SELECT s.log, s.seat, g.seats, CASE WHEN s.won THEN 1 ELSE 0 END AS won,
        SUM(CASE WHEN s.won THEN 1 ELSE 0 END) OVER (PARTITION BY s.log) AS winners
    FROM seats s JOIN games g ON g.log = s.log
    WHERE g.game = 'lutece' AND s.game = 'lutece' AND g.final
), owned AS (
    SELECT b.log, b.seat, b.card, b.paid, p.won, p.winners, p.seats
    FROM card_purchased b JOIN people p ON p.log = b.log AND p.seat = b.seat
    WHERE b.game = 'lutece'
), majority AS (
    SELECT log, seat, cards, points * 1.0 / CARDINALITY(cards) AS points FROM score_lines
    WHERE game = 'lutece' AND category = 'majority' AND points > 0 AND CARDINALITY(cards) > 0
), brought AS (
    SELECT m.log, m.seat, u.card, m.points FROM majority m CROSS JOIN UNNEST(m.cards) AS u(card)
    UNION ALL
    SELECT log, seat, cards[1], points * 1.0 FROM score_lines
    WHERE game = 'lutece' AND category IN ('prestige', 'influence') AND points > 0 AND CARDINALITY(cards) > 0
), sums AS (
    SELECT b.card, SUM(b.points) AS points FROM brought b
    WHERE EXISTS (SELECT 1 FROM owned o WHERE o.log = b.log AND o.seat = b.seat AND o.card = b.card)
    GROUP BY b.card
), played AS (
    SELECT card, COUNT(*) AS bought, AVG(paid * 1.0) AS average_paid, AVG(won * 1.0) AS with_rate,
        SUM(winners - won) * 1.0 / NULLIF(SUM(seats - 1), 0) AS without_rate, SUM(seats - 1) AS others
    FROM owned GROUP BY card
), named AS (
    SELECT card, MIN(name) AS name, MIN(cost) AS cost FROM cards WHERE game = 'lutece' GROUP BY card
)
SELECT p.card, n.name, p.bought, COALESCE(b.points, 0) / p.bought AS average_points, n.cost, p.average_paid, p.with_rate, p.without_rate, p.others
FROM played p LEFT JOIN sums b ON b.card = p.card LEFT JOIN named n ON n.card = p.card
WHERE p.bought >= :least
ORDER BY average_points DESC, p.card
