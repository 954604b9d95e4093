# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of kagami in fish: the program itself knows its options and their values.
function __kagami_complete
    set -l words (commandline -opc)
    set -l start (commandline -ct)
    for line in (kagami help --complete $words[2..-1] "$start" 2>/dev/null)
        switch $line
            case '<file>' '<folder>'
                __fish_complete_path (string replace -r '^--[^=]*=' '' -- "$start")
            case '*'
                echo $line
        end
    end
end
complete -c kagami -f -a '(__kagami_complete)'
