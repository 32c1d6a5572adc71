-- What each structure is worth
-- How often a structure was begun and completed, in which round, and how often whoever completed it won; a structure stolen later counts for who built it.
-- games: glory_to_rome
-- bars: completed
-- chart: ranked name win_rate
-- axes: structure | completed by a winner (%)
-- n: completed
-- against: chance_rate
-- note: That a card goes with wins does not say that it causes them; like is held against like by: quaestor ask structure_wins
WITH results AS (
    SELECT r.*, g.chance FROM structure_results r JOIN games g ON g.log = r.log WHERE r.game = 'glory_to_rome' AND r.final
), named AS (
    SELECT card, MIN(name) AS name, MIN(material) AS material FROM cards WHERE game = 'glory_to_rome' GROUP BY card
), done AS (
    SELECT card, COUNT(*) AS begun, SUM(CASE WHEN completed THEN 1 ELSE 0 END) AS completed, AVG(round * 1e0) AS begun_in_round,
        AVG(completed_in * 1e0) AS completed_in_round, AVG(CASE WHEN NOT completed THEN NULL WHEN won THEN 1e0 ELSE 0e0 END) AS win_rate,
        AVG(CASE WHEN completed THEN chance END) AS chance_rate
    FROM results GROUP BY card
)
SELECT d.card, n.name, n.material, d.begun, d.completed, d.completed * 1e0 / d.begun AS completed_rate, d.begun_in_round, d.completed_in_round, d.win_rate, d.chance_rate
FROM done d LEFT JOIN named n ON n.card = d.card
ORDER BY d.completed DESC, d.card
