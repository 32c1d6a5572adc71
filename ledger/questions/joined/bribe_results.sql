-- What a player laid on action cards in a round, with what came of it and who won: joined once, when the log was put in place.
-- game: lutece
-- key: log seat round
-- seat whole | the player's seat, from 1
-- round whole | the round
-- coins whole | coins laid as bribes; rounds without any are left out
-- spent whole | those that bought a card
-- needless whole | of these, where nobody else had bid
-- lost whole | those that went for nothing; what is neither spent nor lost came back
-- won truth | whether the player won; NULL while the game is not over
-- final truth | the game is over
SELECT b.log, b.seat, b.round, SUM(b.coins) AS coins, SUM(b.spent) AS spent,
    SUM(CASE WHEN b.bidders = 1 THEN b.spent ELSE 0 END) AS needless, SUM(b.lost) AS lost, s.won, g.final, s.year
FROM bids b JOIN games g ON g.log = b.log JOIN seats s ON s.log = b.log AND s.seat = b.seat
WHERE b.coins <> 0
GROUP BY b.log, b.seat, b.round, s.won, g.final, s.year
