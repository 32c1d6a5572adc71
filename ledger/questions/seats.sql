-- Wins by seat, number of players and edition
-- Whether the place at the table matters, with the bounds between which the true rate lies (95 %).
-- games: every
-- :game text | Which game.
-- bars: win_rate
-- chart: bar edition+seats+seat win_rate low high
-- n: games
-- against: chance_rate
-- facets: edition
-- above: {who} wins more than chance
-- below: {who} wins less than chance
-- axes: edition, players, seat | games won (%)
by edition, seats, seat
games = n of wins
wins = total of wins
win_rate = value of wins
low = low of wins
high = high of wins
chance_rate = baseline of wins
average_points = value of points
