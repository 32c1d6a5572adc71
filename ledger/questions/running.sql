-- How the running score moves
-- By how much of the game is played: how often who leads then wins in the end, the lead, and how often it changed hands since the round before. Of several who lead level each counts as a part of one leader; a lead that is only shared has not changed hands.
-- games: every
-- :game text | Which game.
-- bars: leader_wins_rate
-- chart: line round leader_wins_rate
-- axes: round | who leads then wins in the end (%)
-- n: games
-- against: chance_rate
WITH finished AS (
    SELECT g.log, g.scale, g.seats, s.seat, s.won FROM games g JOIN seats s ON s.log = g.log
    WHERE g.game = :game AND s.game = :game AND g.final
), best AS (
    SELECT log, round, MAX(total) AS total FROM running WHERE game = :game GROUP BY log, round
), ahead AS (
    SELECT r.log, r.round, r.seat, r.total FROM running r JOIN best b ON b.log = r.log AND b.round = r.round AND b.total = r.total
    WHERE r.game = :game
), kept AS (
    SELECT l.log, l.round, MAX(CASE WHEN e.seat IS NOT NULL THEN 1 ELSE 0 END) AS kept
    FROM ahead l LEFT JOIN ahead e ON e.log = l.log AND e.round = l.round - 1 AND e.seat = l.seat
    GROUP BY l.log, l.round
), leaders AS (
    SELECT l.log, l.round, COUNT(*) AS level, MAX(l.total) AS total, MAX(f.scale) AS scale, MAX(f.seats) AS seats,
        AVG(CASE WHEN f.won THEN 1.0 ELSE 0.0 END) AS won, MAX(k.kept) AS kept
    FROM ahead l JOIN finished f ON f.log = l.log AND f.seat = l.seat JOIN kept k ON k.log = l.log AND k.round = l.round
    GROUP BY l.log, l.round
), leads AS (
    SELECT log, round, MAX(lead) AS lead FROM running WHERE game = :game AND place = 1 GROUP BY log, round
)
SELECT l.round, COUNT(*) AS games, AVG(l.won) AS leader_wins_rate, AVG(1.0 / l.seats) AS chance_rate,
    AVG(CASE WHEN l.level > 1 THEN 1.0 ELSE 0.0 END) AS level_rate, AVG(l.total * 1.0 / l.scale) AS leader_points,
    AVG(d.lead * 1.0 / l.scale) AS average_lead, AVG(CASE WHEN l.round = 1 THEN NULL WHEN l.kept = 1 THEN 0.0 ELSE 1.0 END) AS lead_changed_rate
FROM leaders l JOIN leads d ON d.log = l.log AND d.round = l.round
GROUP BY l.round
ORDER BY l.round
