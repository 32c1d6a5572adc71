-- How many investments of each kind a player made: joined once, when the log was put in place.
-- game: builders
-- key: log seat investment
-- seat whole | the player's seat, from 1
-- investment text | prisoner, tool, loan, training or worker
-- number whole | how many; 0 too
-- total whole | the player's total, in the game's scale
-- scale whole | points are counted in this part of one: 10 means tenths
-- won truth | whether the player won; NULL while the game is not over
-- seats whole | how many sat there
-- final truth | the game is over
WITH made AS (
    SELECT log, seat, 'prisoner' AS investment FROM prisoner_bought
    UNION ALL SELECT log, seat, 'tool' FROM tool_bought
    UNION ALL SELECT log, seat, 'loan' FROM loan_taken
    UNION ALL SELECT log, seat, 'training' FROM worker_trained
    UNION ALL SELECT log, seat, 'worker' FROM worker_hired
), counted AS (
    SELECT log, seat, investment, COUNT(*) AS number FROM made GROUP BY log, seat, investment
), kinds(investment) AS (
    VALUES ('prisoner'), ('tool'), ('loan'), ('training'), ('worker')
)
SELECT s.log, s.seat, k.investment, COALESCE(c.number, 0) AS number, s.total, s.scale, s.won, g.seats, g.final, s.year
FROM seats s JOIN games g ON g.log = s.log CROSS JOIN kinds k
LEFT JOIN counted c ON c.log = s.log AND c.seat = s.seat AND c.investment = k.investment
