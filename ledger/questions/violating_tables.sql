-- Which tables break rules
-- Tables are told apart by their place, else by who sat there; only those with a violation are shown.
-- games: every
-- :game text | Which game.
-- bars: violations
-- chart: ranked table_name a_game
-- axes: table | violations a game
-- n: games
-- of: judged
WITH names AS (
    SELECT s.log, g.place, g.violations, s.player, ROW_NUMBER() OVER (PARTITION BY s.log ORDER BY s.player, s.seat) AS nth
    FROM seats s JOIN games g ON g.log = s.log WHERE g.game = :game
), tables_then AS (
    SELECT log, MAX(violations) AS violations, CASE WHEN MAX(place) <> '' THEN MAX(place) ELSE
        MAX(CASE WHEN nth = 1 THEN player END)
            || COALESCE(', ' || MAX(CASE WHEN nth = 2 THEN player END), '')
            || COALESCE(', ' || MAX(CASE WHEN nth = 3 THEN player END), '')
            || COALESCE(', ' || MAX(CASE WHEN nth = 4 THEN player END), '')
            || COALESCE(', ' || MAX(CASE WHEN nth = 5 THEN player END), '')
            || COALESCE(', ' || MAX(CASE WHEN nth = 6 THEN player END), '')
            || COALESCE(', ' || MAX(CASE WHEN nth = 7 THEN player END), '')
            || COALESCE(', ' || MAX(CASE WHEN nth = 8 THEN player END), '')
            || CASE WHEN COUNT(*) > 8 THEN ', …' ELSE '' END
        END AS table_name
    FROM names GROUP BY log
), rules AS (
    SELECT t.table_name, f.rule, COUNT(*) AS times, ROW_NUMBER() OVER (PARTITION BY t.table_name ORDER BY COUNT(*) DESC, f.rule) AS place
    FROM findings f JOIN tables_then t ON t.log = f.log WHERE f.severity = 'violation' AND f.game = :game
    GROUP BY t.table_name, f.rule
), counted AS (
    SELECT table_name, COUNT(*) AS games, SUM(CASE WHEN violations > 0 THEN 1 ELSE 0 END) AS games_with, SUM(violations) AS violations
    FROM tables_then GROUP BY table_name
)
SELECT c.table_name, c.games, c.games_with, c.violations, c.violations * 1e0 / c.games AS a_game, r.rule AS most_often
FROM counted c LEFT JOIN rules r ON r.table_name = c.table_name AND r.place = 1
WHERE c.violations > 0
ORDER BY violations DESC, c.table_name
