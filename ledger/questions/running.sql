-- How the running score moves
-- By how much of the game is played: how often who leads then wins in the end, the lead, and how often it changed hands since the round before.
-- games: every
-- :game text | Which game.
-- bars: leader_wins_rate
-- chart: line round leader_wins_rate
WITH standing AS (
    SELECT r.log, r.round, r.player, r.total * 1.0 / g.scale AS points, s.won,
        ROW_NUMBER() OVER (PARTITION BY r.log, r.round ORDER BY r.total DESC, r.seat) AS place
    FROM running r JOIN games g ON g.log = r.log JOIN seats s ON s.log = r.log AND s.seat = r.seat
    WHERE g.game = :game AND g.final AND r.game = :game AND s.game = :game
), leaders AS (
    SELECT log, round, MAX(CASE WHEN place = 1 THEN player END) AS leader, MAX(CASE WHEN place = 1 THEN points END) AS points,
        MAX(CASE WHEN place = 1 THEN points END) - MAX(CASE WHEN place = 2 THEN points END) AS lead,
        MAX(CASE WHEN place = 1 AND won THEN 1 ELSE 0 END) AS wins
    FROM standing WHERE place <= 2 GROUP BY log, round
), moved AS (
    SELECT *, LAG(leader) OVER (PARTITION BY log ORDER BY round) AS before FROM leaders
)
SELECT round, COUNT(*) AS games, AVG(wins * 1.0) AS leader_wins_rate, AVG(points) AS leader_points, AVG(lead) AS average_lead,
    AVG(CASE WHEN before IS NULL THEN NULL WHEN before <> leader THEN 1.0 ELSE 0.0 END) AS lead_changed_rate
FROM moved
GROUP BY round
ORDER BY round
