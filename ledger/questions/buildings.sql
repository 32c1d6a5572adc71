-- What each building is worth
-- How often a building or machine was begun and finished, its printed reward, when it was begun, how many were sent to it, and how often its builder won.
-- games: builders
-- bars: finished
-- chart: ranked name+card win_rate
-- axes: building or machine | finished by a winner (%)
-- n: finished
-- against: chance_rate
-- note: That a card goes with wins does not say that it causes them; like is held against like by: quaestor ask building_wins
WITH results AS (
    SELECT r.*, g.chance FROM building_results r JOIN games g ON g.log = r.log WHERE r.game = 'builders' AND r.final
), named AS (
    SELECT card, MIN(name) AS name, MIN(points) AS points, MIN(coins) AS coins FROM cards WHERE game = 'builders' GROUP BY card
), done AS (
    SELECT card, COUNT(*) AS begun, SUM(CASE WHEN finished THEN 1 ELSE 0 END) AS finished, AVG(round * 1e0) AS begun_in_round,
        AVG(CASE WHEN finished THEN sent * 1e0 END) AS sent_to_finish,
        AVG(CASE WHEN NOT finished THEN NULL WHEN won THEN 1e0 ELSE 0e0 END) AS win_rate,
        AVG(CASE WHEN finished THEN chance END) AS chance_rate
    FROM results GROUP BY card
)
SELECT d.card, n.name, n.points, n.coins, d.begun, d.finished, d.finished * 1e0 / d.begun AS finished_rate, d.begun_in_round, d.sent_to_finish, d.win_rate, d.chance_rate
FROM done d LEFT JOIN named n ON n.card = d.card
ORDER BY d.finished DESC, d.card
