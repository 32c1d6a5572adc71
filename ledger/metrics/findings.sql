-- Findings
-- What the audit had to say, in a game: violations, warnings and notes by rule.
-- by: rule
-- kind: count
-- unit: a game
-- against: nothing
-- per: game
-- own: rule severity
SELECT f.log, s.seat, f.rule, f.severity, 1.0 AS value
FROM findings f JOIN games g ON g.log = f.log LEFT JOIN seats s ON s.log = f.log AND s.player = f.player
