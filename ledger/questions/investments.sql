-- Investments against the result
-- By kind and number of investments a player made: how many players did so, their average total and how often they won.
-- games: builders
-- bars: average_points
-- chart: line number average_points investment
-- axes: so many of them | average points
WITH made AS (
    SELECT log, player, 'prisoner' AS investment FROM prisoner_bought WHERE game = 'builders'
    UNION ALL SELECT log, player, 'tool' FROM tool_bought WHERE game = 'builders'
    UNION ALL SELECT log, player, 'loan' FROM loan_taken WHERE game = 'builders'
    UNION ALL SELECT log, player, 'training' FROM worker_trained WHERE game = 'builders'
    UNION ALL SELECT log, player, 'worker' FROM worker_hired WHERE game = 'builders'
), kinds AS (
    SELECT DISTINCT investment FROM made
), counted AS (
    SELECT log, player, investment, COUNT(*) AS number FROM made GROUP BY log, player, investment
), people AS (
    SELECT s.log, s.player, s.won, s.total * 1.0 / g.scale AS points, g.seats FROM seats s JOIN games g ON g.log = s.log
    WHERE g.game = 'builders' AND g.final AND s.game = 'builders'
)
SELECT k.investment, COALESCE(c.number, 0) AS number, COUNT(*) AS players, AVG(p.points) AS average_points,
    AVG(CASE WHEN p.won THEN 1.0 ELSE 0.0 END) AS win_rate, AVG(1.0 / p.seats) AS chance_rate
FROM people p CROSS JOIN kinds k LEFT JOIN counted c ON c.log = p.log AND c.player = p.player AND c.investment = k.investment
GROUP BY k.investment, COALESCE(c.number, 0)
ORDER BY k.investment, number
