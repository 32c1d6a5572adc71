-- Games won
-- How often a player wins, against chance: at a table of four, one game in four. A shared win counts for each who shares it, and in the chance of that game too.
-- kind: rate
-- against: chance
-- above: {who} wins more than chance
-- below: {who} wins less than chance
SELECT s.log, s.seat, CASE WHEN s.won THEN 1.0 ELSE 0.0 END AS value, g.chance AS baseline
FROM seats s JOIN games g ON g.log = s.log
WHERE g.final
