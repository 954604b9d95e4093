# SPDX-License-Identifier: GPL-3.0-or-later
# Games as Fairy-Stockfish reads them, and those that it cannot.
t export-fairy minishogi
t export-fairy kagamigi --name mirror --rule nifu=off --rule pawn-drop-mate=legal --rule zone=2
t export-fairy shogi --rule repetition=threefold-draw --rule stranded=allow --rule drops=off
t export-fairy chu-shogi
t export-fairy minishogi --rule promotion-trigger=end
t export-fairy minishogi --rule impasse=declaration
t export-fairy minishogi --rule repetition=forbidden
sed -e 's/^P = .*/P = P, Crow, mWcF, +P, Tokin, WfF/' "$TESTS/../core/variants/minishogi.ini" >crow.ini
t export-fairy ./crow.ini
t export-fairy ./crow.ini --rule pawn-drop-mate=legal
t export-fairy
t export-fairy shogi minishogi
