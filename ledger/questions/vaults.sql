-- Vaults against influence
-- Players by what share of their points came from the vault and its merchant bonuses, in steps of a tenth: how often they won, with how much influence, vault and bonuses.
-- games: glory_to_rome
-- bars: win_rate
-- chart: bar vault_share win_rate
-- axes: part of the points that came from the vault | games won (%)
-- n: players
-- against: chance_rate
-- note: That two things go together does not say that one causes the other.
WITH parts AS (
    SELECT s.log, s.won, s.total, s.influence, s.vault, s.merchant_bonus, g.scale, g.chance,
        FLOOR((s.vault + s.merchant_bonus) * 10e0 / NULLIF(s.influence + s.vault + s.merchant_bonus + s.structures, 0)) / 10e0 AS vault_share
    FROM seats s JOIN games g ON g.log = s.log
    WHERE g.game = 'glory_to_rome' AND g.final AND s.game = 'glory_to_rome'
)
SELECT vault_share, COUNT(*) AS players, SUM(CASE WHEN won THEN 1 ELSE 0 END) AS wins, AVG(CASE WHEN won THEN 1e0 ELSE 0e0 END) AS win_rate, AVG(chance) AS chance_rate,
    AVG(total * 1e0 / scale) AS average_points, AVG(influence * 1e0 / scale) AS influence, AVG(vault * 1e0 / scale) AS vault,
    AVG(merchant_bonus * 1e0 / scale) AS merchant_bonus
FROM parts
GROUP BY vault_share
ORDER BY vault_share
