-- Margin
-- How far a player ends ahead of the best of the others, in points; behind them, it is negative.
-- kind: mean
-- unit: points
-- against: others
-- above: {who} ends further ahead than everybody else
-- below: {who} ends further behind than everybody else
SELECT s.log, s.seat, (s.total - MAX(o.total)) * 1.0 / MAX(g.scale) AS value, CAST(NULL AS DOUBLE) AS baseline
FROM seats s JOIN games g ON g.log = s.log JOIN seats o ON o.log = s.log AND o.seat <> s.seat
WHERE g.final
GROUP BY s.log, s.seat, s.total
