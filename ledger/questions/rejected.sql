-- Logs that are not counted
-- Damaged logs and files that cannot be judged, each with the reason.
-- games: every
-- of: logs
-- :show whole 100 | At most so many.
SELECT path, verdict, integrity, line, reason FROM logs WHERE verdict NOT IN ('clean', 'findings') ORDER BY path LIMIT :show
