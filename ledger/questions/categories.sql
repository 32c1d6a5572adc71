-- Where points come from
-- Average points by category, of winners and of everybody else.
-- games: every
-- :game text | Which game.
-- bars: winners
-- chart: bar category winners
-- axes: category | average points of winners (the mark: of everybody else)
-- n: winning_players
-- against: others
-- order: winners
by category
winners = value of category_points where won=true
lower = low of category_points where won=true
upper = high of category_points where won=true
others = value of category_points where won=false
difference = winners less others
winning_players = n of category_points where won=true
