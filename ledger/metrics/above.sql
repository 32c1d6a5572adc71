-- Above an opponent
-- How often a player ends above another at the same table; level counts half.
-- by: player opponent
-- kind: rate
-- against: half
-- own: opponent
-- above: {who}: above more often than below
-- below: {who}: below more often than above
SELECT a.log, a.seat, b.player AS opponent, CASE WHEN a.rank < b.rank THEN 1.0 WHEN a.rank = b.rank THEN 0.5 ELSE 0.0 END AS value, 0.5 AS baseline
FROM seats a JOIN games g ON g.log = a.log JOIN seats b ON b.log = a.log AND b.seat <> a.seat
WHERE g.final
