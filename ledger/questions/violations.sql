-- Most frequent rule violations
-- Which rules are broken, how often, in how many games, and an example.
-- games: every
-- :game text | Which game.
-- :severity text violation | violation, warning, note or undecidable.
-- bars: findings
-- chart: ranked rule games_rate
-- axes: rule | games with such a finding (%)
-- n: judged
-- of: judged
WITH total AS (
    SELECT COUNT(*) AS games FROM games WHERE game = :game
)
SELECT f.rule, COUNT(*) AS findings, COUNT(DISTINCT f.log) AS games, COUNT(DISTINCT f.log) * 1e0 / MAX(t.games) AS games_rate, MAX(t.games) AS judged, MIN(f.message) AS example
FROM findings f CROSS JOIN total t
WHERE f.game = :game AND f.severity = :severity
GROUP BY f.rule
ORDER BY findings DESC, f.rule
