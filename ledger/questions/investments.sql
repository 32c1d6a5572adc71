-- Investments against the result
-- By kind and number of investments a player made: how many players did so, their average total and how often they won.
-- games: builders
-- bars: average_points
-- chart: line number average_points investment
-- n: players
-- spread: deviation
-- facets: investment
-- note: That two things go together does not say that one causes the other.
-- axes: so many of them | average points
SELECT investment, number, COUNT(*) AS players, AVG(r.total * 1e0 / r.scale) AS average_points, STDDEV_SAMP(r.total * 1e0 / r.scale) AS deviation,
    AVG(CASE WHEN won THEN 1e0 ELSE 0e0 END) AS win_rate, AVG(g.chance) AS chance_rate
FROM investment_results r JOIN games g ON g.log = r.log WHERE r.game = 'builders' AND r.final
GROUP BY investment, number
ORDER BY investment, number
