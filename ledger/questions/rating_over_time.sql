-- Rating over time
-- The ratings of the players who now stand highest, after every so manyth of their games and after their last (Plackett-Luce by openskill).
-- games: every
-- :game text | Which game.
-- :best whole 8 | So many players.
-- :every whole 10 | Every so manyth game of a player.
-- :last whole 5000 | From so many of the latest games.
-- bars: cautious
-- chart: line day skill player
-- facets: player
-- n: games
-- axes: day | skill: 25 at first
-- note: Only the players who now stand highest are drawn; more of them: --set best=20
-- then: rating_over_time
WITH latest AS (
    SELECT log, started FROM games WHERE game = :game AND final ORDER BY started DESC, log DESC LIMIT :last
)
SELECT l.log, l.started, s.player, s.rank, :best AS best, :every AS every_game
FROM latest l JOIN seats s ON s.log = l.log
ORDER BY l.started, l.log, s.seat
