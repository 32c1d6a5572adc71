-- Every card that was bought, with what it brought its owner and who won: joined once, when the log was put in place.
-- game: lutece
-- key: log n
-- n whole | the event of the purchase
-- seat whole | the owner's seat, from 1
-- card text | its id
-- paid whole | what it cost with its bribe
-- points real | points it brought (a majority's are shared among its cards); on the first purchase only
-- won truth | whether the owner won; NULL while the game is not over
-- winners whole | how many won
-- seats whole | how many sat there
-- final truth | the game is over
WITH people AS (
    SELECT s.log, s.seat, s.year, g.seats, g.final, s.won,
        SUM(CASE WHEN s.won THEN 1 ELSE 0 END) OVER (PARTITION BY s.log) AS winners
    FROM seats s JOIN games g ON g.log = s.log
), majority AS (
    SELECT log, seat, cards, points * 1.0 / CARDINALITY(cards) AS points FROM score_lines
    WHERE category = 'majority' AND points > 0 AND CARDINALITY(cards) > 0
), brought AS (
    SELECT m.log, m.seat, u.card, m.points FROM majority m CROSS JOIN UNNEST(m.cards) AS u(card)
    UNION ALL
    SELECT log, seat, cards[1], points * 1.0 FROM score_lines
    WHERE category IN ('prestige', 'influence') AND points > 0 AND CARDINALITY(cards) > 0
), sums AS (
    SELECT log, seat, card, ROUND(SUM(points), 9) AS points FROM brought GROUP BY log, seat, card
), bought AS (
    SELECT log, n, seat, card, paid, ROW_NUMBER() OVER (PARTITION BY log, seat, card ORDER BY step) AS nth FROM card_purchased
)
SELECT b.log, b.n, b.seat, b.card, b.paid, s.points, p.won, p.winners, p.seats, p.final, p.year
FROM bought b JOIN people p ON p.log = b.log AND p.seat = b.seat
LEFT JOIN sums s ON s.log = b.log AND s.seat = b.seat AND s.card = b.card AND b.nth = 1
