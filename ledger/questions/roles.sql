-- Roles led, by round
-- Which roles were led in which part of a game, how many of the others followed on average, and how often the leader thought instead.
-- games: glory_to_rome
-- :rounds whole 5 | How many rounds are taken together.
-- bars: led
-- chart: line from_round led role
WITH led AS (
    SELECT log, round, role FROM role_led WHERE game = 'glory_to_rome'
), followed AS (
    SELECT log, round, COUNT(*) AS followers FROM role_followed WHERE game = 'glory_to_rome' GROUP BY log, round
), thought_instead AS (
    SELECT t.log, t.round, 'think' AS role FROM thought t
    WHERE t.game = 'glory_to_rome' AND NOT EXISTS (SELECT 1 FROM role_led l WHERE l.game = 'glory_to_rome' AND l.log = t.log AND l.round = t.round)
    GROUP BY t.log, t.round
), chosen AS (
    SELECT * FROM led UNION ALL SELECT * FROM thought_instead
)
SELECT CAST(FLOOR((c.round - 1) / :rounds) AS BIGINT) * :rounds + 1 AS from_round, c.role, COUNT(*) AS led,
    COUNT(*) * 1.0 / SUM(COUNT(*)) OVER (PARTITION BY FLOOR((c.round - 1) / :rounds)) AS led_rate,
    CASE WHEN c.role = 'think' THEN NULL ELSE AVG(COALESCE(f.followers, 0) * 1.0 / (g.seats - 1)) END AS follow_rate
FROM chosen c JOIN games g ON g.log = c.log LEFT JOIN followed f ON f.log = c.log AND f.round = c.round
WHERE g.game = 'glory_to_rome' AND g.final
GROUP BY FLOOR((c.round - 1) / :rounds), c.role
ORDER BY from_round, led DESC, c.role
