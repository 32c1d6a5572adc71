-- Where bribes go and what they buy
-- Coins by round and by whether the player won in the end: spent on a card, spent with nobody else bidding, returned, lost on revenue or on a card that could not be paid.
-- games: lutece
-- bars: coins
-- chart: line round coins_a_player won
-- n: players
-- spread: deviation
-- facets: won
-- axes: round | bribe coins a player
WITH people AS (
    SELECT s.log, s.seat, s.won, g.rounds FROM seats s JOIN games g ON g.log = s.log
    WHERE s.game = 'lutece' AND g.game = 'lutece' AND g.final
), lasted AS (
    SELECT rounds, won, COUNT(*) AS players FROM people GROUP BY rounds, won
), told AS (
    SELECT round, won, SUM(coins) AS coins, SUM(coins * 1e0 * coins) AS squares, SUM(spent - needless) AS spent,
        SUM(needless) AS needless, SUM(coins - spent - lost) AS returned, SUM(lost) AS lost
    FROM bribe_results WHERE game = 'lutece' AND final GROUP BY round, won
)
SELECT t.round, t.won, MAX(t.coins) AS coins, MAX(t.coins) * 1e0 / NULLIF(SUM(l.players), 0) AS coins_a_player, CAST(SUM(l.players) AS BIGINT) AS players, MAX(t.spent) AS spent,
    MAX(t.needless) AS needless, MAX(t.returned) AS returned, MAX(t.lost) AS lost,
    (MAX(t.needless) + MAX(t.lost)) * 1e0 / NULLIF(MAX(t.coins), 0) AS wasted_rate,
    SQRT(GREATEST(0e0, MAX(t.squares) - MAX(t.coins) * 1e0 * MAX(t.coins) / SUM(l.players)) / NULLIF(SUM(l.players) - 1, 0)) AS deviation
FROM told t LEFT JOIN lasted l ON l.won = t.won AND l.rounds >= t.round
GROUP BY t.round, t.won
ORDER BY t.round, t.won DESC
