-- What each structure is worth
-- How often a structure was begun and completed, in which round, and how often whoever completed it won; a structure stolen later counts for who built it.
-- games: glory_to_rome
-- bars: completed
-- chart: ranked name win_rate
WITH named AS (
    SELECT card, MIN(name) AS name, MIN(material) AS material FROM cards WHERE game = 'glory_to_rome' GROUP BY card
), done AS (
    SELECT card, COUNT(*) AS begun, SUM(CASE WHEN completed THEN 1 ELSE 0 END) AS completed, AVG(round * 1.0) AS begun_in_round,
        AVG(completed_in * 1.0) AS completed_in_round, AVG(CASE WHEN NOT completed THEN NULL WHEN won THEN 1.0 ELSE 0.0 END) AS win_rate
    FROM structure_results WHERE game = 'glory_to_rome' AND final GROUP BY card
)
SELECT d.card, n.name, n.material, d.begun, d.completed, d.completed * 1.0 / d.begun AS completed_rate, d.begun_in_round, d.completed_in_round, d.win_rate
FROM done d LEFT JOIN named n ON n.card = d.card
ORDER BY d.completed DESC, d.card
