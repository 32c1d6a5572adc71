-- Rating
-- How strong a player is, from who ended above whom (Plackett-Luce by openskill: everybody starts at 25), between the bounds of its doubt.
-- kind: rating
-- unit: points of rating
-- against: nothing
SELECT g.log, g.started, s.player, s.rank, s.seat
FROM games g JOIN seats s ON s.log = g.log
WHERE g.final
ORDER BY g.started, g.log, s.seat
