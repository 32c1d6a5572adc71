-- Ratings
-- Where every player stands (Plackett-Luce by openskill: 25 at first, the cautious figure is skill less three doubts), from the latest games.
-- games: every
-- :game text | Which game.
-- :last whole 5000 | From so many of the latest games.
-- bars: cautious
-- chart: bar player skill lower upper
-- axes: player | skill
-- n: games
-- then: rating
WITH latest AS (
    SELECT log, started FROM games WHERE game = :game AND final ORDER BY started DESC, log DESC LIMIT :last
)
SELECT l.log, l.started, s.player, s.rank
FROM latest l JOIN seats s ON s.log = l.log
ORDER BY l.started, l.log, s.seat
