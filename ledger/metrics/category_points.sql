-- Points of a category
-- What a player makes in each category of the sheet, against the others at the same table.
-- by: category
-- kind: mean
-- unit: points
-- against: table
-- own: category
-- apart: category
-- above: {who}: more points than the others at the table
-- below: {who}: fewer points than the others at the table
WITH kinds AS (
    SELECT DISTINCT game, category FROM score_lines
), made AS (
    SELECT log, seat, category, SUM(points) AS points FROM score_lines GROUP BY log, seat, category
), whole AS (
    SELECT s.log, s.seat, k.category, COALESCE(m.points, 0) * 1.0 / g.scale AS points
    FROM seats s JOIN games g ON g.log = s.log JOIN kinds k ON k.game = g.game
    LEFT JOIN made m ON m.log = s.log AND m.seat = s.seat AND m.category = k.category
    WHERE g.final
)
SELECT log, seat, category, points AS value,
    (SUM(points) OVER (PARTITION BY log, category) - points) / NULLIF(COUNT(*) OVER (PARTITION BY log, category) - 1, 0) AS baseline
FROM whole
