-- How long a game takes
-- Rounds and minutes by the number of players.
-- games: every
-- :game text | Which game.
-- bars: average_rounds
-- chart: bar seats average_rounds
-- n: games
-- spread: deviation
-- axes: players at the table | average rounds
SELECT seats, COUNT(*) AS games, AVG(rounds * 1e0) AS average_rounds, STDDEV_SAMP(rounds * 1e0) AS deviation, MIN(rounds) AS fewest_rounds, MAX(rounds) AS most_rounds,
    AVG(minutes * 1e0) AS average_minutes, MAX(minutes) AS most_minutes, AVG(events * 1e0) AS average_events
FROM games
WHERE game = :game AND final
GROUP BY seats
ORDER BY seats
