-- Head to head
-- Every pair at the same table: how often the first stood above the second, below, or level.
-- games: every
-- :game text | Which game.
-- :player text | Only pairs with this player first; empty for all.
-- :least whole 1 | Leave out pairs with fewer games together.
-- bars: above_rate
-- chart: ranked player+opponent above_rate
-- n: games
-- against: even_rate
-- above: {who}: above more often than below
-- below: {who}: below more often than above
-- axes: player and opponent | above the opponent (%), level counts half
WITH results AS (
    SELECT s.log, s.player, s.rank FROM seats s JOIN games g ON g.log = s.log WHERE g.game = :game AND g.final
)
SELECT a.player, b.player AS opponent, COUNT(*) AS games,
    SUM(CASE WHEN a.rank < b.rank THEN 1 ELSE 0 END) AS above,
    SUM(CASE WHEN a.rank > b.rank THEN 1 ELSE 0 END) AS below,
    SUM(CASE WHEN a.rank = b.rank THEN 1 ELSE 0 END) AS level,
    AVG(CASE WHEN a.rank < b.rank THEN 1e0 WHEN a.rank = b.rank THEN 0.5e0 ELSE 0e0 END) AS above_rate, CAST(0.5e0 AS DOUBLE) AS even_rate
FROM results a JOIN results b ON b.log = a.log AND b.player <> a.player
WHERE (:player = '' AND a.player < b.player) OR a.player = :player
GROUP BY a.player, b.player
HAVING COUNT(*) >= :least
ORDER BY games DESC, a.player, b.player
