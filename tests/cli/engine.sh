# SPDX-License-Identifier: GPL-3.0-or-later
# The engine at the command line: protocols over pipes, analysis. Searches are of mates, which no
# change of the search changes.
timeless=${timeless-} # of tests/cli/run
session() {
    echo "\$ kagami $*"
    "$KAGAMI" "$@" 2>&1 | sed -E "$timeless;s/ nodes [0-9]+ nps [0-9]+ hashfull [0-9]+ time [0-9]+/ #/
        s/[0-9]+ nodes .*/# nodes/;s/\"(nodes|depth|seldepth|seconds)\":([[:space:]]*)[0-9.]+/\"\1\":\2#/
        s/ [0-9]+\/[0-9]+ / #\/# /;s/^(id name Kagami).*/\1/;/^option name [a-z]/d"
    echo
}

session engine --protocol uci minishogi --rule nifu=off <<'EOF'
uci
isready
ucinewgame
position fen 4k/5/3P1/5/K4[GG] w - - 0 1
go depth 1
position fen 4k/3GG/3P1/5/K4[] b - - 0 1
go wtime 100 btime 100
setoption name Variant value chu-shogi
setoption name Preset value jcsa
position startpos moves f2
EOF
session engine --protocol usi <<'EOF'
position sfen 8k/9/8P/9/9/9/9/9/8K b G 1
d
go depth 1
go perft 0
setoption name USI_Variant value chu-shogi
position sfen k11/12/12/12/12/3pp7/3N8/12/12/12/12/K11 b - 1 moves 9g9f8f
d
EOF
echo "go nodes 1000" | "$KAGAMI" engine --protocol uci minishogi >/dev/full || echo "full device: $?"
printf '%s\n' '' usi quit | "$KAGAMI" engine | tail -n 1
printf '%s\n' uci quit | "$KAGAMI" engine minishogi | grep -c 'option name UCI_Variant .*default minishogi'
printf ' uci\nquit\n' | "$KAGAMI" engine minishogi | tail -n 1
# One's own game among the others, and back to it.
sed 's/^name = .*/name = own/' "$TESTS/../core/variants/minishogi.ini" >own.ini
printf '%s\n' uci 'setoption name UCI_Variant value shogi' 'setoption name UCI_Variant value own' d quit |
    "$KAGAMI" engine ./own.ini | grep -E 'UCI_Variant|^info string (fen|variant)'
session engine <<<go || true
t engine nosuch
t engine shogi minishogi
t engine --protocol cecp
t engine shogi --values nosuch.csv
t engine shogi --rule nifu=maybe

session analyze minishogi --fen '4k/5/3P1/5/K4[GG] w - - 0 1' --depth 3
own_values
session analyze minishogi --values own.csv --moves a2a3 --depth 2 --lines 2
session analyze shogi --fen '7nl/7k1/9/7P1/9/9/9/9/K8[GG] w - - 0 1' --nodes 20000 --moves 'G@g7 h8g9' --json
t analyze minishogi --fen '4k/4G/4P/5/K4[] b - - 0 1'
session analyze minishogi --fen '4k/4G/4P/5/K4[] b - - 0 1' --json
t analyze
t analyze shogi --fen 9/9
t analyze shogi --moves 'c3c4 c3c4'
t analyze shogi --lines 0
t analyze shogi --time -1
t analyze shogi c3c4
