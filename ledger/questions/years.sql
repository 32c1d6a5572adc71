-- Games by year
-- How much was played, by how many people, and how long a game takes.
-- games: every
-- :game text | Which game.
-- bars: games
-- chart: bar year games
-- of: judged
-- axes: year | games
WITH people AS (
    SELECT g.year, COUNT(DISTINCT s.player) AS players FROM seats s JOIN games g ON g.log = s.log WHERE g.game = :game GROUP BY g.year
)
SELECT g.year, COUNT(*) AS games, SUM(CASE WHEN g.final THEN 1 ELSE 0 END) AS finished, MAX(p.players) AS players,
    AVG(g.seats * 1e0) AS average_seats, AVG(g.rounds * 1e0) AS average_rounds, AVG(g.minutes * 1e0) AS average_minutes,
    SUM(CASE WHEN g.verdict = 'findings' THEN 1 ELSE 0 END) AS with_violations
FROM games g JOIN people p ON p.year = g.year
WHERE g.game = :game
GROUP BY g.year
ORDER BY g.year
