-- What each card is worth
-- Points a card brought its owners (a majority's points are shared among its cards), the price paid, and how often its owner won against everybody else in those games.
-- games: lutece
-- :least whole 1 | Leave out cards bought less often.
-- bars: average_points
-- chart: bar name+card average_points
WITH owned AS (
    SELECT b.log, s.seat, b.card, b.paid FROM card_purchased b JOIN seats s ON s.log = b.log AND s.player = b.player
    WHERE b.game = 'lutece' AND s.game = 'lutece'
), majority AS (
    SELECT log, seat, cards, points * 1.0 / CARDINALITY(cards) AS points FROM score_lines
    WHERE game = 'lutece' AND category = 'majority' AND points > 0 AND CARDINALITY(cards) > 0
), brought AS (
    SELECT log, seat, UNNEST(cards) AS card, points FROM majority -- in the standard's place, after FROM, it takes 50 times as long
    UNION ALL
    SELECT log, seat, cards[1], points * 1.0 FROM score_lines
    WHERE game = 'lutece' AND category IN ('prestige', 'influence') AND points > 0 AND CARDINALITY(cards) > 0
), sums AS (
    SELECT log, seat, card, SUM(points) AS points FROM brought GROUP BY log, seat, card
), played AS (
    SELECT o.card, COUNT(*) AS bought, AVG(COALESCE(b.points, 0)) AS average_points, AVG(o.paid * 1.0) AS average_paid,
        AVG(CASE WHEN s.won THEN 1.0 ELSE 0.0 END) AS with_rate,
        (SUM(CASE WHEN w.shares IS NULL THEN 0 ELSE w.shares END) - SUM(CASE WHEN s.won THEN 1 ELSE 0 END)) * 1.0
            / NULLIF(SUM(g.seats - 1), 0) AS without_rate,
        SUM(g.seats - 1) AS others
    FROM owned o
    JOIN seats s ON s.log = o.log AND s.seat = o.seat
    JOIN games g ON g.log = o.log
    LEFT JOIN (SELECT log, SUM(CASE WHEN won THEN 1 ELSE 0 END) AS shares FROM seats WHERE game = 'lutece' GROUP BY log) w ON w.log = o.log
    LEFT JOIN sums b ON b.log = o.log AND b.seat = o.seat AND b.card = o.card
    WHERE g.final AND g.game = 'lutece' AND s.game = 'lutece'
    GROUP BY o.card
), named AS (
    SELECT card, MIN(name) AS name, MIN(cost) AS cost FROM cards WHERE game = 'lutece' GROUP BY card
)
SELECT p.card, n.name, p.bought, p.average_points, n.cost, p.average_paid, p.with_rate, p.without_rate, p.others
FROM played p LEFT JOIN named n ON n.card = p.card
WHERE p.bought >= :least
ORDER BY p.average_points DESC, p.card
