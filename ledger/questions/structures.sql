-- What each structure is worth
-- How often a structure was begun and completed, in which round, and how often whoever completed it won; a structure stolen later counts for who built it.
-- games: glory_to_rome
-- bars: completed
-- chart: ranked name win_rate
WITH begun AS (
    SELECT log, player, split_part(card, '#', 1) AS card, round FROM foundation_laid WHERE game = 'glory_to_rome'
), won AS (
    SELECT log, events[1] AS n, split_part(cards[1], '#', 1) AS card FROM score_lines WHERE game = 'glory_to_rome' AND category = 'influence' AND len(cards) = 1
), completed AS (
    SELECT w.log, a.player, w.card, a.round FROM won w JOIN material_added a ON a.log = w.log AND a.n = w.n WHERE a.game = 'glory_to_rome'
), named AS (
    SELECT card, MIN(name) AS name, MIN(material) AS material FROM cards WHERE game = 'glory_to_rome' GROUP BY card
)
SELECT b.card, n.name, n.material, COUNT(*) AS begun, COUNT(c.card) AS completed, COUNT(c.card) * 1.0 / COUNT(*) AS completed_rate,
    AVG(b.round * 1.0) AS begun_in_round, AVG(c.round * 1.0) AS completed_in_round,
    AVG(CASE WHEN c.card IS NULL THEN NULL WHEN s.won THEN 1.0 ELSE 0.0 END) AS win_rate
FROM begun b JOIN games g ON g.log = b.log JOIN seats s ON s.log = b.log AND s.player = b.player
LEFT JOIN completed c ON c.log = b.log AND c.player = b.player AND c.card = b.card
LEFT JOIN named n ON n.card = b.card
WHERE g.final AND g.game = 'glory_to_rome' AND s.game = 'glory_to_rome'
GROUP BY b.card, n.name, n.material
ORDER BY completed DESC, b.card
