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
SELECT investment, number, COUNT(*) AS players, AVG(total * 1.0 / scale) AS average_points, STDDEV_SAMP(total * 1.0 / scale) AS deviation,
    AVG(CASE WHEN won THEN 1.0 ELSE 0.0 END) AS win_rate, AVG(1.0 / seats) AS chance_rate
FROM investment_results WHERE game = 'builders' AND final
GROUP BY investment, number
ORDER BY investment, number
