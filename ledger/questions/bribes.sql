-- Where bribes go and what they buy
-- Coins by round and by whether the player won in the end: spent on a card, spent with nobody else bidding, returned, lost on revenue or on a card that could not be paid.
-- games: lutece
-- bars: coins
-- chart: line round coins_a_player won
WITH pledged AS (
    SELECT log, round, player, card, SUM(coins) AS coins FROM bribe_raised WHERE game = 'lutece' GROUP BY log, round, player, card
), bids AS (
    SELECT log, round, player, 1 AS card, actions[1] AS tile FROM bid_placed WHERE game = 'lutece'
    UNION ALL SELECT log, round, player, 2, actions[2] FROM bid_placed WHERE game = 'lutece'
), laid AS (
    SELECT b.log, b.round, b.player, b.tile, p.coins FROM pledged p
    JOIN bids b ON b.log = p.log AND b.round = p.round AND b.player = p.player AND b.card = p.card
), rivals AS (
    SELECT log, round, tile, COUNT(*) AS bidders FROM bids WHERE tile <> 'revenue' GROUP BY log, round, tile
), fates AS (
    SELECT l.log, l.round, l.player, l.coins,
        CASE WHEN l.tile = 'revenue' OR r.player = l.player THEN 'lost'
            WHEN b.player = l.player AND v.bidders = 1 THEN 'needless'
            WHEN b.player = l.player THEN 'spent' ELSE 'returned' END AS fate
    FROM laid l
    LEFT JOIN card_purchased b ON b.log = l.log AND b.round = l.round AND b.tile = l.tile AND b.game = 'lutece'
    LEFT JOIN card_removed r ON r.log = l.log AND r.round = l.round AND r.tile = l.tile AND r.game = 'lutece' AND r.reason = 'unpaid'
    LEFT JOIN rivals v ON v.log = l.log AND v.round = l.round AND v.tile = l.tile
), people AS (
    SELECT s.log, s.player, s.won, g.rounds FROM seats s JOIN games g ON g.log = s.log WHERE g.game = 'lutece' AND g.final AND s.game = 'lutece'
), reached AS (
    SELECT u.round, p.won, COUNT(*) AS players FROM people p
    JOIN (SELECT DISTINCT round FROM pledged) u ON u.round <= p.rounds GROUP BY u.round, p.won
)
SELECT f.round, p.won, SUM(f.coins) AS coins, SUM(f.coins) * 1.0 / MAX(c.players) AS coins_a_player,
    SUM(CASE WHEN f.fate = 'spent' THEN f.coins ELSE 0 END) AS spent,
    SUM(CASE WHEN f.fate = 'needless' THEN f.coins ELSE 0 END) AS needless,
    SUM(CASE WHEN f.fate = 'returned' THEN f.coins ELSE 0 END) AS returned,
    SUM(CASE WHEN f.fate = 'lost' THEN f.coins ELSE 0 END) AS lost,
    SUM(CASE WHEN f.fate IN ('needless', 'lost') THEN f.coins ELSE 0 END) * 1.0 / NULLIF(SUM(f.coins), 0) AS wasted_rate
FROM fates f JOIN people p ON p.log = f.log AND p.player = f.player JOIN reached c ON c.round = f.round AND c.won = p.won
GROUP BY f.round, p.won
ORDER BY f.round, p.won DESC
