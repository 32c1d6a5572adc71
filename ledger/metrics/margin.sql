-- Margin
-- How far a player ends ahead of the best of the others, in points; behind them, it is negative. It is held against the margins of the others at the same table.
-- kind: mean
-- unit: points
-- against: table
-- above: {who} ends further ahead than the others at the table
-- below: {who} ends further behind than the others at the table
WITH margins AS (
    SELECT s.log, s.seat, (s.total - MAX(o.total)) * 1.0 / MAX(g.scale) AS margin
    FROM seats s JOIN games g ON g.log = s.log JOIN seats o ON o.log = s.log AND o.seat <> s.seat
    WHERE g.final
    GROUP BY s.log, s.seat, s.total
)
SELECT log, seat, margin AS value,
    (SUM(margin) OVER (PARTITION BY log) - margin) / NULLIF(COUNT(*) OVER (PARTITION BY log) - 1, 0) AS baseline
FROM margins
