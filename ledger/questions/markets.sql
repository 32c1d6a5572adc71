-- Markets fulfilled
-- Each Market: how often it was held at the end, how often its demand could be met, and how often its owner won.
-- games: lutece
-- bars: fulfilled_rate
-- chart: ranked card+demand fulfilled_rate
-- axes: Market | fulfilled (%)
-- n: held
WITH printed AS (
    SELECT card, REPLACE(REPLACE(REPLACE(REPLACE(MIN(CAST(demand AS STRING)), '{', ''), '}', ''), '=', ' '), ' ->', '') AS demand FROM cards WHERE game = 'lutece' AND role = 'market' GROUP BY card
), held AS (
    SELECT l.log, l.seat, p.card, p.demand, l.points FROM score_lines l JOIN printed p ON array_contains(l.cards, p.card) WHERE l.game = 'lutece' AND l.rule = 'LUT-R33'
)
SELECT h.card, MAX(h.demand) AS demand, COUNT(*) AS held, SUM(CASE WHEN h.points > 0 THEN 1 ELSE 0 END) AS fulfilled,
    AVG(CASE WHEN h.points > 0 THEN 1e0 ELSE 0e0 END) AS fulfilled_rate,
    AVG(CASE WHEN s.won THEN 1e0 ELSE 0e0 END) AS win_rate, AVG(g.chance) AS chance_rate
FROM held h JOIN games g ON g.log = h.log JOIN seats s ON s.log = h.log AND s.seat = h.seat
WHERE g.final AND g.game = 'lutece' AND s.game = 'lutece'
GROUP BY h.card
ORDER BY h.card
