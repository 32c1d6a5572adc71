-- Where bribes go and what they buy
-- Coins by round and by whether the player won in the end: spent on a card, spent with nobody else bidding, returned, lost on revenue or on a card that could not be paid; from the latest games.
-- games: lutece
-- :last whole 20000 | From so many of the latest games.
-- bars: coins
-- chart: line round coins_a_player won
-- axes: round | bribe coins a player
WITH latest AS (
    SELECT log, rounds FROM games WHERE game = 'lutece' AND final ORDER BY started DESC, log LIMIT :last
), placed AS (
    SELECT log, round, seat, actions[1] AS first_tile, actions[2] AS second_tile FROM bid_placed
    WHERE game = 'lutece' AND log IN (SELECT log FROM latest)
), pledged AS (
    SELECT log, round, seat, card, SUM(coins) AS coins FROM bribe_raised
    WHERE game = 'lutece' AND log IN (SELECT log FROM latest) GROUP BY log, round, seat, card
), laid AS (
    SELECT p.log, p.round, p.seat, CASE p.card WHEN 1 THEN b.first_tile ELSE b.second_tile END AS tile, p.coins
    FROM pledged p JOIN placed b ON b.log = p.log AND b.round = p.round AND b.seat = p.seat
), bids AS (
    SELECT log, round, first_tile AS tile FROM placed UNION ALL SELECT log, round, second_tile FROM placed
), rivals AS (
    SELECT log, round, tile, COUNT(*) AS bidders FROM bids WHERE tile <> 'revenue' GROUP BY log, round, tile
), outcomes AS (
    SELECT log, round, tile, MAX(seat) AS buyer, 0 AS unpaid FROM card_purchased
    WHERE game = 'lutece' AND log IN (SELECT log FROM latest) GROUP BY log, round, tile
    UNION ALL
    SELECT log, round, tile, 0, MAX(seat) FROM card_removed
    WHERE game = 'lutece' AND reason = 'unpaid' AND log IN (SELECT log FROM latest) GROUP BY log, round, tile
), settled AS (
    SELECT log, round, tile, MAX(buyer) AS buyer, MAX(unpaid) AS unpaid FROM outcomes GROUP BY log, round, tile
), fates AS (
    SELECT l.log, l.round, l.seat, l.coins,
        CASE WHEN l.tile = 'revenue' OR o.unpaid = l.seat THEN 'lost' WHEN o.buyer = l.seat AND r.bidders = 1 THEN 'needless'
            WHEN o.buyer = l.seat THEN 'spent' ELSE 'returned' END AS fate
    FROM laid l
    LEFT JOIN rivals r ON r.log = l.log AND r.round = l.round AND r.tile = l.tile
    LEFT JOIN settled o ON o.log = l.log AND o.round = l.round AND o.tile = l.tile
), people AS (
    SELECT s.log, s.seat, s.won, g.rounds FROM seats s JOIN latest g ON g.log = s.log WHERE s.game = 'lutece'
), lasted AS (
    SELECT rounds, won, COUNT(*) AS players FROM people GROUP BY rounds, won
), told AS (
    SELECT f.round, p.won, SUM(f.coins) AS coins, SUM(CASE WHEN f.fate = 'spent' THEN f.coins ELSE 0 END) AS spent,
        SUM(CASE WHEN f.fate = 'needless' THEN f.coins ELSE 0 END) AS needless,
        SUM(CASE WHEN f.fate = 'returned' THEN f.coins ELSE 0 END) AS returned,
        SUM(CASE WHEN f.fate = 'lost' THEN f.coins ELSE 0 END) AS lost
    FROM fates f JOIN people p ON p.log = f.log AND p.seat = f.seat
    GROUP BY f.round, p.won
)
SELECT t.round, t.won, MAX(t.coins) AS coins, MAX(t.coins) * 1.0 / NULLIF(SUM(l.players), 0) AS coins_a_player, MAX(t.spent) AS spent,
    MAX(t.needless) AS needless, MAX(t.returned) AS returned, MAX(t.lost) AS lost,
    (MAX(t.needless) + MAX(t.lost)) * 1.0 / NULLIF(MAX(t.coins), 0) AS wasted_rate
FROM told t LEFT JOIN lasted l ON l.won = t.won AND l.rounds >= t.round
GROUP BY t.round, t.won
ORDER BY t.round, t.won DESC
