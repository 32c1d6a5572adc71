-- Wins by seat, number of players and edition
-- Whether the place at the table matters, with the bounds between which the true rate lies (95 %).
-- games: every
-- :game text | Which game.
-- bars: win_rate
-- chart: bar edition+seats+seat win_rate low high
-- n: games
-- against: chance_rate
-- facets: edition
-- above: {who} wins more than chance
-- below: {who} wins less than chance
-- axes: edition, players, seat | games won (%)
WITH shared AS (
    SELECT log, SUM(CASE WHEN won THEN 1 ELSE 0 END) AS winners FROM seats WHERE game = :game GROUP BY log
), counted AS (
    SELECT g.edition, g.seats, s.seat, COUNT(*) AS games, SUM(CASE WHEN s.won THEN 1 ELSE 0 END) AS wins,
        AVG(w.winners * 1e0 / g.seats) AS chance_rate, AVG(s.total * 1e0 / g.scale) AS average_points
    FROM seats s JOIN games g ON g.log = s.log JOIN shared w ON w.log = s.log
    WHERE g.game = :game AND g.final
    GROUP BY g.edition, g.seats, s.seat
), rated AS (
    SELECT *, wins * 1e0 / games AS win_rate FROM counted
)
SELECT edition, seats, seat, games, wins, win_rate,
    (win_rate + 1.9208e0 / games - 1.96e0 * SQRT(win_rate * (1 - win_rate) / games + 0.9604e0 / games / games)) / (1 + 3.8416e0 / games) AS low,
    (win_rate + 1.9208e0 / games + 1.96e0 * SQRT(win_rate * (1 - win_rate) / games + 0.9604e0 / games / games)) / (1 + 3.8416e0 / games) AS high,
    chance_rate, average_points
FROM rated
ORDER BY edition, seats, seat
