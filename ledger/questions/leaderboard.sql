-- Leaderboard
-- Who wins how often, between which bounds the true rate lies (95 %), what chance alone would give, and the points made; ranked by the wins over chance that so many games support, whoever has fewer than ten last.
-- games: every
-- :game text | Which game.
-- :least whole 1 | Leave out players with fewer games.
-- bars: win_rate
-- chart: bar player win_rate low high
-- n: games
-- against: chance_rate
-- above: {who} wins more than chance
-- below: {who} wins less than chance
-- then: supported
-- axes: player | games won (%)
WITH results AS (
    SELECT s.player, s.won, s.rank, s.total * 1e0 / g.scale AS points, g.chance
    FROM seats s JOIN games g ON g.log = s.log
    WHERE g.game = :game AND g.final
), counted AS (
    SELECT player, COUNT(*) AS games, SUM(CASE WHEN won THEN 1 ELSE 0 END) AS wins, AVG(chance) AS by_chance,
        AVG(points) AS average_points, MAX(points) AS best, AVG(rank) AS average_rank
    FROM results GROUP BY player
), rated AS (
    SELECT *, wins * 1e0 / games AS win_rate FROM counted WHERE games >= :least
)
SELECT player, games, wins, win_rate,
    (win_rate + 1.9208e0 / games - 1.96e0 * SQRT(win_rate * (1 - win_rate) / games + 0.9604e0 / games / games)) / (1 + 3.8416e0 / games) AS low,
    (win_rate + 1.9208e0 / games + 1.96e0 * SQRT(win_rate * (1 - win_rate) / games + 0.9604e0 / games / games)) / (1 + 3.8416e0 / games) AS high,
    by_chance AS chance_rate, average_points, best, average_rank
FROM rated
ORDER BY win_rate DESC, games DESC, player
