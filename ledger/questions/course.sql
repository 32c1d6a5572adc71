-- The course of one game
-- Everybody's score after each round of one log.
-- games: every
-- :game text | Which game.
-- :log whole 0 | The key of the log (games.log); 0 for the latest game.
-- bars: points
-- chart: line round points player
-- axes: round | points
WITH chosen AS (
    SELECT log, scale FROM games WHERE game = :game AND final AND (log = :log OR :log = 0) ORDER BY started DESC, log LIMIT 1
)
SELECT r.round, r.player, r.total * 1e0 / c.scale AS points
FROM running r JOIN chosen c ON c.log = r.log
ORDER BY r.round, r.seat
