-- What each building is worth
-- How often a building or machine was begun and finished, its printed reward, when it was begun, how many were sent to it, and how often its builder won.
-- games: builders
-- bars: finished
-- chart: ranked name+card win_rate
-- axes: building or machine | finished by a winner (%)
WITH begun AS (
    SELECT log, seat, building AS card, MIN(round) AS round FROM construction_started WHERE game = 'builders' GROUP BY log, seat, building
), sent AS (
    SELECT log, seat, site AS card, COUNT(*) AS sent FROM sent_to_work WHERE game = 'builders' GROUP BY log, seat, site
), finished AS (
    SELECT log, seat, cards[1] AS card, points FROM score_lines WHERE game = 'builders' AND category IN ('buildings', 'machines')
), named AS (
    SELECT card, MIN(name) AS name, MIN(points) AS points, MIN(coins) AS coins FROM cards WHERE game = 'builders' GROUP BY card
)
SELECT b.card, n.name, MAX(n.points) AS points, MAX(n.coins) AS coins, COUNT(*) AS begun, COUNT(f.card) AS finished, COUNT(f.card) * 1.0 / COUNT(*) AS finished_rate,
    AVG(b.round * 1.0) AS begun_in_round, AVG(CASE WHEN f.card IS NOT NULL THEN t.sent * 1.0 END) AS sent_to_finish,
    AVG(CASE WHEN f.card IS NULL THEN NULL WHEN s.won THEN 1.0 ELSE 0.0 END) AS win_rate
FROM begun b JOIN games g ON g.log = b.log JOIN seats s ON s.log = b.log AND s.seat = b.seat
LEFT JOIN sent t ON t.log = b.log AND t.seat = b.seat AND t.card = b.card
LEFT JOIN finished f ON f.log = b.log AND f.seat = b.seat AND f.card = b.card
LEFT JOIN named n ON n.card = b.card
WHERE g.final AND g.game = 'builders' AND s.game = 'builders'
GROUP BY b.card, n.name
ORDER BY finished DESC, b.card
