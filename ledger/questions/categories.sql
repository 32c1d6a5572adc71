-- Where points come from
-- Average points by category, of winners and of everybody else.
-- games: every
-- :game text | Which game.
-- bars: winners
-- chart: bar category winners
-- axes: category | average points of winners (the mark: of everybody else)
-- n: winning_players
-- against: others
WITH sums AS (
    SELECT log, seat, category, SUM(points) AS points FROM score_lines WHERE game = :game GROUP BY log, seat, category
), people AS (
    SELECT SUM(CASE WHEN s.won THEN 1 ELSE 0 END) AS winners, SUM(CASE WHEN s.won THEN 0 ELSE 1 END) AS others
    FROM seats s JOIN games g ON g.log = s.log WHERE g.game = :game AND g.final
)
SELECT c.category, SUM(CASE WHEN s.won THEN c.points * 1e0 / g.scale ELSE 0 END) / MAX(p.winners) AS winners,
    SUM(CASE WHEN s.won THEN 0 ELSE c.points * 1e0 / g.scale END) / NULLIF(MAX(p.others), 0) AS others,
    SUM(CASE WHEN s.won THEN c.points * 1e0 / g.scale ELSE 0 END) / MAX(p.winners)
        - SUM(CASE WHEN s.won THEN 0 ELSE c.points * 1e0 / g.scale END) / NULLIF(MAX(p.others), 0) AS difference,
    MAX(p.winners) AS winning_players
FROM sums c JOIN seats s ON s.log = c.log AND s.seat = c.seat JOIN games g ON g.log = c.log CROSS JOIN people p
WHERE g.final AND s.game = :game AND g.game = :game
GROUP BY c.category
ORDER BY winners DESC, c.category
