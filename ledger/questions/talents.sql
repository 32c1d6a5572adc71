-- Majorities decided by talent
-- For each resource: how often its majority went to a player at all, how often talent decided it, and how often nobody had it.
-- games: lutece
-- bars: by_talent_rate
-- chart: bar resource by_talent_rate
-- n: majorities
-- axes: resource | majorities decided by talent (%)
WITH lines AS (
    SELECT log, points, reason, rule,
        CASE WHEN reason LIKE '%beer%' THEN 'beer' WHEN reason LIKE '%bread%' THEN 'bread'
            WHEN reason LIKE '%potion%' THEN 'potion' WHEN reason LIKE '%gladius%' THEN 'gladius' ELSE '?' END AS resource
    FROM score_lines WHERE game = 'lutece' AND category = 'majority'
), decided AS (
    SELECT log, resource, MAX(CASE WHEN points = 10 THEN 1 ELSE 0 END) AS won,
        MAX(CASE WHEN points = 10 AND reason LIKE '%by talent%' THEN 1 ELSE 0 END) AS by_talent,
        MAX(CASE WHEN points = 0 AND reason LIKE '%fewest%by talent%' THEN 1 ELSE 0 END) AS last_by_talent,
        MAX(CASE WHEN reason LIKE 'nobody%' THEN 1 ELSE 0 END) AS nobody,
        MAX(CASE WHEN rule = 'LUT-R28a' THEN 1 ELSE 0 END) AS unresolved
    FROM lines GROUP BY log, resource
)
SELECT d.resource, COUNT(*) AS games, SUM(d.won) AS majorities, SUM(d.by_talent) AS by_talent, SUM(d.by_talent) * 1e0 / NULLIF(SUM(d.won), 0) AS by_talent_rate,
    SUM(d.last_by_talent) AS minorities_by_talent, SUM(d.nobody) AS nobody_had_any, SUM(d.unresolved) AS unresolved
FROM decided d JOIN games g ON g.log = d.log
WHERE g.game = 'lutece' AND g.final
GROUP BY d.resource
ORDER BY d.resource
