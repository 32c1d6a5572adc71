-- Games won with a card
-- How often whoever bought a card won, against equally strong players at tables as large who bought another card in the same round. That a card goes with wins does not say that it causes them.
-- by: card
-- kind: rate
-- against: equals
-- games: lutece
-- own: card round
-- above: {who} goes with more wins than other cards bought in the same rounds
-- below: {who} goes with fewer wins than other cards bought in the same rounds
SELECT p.log, p.seat, p.card, MIN(p.round) AS round, MAX(CASE WHEN s.won THEN 1.0 ELSE 0.0 END) AS value
FROM card_purchased p JOIN games g ON g.log = p.log JOIN seats s ON s.log = p.log AND s.seat = p.seat
WHERE g.final AND p.game = 'lutece'
GROUP BY p.log, p.seat, p.card
