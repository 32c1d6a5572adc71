-- Games won with a structure
-- How often whoever completed a structure won, against equally strong players at tables as large who completed another in the same round. That a structure goes with wins does not say that it causes them.
-- by: card
-- kind: rate
-- against: equals
-- games: glory_to_rome
-- own: card round
-- above: {who} goes with more wins than other structures of the same rounds
-- below: {who} goes with fewer wins than other structures of the same rounds
SELECT log, seat, card, MIN(completed_in) AS round, MAX(CASE WHEN won THEN 1.0 ELSE 0.0 END) AS value
FROM structure_results WHERE game = 'glory_to_rome' AND final AND completed
GROUP BY log, seat, card
