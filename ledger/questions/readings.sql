-- Results under another reading
-- For each other reading of each disputed rule: in how many games points or the winners would change (needs: archive build --readings).
-- games: every
-- :game text | Which game.
-- bars: other_winners_rate
-- chart: bar option+value other_winners_rate
-- n: games
-- axes: option and its other reading | games with other winners (%)
WITH compared AS (
    SELECT r.option, r.value, r.log,
        MAX(CASE WHEN r.total <> s.total THEN 1 ELSE 0 END) AS points_change,
        MAX(CASE WHEN r.won <> s.won THEN 1 ELSE 0 END) AS winners_change,
        MAX(ABS(r.total - s.total)) AS most
    FROM readings r JOIN seats s ON s.log = r.log AND s.seat = r.seat
    WHERE r.game = :game AND s.game = :game
    GROUP BY r.option, r.value, r.log
)
SELECT c.option, c.value, COUNT(*) AS games, SUM(points_change) AS other_points, AVG(points_change * 1e0) AS other_points_rate,
    SUM(winners_change) AS other_winners, AVG(winners_change * 1e0) AS other_winners_rate, MAX(most * 1e0 / g.scale) AS most_points
FROM compared c JOIN games g ON g.log = c.log
GROUP BY c.option, c.value
ORDER BY other_winners DESC, other_points DESC, c.option, c.value
