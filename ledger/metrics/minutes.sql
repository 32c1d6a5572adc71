-- Minutes
-- How long a game takes from its first line to its last.
-- by: seats
-- kind: mean
-- unit: minutes
-- against: others
-- per: game
-- above: {who}: longer games than elsewhere
-- below: {who}: shorter games than elsewhere
SELECT log, CAST(NULL AS BIGINT) AS seat, minutes * 1.0 AS value, CAST(NULL AS DOUBLE) AS baseline
FROM games WHERE final AND minutes IS NOT NULL
