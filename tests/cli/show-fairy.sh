# SPDX-License-Identifier: GPL-3.0-or-later
# these bytes
# Games as Fairy-Stockfish reads them, and those that it cannot.
t show --as fairy minishogi
t show --as fairy kagamigi --name mirror --rule nifu=off --rule pawn-drop-mate=legal --rule zone=2
t show --as fairy shogi --rule repetition=threefold-draw --rule stranded=allow --rule drops=off
t show --as fairy chu-shogi
t show --as fairy minishogi --rule promotion-trigger=end
t show --as fairy minishogi --rule impasse=declaration
t show --as fairy minishogi --rule repetition=forbidden
sed -e 's/^P = .*/P = P, Crow, mWcF, +P, Tokin, WfF/' "$TESTS/../core/variants/minishogi.ini" >crow.ini
t show --as fairy ./crow.ini
t show --as fairy ./crow.ini --rule pawn-drop-mate=legal
t show --as fairy
t show --as fairy shogi minishogi
t show shogi --name other
t show shogi --as text
