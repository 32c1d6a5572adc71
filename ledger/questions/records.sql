-- Longest, closest and highest games
-- The games that stand out: the most minutes, the smallest lead (of games won by points), the highest winning total.
-- games: every
-- :game text | Which game.
-- :show whole 5 | So many of each.
WITH ranked AS (
    SELECT s.log, s.total * 1e0 / g.scale AS points, s.player, ROW_NUMBER() OVER (PARTITION BY s.log ORDER BY s.rank, s.total DESC, s.seat) AS place
    FROM seats s JOIN games g ON g.log = s.log
    WHERE g.game = :game AND g.final
), tops AS (
    SELECT log, MAX(CASE WHEN place = 1 THEN points END) AS best, MAX(CASE WHEN place = 2 THEN points END) AS next,
        MAX(CASE WHEN place = 1 THEN player END) AS winner
    FROM ranked WHERE place <= 2 GROUP BY log
), leads AS (
    SELECT *, CASE WHEN best >= next THEN best - next END AS lead FROM tops
), games_then AS (
    SELECT g.log, g.started, g.seats, g.rounds, g.minutes, t.winner, t.best, t.lead,
        ROW_NUMBER() OVER (ORDER BY g.minutes DESC, g.started, g.log) AS by_length,
        ROW_NUMBER() OVER (ORDER BY t.lead NULLS LAST, t.best DESC, g.started, g.log) AS by_lead,
        ROW_NUMBER() OVER (ORDER BY t.best DESC, g.started, g.log) AS by_points
    FROM games g JOIN leads t ON t.log = g.log
), chosen AS (
    SELECT 'longest' AS record, by_length AS place, games_then.* FROM games_then WHERE by_length <= :show AND minutes IS NOT NULL
    UNION ALL SELECT 'closest', by_lead, games_then.* FROM games_then WHERE by_lead <= :show AND lead IS NOT NULL
    UNION ALL SELECT 'highest', by_points, games_then.* FROM games_then WHERE by_points <= :show
)
SELECT c.record, c.place, c.winner, c.best AS points, c.lead, c.seats, c.rounds, c.minutes, CAST(c.started AS DATE) AS day, MIN(l.path) AS path
FROM chosen c LEFT JOIN logs l ON l.log = c.log
GROUP BY c.record, c.place, c.winner, c.best, c.lead, c.seats, c.rounds, c.minutes, CAST(c.started AS DATE)
ORDER BY CASE c.record WHEN 'longest' THEN 1 WHEN 'closest' THEN 2 ELSE 3 END, c.place
