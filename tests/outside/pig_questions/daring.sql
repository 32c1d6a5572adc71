-- Who dares most
-- How often a player rolled in a turn, on average.
-- games: pig
-- bars: rolls_a_turn
-- chart: bar player rolls_a_turn
-- n: turns
-- axes: player | rolls a turn
SELECT p.player, COUNT(*) AS rolls, MAX(t.turns) AS turns, COUNT(*) * 1.0 / MAX(t.turns) AS rolls_a_turn
FROM rolled r
JOIN seats p ON p.log = r.log AND p.player = r.player
JOIN (
    SELECT player, COUNT(*) AS turns
    FROM (SELECT player FROM kept UNION ALL SELECT player FROM passed) AS turn
    GROUP BY player
) t ON t.player = r.player
GROUP BY p.player
ORDER BY rolls_a_turn DESC, p.player
