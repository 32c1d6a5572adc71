-- Points
-- What a player's sheet comes to at the end, against the others at the same table.
-- kind: mean
-- unit: points
-- against: table
-- above: {who} scores more than the others at the table
-- below: {who} scores less than the others at the table
SELECT s.log, s.seat, s.total * 1.0 / g.scale AS value,
    (t.total - s.total) * 1.0 / g.scale / NULLIF(t.players - 1, 0) AS baseline
FROM seats s JOIN games g ON g.log = s.log
JOIN (SELECT log, COUNT(*) AS players, SUM(total) AS total FROM seats GROUP BY log) t ON t.log = s.log
WHERE g.final
