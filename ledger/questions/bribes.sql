-- Where bribes go and what they buy
-- Coins by round and by whether the player won in the end: spent on a card, spent with nobody else bidding, returned, lost on revenue or on a card that could not be paid.
-- games: lutece
-- bars: coins
-- chart: line round coins_a_player won
WITH pledged AS (
    SELECT log, round, player, card, SUM(coins) AS coins FROM bribe_raised WHERE game = 'lutece' GROUP BY log, round, player, card
), laid AS (
    SELECT p.log, p.round, p.player, CASE p.card WHEN 1 THEN b.actions[1] ELSE b.actions[2] END AS tile, p.coins
    FROM pledged p JOIN bid_placed b ON b.log = p.log AND b.round = p.round AND b.player = p.player
    WHERE b.game = 'lutece'
), bids AS (
    SELECT log, round, actions[1] AS tile FROM bid_placed WHERE game = 'lutece'
    UNION ALL SELECT log, round, actions[2] FROM bid_placed WHERE game = 'lutece'
), rivals AS (
    SELECT log, round,
        COUNT(CASE WHEN tile = 'A' THEN 1 END) AS tile_a, COUNT(CASE WHEN tile = 'B' THEN 1 END) AS tile_b, COUNT(CASE WHEN tile = 'C' THEN 1 END) AS tile_c, COUNT(CASE WHEN tile = 'D' THEN 1 END) AS tile_d, COUNT(CASE WHEN tile = 'E' THEN 1 END) AS tile_e,
        COUNT(CASE WHEN tile = '1' THEN 1 END) AS tile_1, COUNT(CASE WHEN tile = '2' THEN 1 END) AS tile_2, COUNT(CASE WHEN tile = '3' THEN 1 END) AS tile_3, COUNT(CASE WHEN tile = '4' THEN 1 END) AS tile_4, COUNT(CASE WHEN tile = '5' THEN 1 END) AS tile_5
    FROM bids GROUP BY log, round
), fates AS (
    SELECT l.log, l.round, l.player, l.coins,
        CASE WHEN l.tile = 'revenue' OR r.player = l.player THEN 'lost'
            WHEN b.player = l.player AND CASE l.tile WHEN 'A' THEN v.tile_a WHEN 'B' THEN v.tile_b WHEN 'C' THEN v.tile_c WHEN 'D' THEN v.tile_d WHEN 'E' THEN v.tile_e WHEN '1' THEN v.tile_1 WHEN '2' THEN v.tile_2 WHEN '3' THEN v.tile_3 WHEN '4' THEN v.tile_4 WHEN '5' THEN v.tile_5 END = 1 THEN 'needless'
            WHEN b.player = l.player THEN 'spent' ELSE 'returned' END AS fate
    FROM laid l JOIN rivals v ON v.log = l.log AND v.round = l.round
    LEFT JOIN card_purchased b ON b.log = l.log AND b.round = l.round AND b.tile = l.tile AND b.game = 'lutece'
    LEFT JOIN card_removed r ON r.log = l.log AND r.round = l.round AND r.tile = l.tile AND r.game = 'lutece' AND r.reason = 'unpaid'
), people AS (
    SELECT s.log, s.player, s.won, g.rounds FROM seats s JOIN games g ON g.log = s.log WHERE g.game = 'lutece' AND g.final AND s.game = 'lutece'
), lasted AS (
    SELECT rounds, won, COUNT(*) AS players FROM people GROUP BY rounds, won
), told AS (
    SELECT f.round, p.won, SUM(f.coins) AS coins, SUM(CASE WHEN f.fate = 'spent' THEN f.coins ELSE 0 END) AS spent,
        SUM(CASE WHEN f.fate = 'needless' THEN f.coins ELSE 0 END) AS needless,
        SUM(CASE WHEN f.fate = 'returned' THEN f.coins ELSE 0 END) AS returned,
        SUM(CASE WHEN f.fate = 'lost' THEN f.coins ELSE 0 END) AS lost
    FROM fates f JOIN people p ON p.log = f.log AND p.player = f.player
    GROUP BY f.round, p.won
)
SELECT t.round, t.won, MAX(t.coins) AS coins, MAX(t.coins) * 1.0 / NULLIF(SUM(l.players), 0) AS coins_a_player, MAX(t.spent) AS spent,
    MAX(t.needless) AS needless, MAX(t.returned) AS returned, MAX(t.lost) AS lost,
    (MAX(t.needless) + MAX(t.lost)) * 1.0 / NULLIF(MAX(t.coins), 0) AS wasted_rate
FROM told t LEFT JOIN lasted l ON l.won = t.won AND l.rounds >= t.round
GROUP BY t.round, t.won
ORDER BY t.round, t.won DESC
