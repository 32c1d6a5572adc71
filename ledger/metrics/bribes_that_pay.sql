-- Bribes that buy the card
-- Of the bribes with coins on them that were laid for a card, how many got it.
-- by: round
-- kind: rate
-- against: others
-- games: lutece
-- own: card round
-- above: {who}: bribes pay more often than elsewhere
-- below: {who}: bribes pay less often than elsewhere
SELECT b.log, b.seat, b.card, b.round, CASE WHEN b.outcome = 'bought' THEN 1.0 ELSE 0.0 END AS value, CAST(NULL AS DOUBLE) AS baseline
FROM bids b JOIN games g ON g.log = b.log
WHERE g.final AND b.game = 'lutece' AND b.coins > 0 AND b.bidders > 0 AND b.outcome <> 'open'
