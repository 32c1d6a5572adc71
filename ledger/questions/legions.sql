-- Legionnaires: kept or spent
-- What became of every Legionnaire bought, for whose bribe it was spent, whether that bribe got the card, and how often its owner won.
-- games: lutece
-- bars: legions
-- chart: bar fate win_rate
-- axes: Legionnaires | its owner won (%)
-- n: legions
-- against: chance_rate
-- note: That two things go together does not say that one causes the other.
WITH printed AS (
    SELECT DISTINCT card FROM cards WHERE game = 'lutece' AND role = 'legionnaire'
), bought AS (
    SELECT b.log, b.player, b.card FROM card_purchased b JOIN printed p ON p.card = b.card WHERE b.game = 'lutece'
), spent AS (
    SELECT d.log, d.player, d.legion, d.favour, CASE WHEN b.player = d.favour THEN 1e0 ELSE 0e0 END AS paid_off
    FROM legion_discarded d
    LEFT JOIN card_purchased b ON b.log = d.log AND b.round = d.round AND b.tile = d.tile AND b.game = 'lutece'
    WHERE d.game = 'lutece'
), fates AS (
    SELECT o.log, o.player, s.paid_off,
        CASE WHEN s.legion IS NULL THEN 'kept' WHEN s.favour = o.player THEN 'spent for oneself' ELSE 'spent for another' END AS fate
    FROM bought o LEFT JOIN spent s ON s.log = o.log AND s.player = o.player AND s.legion = o.card
)
SELECT f.fate, COUNT(*) AS legions, COUNT(*) * 1e0 / SUM(COUNT(*)) OVER () AS share_rate, AVG(f.paid_off) AS got_the_card_rate,
    AVG(CASE WHEN s.won THEN 1e0 ELSE 0e0 END) AS win_rate, AVG(g.chance) AS chance_rate
FROM fates f JOIN games g ON g.log = f.log JOIN seats s ON s.log = f.log AND s.player = f.player
WHERE g.final AND g.game = 'lutece' AND s.game = 'lutece'
GROUP BY f.fate
ORDER BY f.fate
