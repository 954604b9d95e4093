# What shells may complete a line with, the man pages, and bash's side of it.
# these bytes
t help --complete sel
t help --complete perft mini
t help --complete perft --lion-moves ''
t help --complete perft minishogi --rule stale
t help --complete perft minishogi --rule=stalemate=
t help --complete perft chu-shogi --preset j
t help --complete selfplay minishogi --param board.
t help --complete selfplay minishogi --param king.at
t help --complete perft --suite ''
t help --complete perft no-such-game --preset ''
t help --complete no-such-command ''
t help --complete help be

mkdir man
t help --man man
find man -name "kagami-[bs]*" | sort
sed -n 2,4p man/kagami-perft.1
t help --man no/such/folder

# complete LINE: what bash offers.
# shellcheck source=/dev/null
. "$TESTS/../scripts/completion/kagami.bash"
compopt() { :; }
complete_line() {
    COMP_LINE="$KAGAMI $1" COMP_POINT=$((${#KAGAMI} + 1 + ${#1})) COMPREPLY=()
    _kagami
    echo "\$ $1| -> ${COMPREPLY[*]}"
}
complete_line 'se'
complete_line 'perft minishogi --rule=stalemate=d'
complete_line 'perft minishogi --rule stalemate=d'
complete_line 'selfplay --o'
touch suite.csv
complete_line 'perft --suite=sui'
