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
    SELECT g.log, g.scale, g.chance, s.seat, s.won FROM games g JOIN seats s ON s.log = g.log
    WHERE g.game = :game AND s.game = :game AND g.final
), ahead AS (
    SELECT log, round, seat, place, total, lead FROM running WHERE game = :game AND (place = 1 OR lead = 0)
), leaders AS (
    SELECT l.log, l.round, COUNT(*) AS level, MAX(l.total) AS total, MAX(f.scale) AS scale, MAX(f.chance) AS chance,
        AVG(CASE WHEN f.won THEN 1e0 ELSE 0e0 END) AS won, MAX(CASE WHEN l.place = 1 THEN l.lead END) AS lead,
        MAX(CASE WHEN e.seat IS NOT NULL THEN 1 ELSE 0 END) AS kept
    FROM ahead l JOIN finished f ON f.log = l.log AND f.seat = l.seat
    LEFT JOIN ahead e ON e.log = l.log AND e.round = l.round - 1 AND e.seat = l.seat
    GROUP BY l.log, l.round
)
SELECT round, COUNT(*) AS games, AVG(won) AS leader_wins_rate, AVG(chance) AS chance_rate,
    AVG(CASE WHEN level > 1 THEN 1e0 ELSE 0e0 END) AS level_rate, AVG(total * 1e0 / scale) AS leader_points,
    AVG(lead * 1e0 / scale) AS average_lead, AVG(CASE WHEN round = 1 THEN NULL WHEN kept = 1 THEN 0e0 ELSE 1e0 END) AS lead_changed_rate
FROM leaders
GROUP BY round
ORDER BY round
