-- Contests, ties and destroyed cards
-- By the number of players: tiles that somebody bid for, how many were contested, and how many cards were destroyed by a tie or because they could not be paid.
-- games: lutece
-- bars: contested_rate
-- chart: bar seats contested_rate
-- n: tiles
-- of: judged
-- axes: players at the table | tiles bid for that were contested (%)
WITH counted AS (
    SELECT log, SUM(CASE WHEN nth = 1 THEN 1 ELSE 0 END) AS tiles, SUM(CASE WHEN nth = 1 AND bidders > 1 THEN 1 ELSE 0 END) AS contested,
        MAX(bidders) AS most
    FROM bids WHERE game = 'lutece' AND nth > 0 GROUP BY log
), destroyed AS (
    SELECT log, SUM(CASE WHEN reason = 'tied' THEN 1 ELSE 0 END) AS tied, SUM(CASE WHEN reason = 'unpaid' THEN 1 ELSE 0 END) AS unpaid
    FROM card_removed WHERE game = 'lutece' GROUP BY log
)
SELECT g.seats, COUNT(*) AS games, SUM(c.tiles) AS tiles, SUM(c.contested) AS contested, SUM(c.contested) * 1e0 / SUM(c.tiles) AS contested_rate,
    SUM(COALESCE(d.tied, 0)) AS tied, SUM(COALESCE(d.tied, 0)) * 1e0 / NULLIF(SUM(c.contested), 0) AS tied_rate,
    SUM(COALESCE(d.unpaid, 0)) AS unpaid, (SUM(COALESCE(d.tied, 0)) + SUM(COALESCE(d.unpaid, 0))) * 1e0 / COUNT(*) AS destroyed_a_game, MAX(c.most) AS most_bidders
FROM counted c JOIN games g ON g.log = c.log LEFT JOIN destroyed d ON d.log = c.log
WHERE g.game = 'lutece'
GROUP BY g.seats
ORDER BY g.seats
