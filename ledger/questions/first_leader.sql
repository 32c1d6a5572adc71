-- The first leader's advantage
-- How often who led first won, by edition and number of players, beside what chance alone would give, and how many points more or fewer than the others they had; the bounds of the true rate (95 %).
-- games: glory_to_rome
-- bars: win_rate
-- chart: bar edition+seats win_rate low high
-- n: games
-- against: chance_rate
-- facets: edition
-- above: {who}: leading first goes with more wins than chance
-- below: {who}: leading first goes with fewer wins than chance
WITH first AS (
    SELECT l.log, MIN(l.player) AS player FROM leader_chosen l WHERE l.game = 'glory_to_rome' GROUP BY l.log HAVING COUNT(*) = 1
), others AS (
    SELECT s.log, AVG(s.total * 1e0) AS total FROM seats s JOIN first l ON l.log = s.log WHERE s.game = 'glory_to_rome' AND s.player <> l.player GROUP BY s.log
), counted AS (
    SELECT g.edition, g.seats, COUNT(*) AS games, SUM(CASE WHEN s.won THEN 1 ELSE 0 END) AS wins, AVG(g.chance) AS chance_rate, AVG((s.total - o.total) / g.scale) AS ahead
    FROM first l JOIN games g ON g.log = l.log JOIN seats s ON s.log = l.log AND s.player = l.player JOIN others o ON o.log = l.log
    WHERE g.game = 'glory_to_rome' AND g.final AND s.game = 'glory_to_rome'
    GROUP BY g.edition, g.seats
), rated AS (
    SELECT *, wins * 1e0 / games AS win_rate FROM counted
)
SELECT edition, seats, games, wins, win_rate,
    (win_rate + 1.9208e0 / games - 1.96e0 * SQRT(win_rate * (1 - win_rate) / games + 0.9604e0 / games / games)) / (1 + 3.8416e0 / games) AS low,
    (win_rate + 1.9208e0 / games + 1.96e0 * SQRT(win_rate * (1 - win_rate) / games + 0.9604e0 / games / games)) / (1 + 3.8416e0 / games) AS high,
    chance_rate, ahead
FROM rated
ORDER BY edition, seats
