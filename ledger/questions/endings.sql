-- How games end
-- Each way a game came to its end, by edition: how often, after how many rounds, and with how many points the winners won. A tally, of which nobody recorded the play, has no ending.
-- games: glory_to_rome
-- bars: games
-- chart: bar edition+ended_by rate
-- axes: edition and ending | games of the edition that ended so (%)
-- n: of_edition
-- facets: edition
WITH best AS (
    SELECT log, MAX(total) AS points FROM seats WHERE game = 'glory_to_rome' AND won GROUP BY log
)
SELECT g.edition, g.ended_by, COUNT(*) AS games, CAST(SUM(COUNT(*)) OVER (PARTITION BY g.edition) AS BIGINT) AS of_edition, COUNT(*) * 1e0 / SUM(COUNT(*)) OVER (PARTITION BY g.edition) AS rate,
    AVG(g.rounds * 1e0) AS rounds, AVG(b.points * 1e0 / g.scale) AS winning_points
FROM games g LEFT JOIN best b ON b.log = g.log
WHERE g.game = 'glory_to_rome' AND g.final AND g.ended_by <> ''
GROUP BY g.edition, g.ended_by
ORDER BY g.edition, games DESC, g.ended_by
