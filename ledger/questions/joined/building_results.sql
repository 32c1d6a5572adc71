-- Every building or machine that was begun, with what became of it: joined once, when the log was put in place.
-- game: builders
-- key: log seat card
-- seat whole | the builder's seat, from 1
-- card text | its id
-- round whole | when it was begun
-- sent whole | how many were sent to it
-- finished truth | whether it stands on the sheet
-- won truth | whether the builder won; NULL while the game is not over
-- final truth | the game is over
WITH begun AS (
    SELECT log, seat, building AS card, MIN(round) AS round FROM construction_started GROUP BY log, seat, building
), sent AS (
    SELECT log, seat, site AS card, COUNT(*) AS sent FROM sent_to_work GROUP BY log, seat, site
), finished AS (
    SELECT log, seat, cards[1] AS card FROM score_lines WHERE category IN ('buildings', 'machines')
)
SELECT b.log, b.seat, b.card, b.round, t.sent, f.card IS NOT NULL AS finished, s.won, g.final, s.year
FROM begun b JOIN games g ON g.log = b.log JOIN seats s ON s.log = b.log AND s.seat = b.seat
LEFT JOIN sent t ON t.log = b.log AND t.seat = b.seat AND t.card = b.card
LEFT JOIN finished f ON f.log = b.log AND f.seat = b.seat AND f.card = b.card
