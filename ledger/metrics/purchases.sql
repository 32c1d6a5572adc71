-- Cards bought
-- How many cards a player buys in a game.
-- by: card
-- kind: count
-- unit: a player and game
-- against: nothing
-- games: lutece
-- per: player
-- own: card round
SELECT p.log, p.seat, p.card, p.round, 1.0 AS value
FROM card_purchased p JOIN games g ON g.log = p.log
WHERE g.final AND p.game = 'lutece' AND p.seat IS NOT NULL
