-- Wins over chance
-- By how much a player wins more often than chance would have it, in hundredths of a game: a win at a table of four is worth 75, a loss there costs 25.
-- kind: mean
-- unit: hundredths
-- against: nought
-- above: {who} wins more than chance
-- below: {who} wins less than chance
SELECT s.log, s.seat, 100.0 * (CASE WHEN s.won THEN 1.0 ELSE 0.0 END - g.chance) AS value, 0.0 AS baseline
FROM seats s JOIN games g ON g.log = s.log
WHERE g.final
