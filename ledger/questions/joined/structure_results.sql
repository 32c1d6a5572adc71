-- Every structure that was begun, with when it was completed: joined once, when the log was put in place.
-- game: glory_to_rome
-- seat whole | the builder's seat, from 1
-- card text | its id, without the number of the copy
-- round whole | when it was begun
-- completed_in whole | the round in which it was completed; NULL: it was not
-- completed truth | whether it was
-- won truth | whether the builder won; NULL while the game is not over
-- final truth | the game is over
WITH begun AS (
    SELECT log, player, split_part(card, '#', 1) AS card, round FROM foundation_laid
), stand AS (
    SELECT log, events[1] AS n, split_part(cards[1], '#', 1) AS card FROM score_lines WHERE category = 'influence' AND len(cards) = 1
), completed AS (
    SELECT w.log, a.player, w.card, a.round FROM stand w JOIN material_added a ON a.log = w.log AND a.n = w.n
)
SELECT b.log, s.seat, b.card, b.round, c.round AS completed_in, c.card IS NOT NULL AS completed, s.won, g.final, s.year
FROM begun b JOIN games g ON g.log = b.log JOIN seats s ON s.log = b.log AND s.player = b.player
LEFT JOIN completed c ON c.log = b.log AND c.player = b.player AND c.card = b.card
