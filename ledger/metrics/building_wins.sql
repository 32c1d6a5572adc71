-- Games won with a building
-- How often whoever finished a building or machine won, against equally strong players at tables as large who began another in the same round and finished it. That a building goes with wins does not say that it causes them.
-- by: card
-- kind: rate
-- against: equals
-- games: builders
-- own: card round
-- above: {who} goes with more wins than other buildings of the same rounds
-- below: {who} goes with fewer wins than other buildings of the same rounds
SELECT log, seat, card, MIN(round) AS round, MAX(CASE WHEN won THEN 1.0 ELSE 0.0 END) AS value
FROM building_results WHERE game = 'builders' AND final AND finished
GROUP BY log, seat, card
