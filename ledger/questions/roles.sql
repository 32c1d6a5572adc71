-- Roles led, by round
-- Which roles were led in which part of a game, how many of the others followed on average, and how often the leader thought instead.
-- games: glory_to_rome
-- :rounds whole 5 | How many rounds are taken together.
-- bars: led_rate
-- chart: line from_round led_rate role
-- axes: round | turns in which this was led (%)
-- n: turns
-- facets: role
WITH chosen AS (
    SELECT log, role, followers, FLOOR((round - 1) / :rounds) AS part FROM leads WHERE game = 'glory_to_rome'
)
SELECT CAST(c.part AS BIGINT) * :rounds + 1 AS from_round, c.role, COUNT(*) AS led, CAST(SUM(COUNT(*)) OVER (PARTITION BY c.part) AS BIGINT) AS turns,
    COUNT(*) * 1e0 / SUM(COUNT(*)) OVER (PARTITION BY c.part) AS led_rate,
    CASE WHEN c.role = 'think' THEN NULL ELSE AVG(c.followers * 1e0 / (g.seats - 1)) END AS follow_rate
FROM chosen c JOIN games g ON g.log = c.log
WHERE g.game = 'glory_to_rome' AND g.final
GROUP BY c.part, c.role
ORDER BY from_round, led DESC, c.role
