-- Missed half points
-- Players who kept coins at the end although a prisoner could still be freed or a loan repaid: half a point lost with each.
-- games: builders
-- bars: games_missed
-- chart: ranked player missed_rate
-- axes: player | games in which half a point was missed (%)
-- n: games
WITH missed AS (
    SELECT log, player FROM findings WHERE game = 'builders' AND rule = 'BLD-B28' AND severity = 'note' GROUP BY log, player
)
SELECT s.player, COUNT(*) AS games, COUNT(m.log) AS games_missed, COUNT(m.log) * 1e0 / COUNT(*) AS missed_rate
FROM seats s JOIN games g ON g.log = s.log LEFT JOIN missed m ON m.log = s.log AND m.player = s.player
WHERE g.game = 'builders' AND g.final AND s.game = 'builders'
GROUP BY s.player
ORDER BY games_missed DESC, s.player
