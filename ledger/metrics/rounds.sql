-- Rounds
-- How many rounds a game takes.
-- by: seats
-- kind: mean
-- unit: rounds
-- against: others
-- per: game
-- above: {who}: more rounds than elsewhere
-- below: {who}: fewer rounds than elsewhere
SELECT log, CAST(NULL AS BIGINT) AS seat, rounds * 1.0 AS value, CAST(NULL AS DOUBLE) AS baseline
FROM games WHERE final AND rounds IS NOT NULL
