-- How the running score moves
-- By how much of the game is played: how often who leads then wins in the end, the lead, and how often it changed hands since the round before.
-- games: every
-- :game text | Which game.
-- bars: leader_wins_rate
-- chart: line round leader_wins_rate
-- axes: round | who leads then wins in the end (%)
WITH finished AS (
    SELECT g.log, g.scale, s.seat, s.won FROM games g JOIN seats s ON s.log = g.log
    WHERE g.game = :game AND s.game = :game AND g.final
), leaders AS (
    SELECT log, round, seat, total, lead, LAG(seat) OVER (PARTITION BY log ORDER BY round) AS before
    FROM running WHERE game = :game AND place = 1
)
SELECT l.round, COUNT(*) AS games, AVG(CASE WHEN f.won THEN 1.0 ELSE 0.0 END) AS leader_wins_rate, AVG(l.total * 1.0 / f.scale) AS leader_points,
    AVG(l.lead * 1.0 / f.scale) AS average_lead, AVG(CASE WHEN l.before IS NULL THEN NULL WHEN l.before <> l.seat THEN 1.0 ELSE 0.0 END) AS lead_changed_rate
FROM leaders l JOIN finished f ON f.log = l.log AND f.seat = l.seat
GROUP BY l.round
ORDER BY l.round
