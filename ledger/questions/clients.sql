-- Clients against the result
-- How many clients a player hired in a game, how often such players won and what they scored; clients lost to a Coliseum count as hired.
-- games: glory_to_rome
-- bars: win_rate
-- chart: bar clients win_rate
-- axes: clients hired | games won (%)
-- n: players
-- against: chance_rate
-- note: That two things go together does not say that one causes the other.
WITH hired AS (
    SELECT log, player, COUNT(*) AS clients, SUM(CASE WHEN source <> 'pool' THEN 1 ELSE 0 END) AS not_from_the_pool FROM client_hired WHERE game = 'glory_to_rome' GROUP BY log, player
), played AS (
    SELECT DISTINCT log FROM round_ended WHERE game = 'glory_to_rome'
)
SELECT COALESCE(h.clients, 0) AS clients, COUNT(*) AS players, SUM(CASE WHEN s.won THEN 1 ELSE 0 END) AS wins,
    AVG(CASE WHEN s.won THEN 1e0 ELSE 0e0 END) AS win_rate, AVG(g.chance) AS chance_rate, AVG(s.total * 1e0 / g.scale) AS average_points,
    AVG(COALESCE(h.not_from_the_pool, 0) * 1e0) AS not_from_the_pool
FROM seats s JOIN games g ON g.log = s.log JOIN played p ON p.log = s.log LEFT JOIN hired h ON h.log = s.log AND h.player = s.player
WHERE g.game = 'glory_to_rome' AND g.final AND s.game = 'glory_to_rome'
GROUP BY COALESCE(h.clients, 0)
ORDER BY clients
