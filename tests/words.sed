# SPDX-License-Identifier: GPL-3.0-or-later
# sed -E: what is left of a printed line without its numbers, their units and the bars made of them.
# Golden outputs and pages are compared so: speeds differ from machine to machine, values from search to
# search; words and shapes do not.
s/\b[0-9]+[dhm][0-9]+[hms]\b//g
s/[0-9][0-9.,]*(e[-+][0-9]+)? ?(s|ms|m|min|h|d|B|kB|MB|GB|TB|PB|KiB|MiB|GiB)\b//g
s/[0-9]e[-+][0-9]+\b//g
s/\b[01 ]*[0-9]-[0-9]+\b//g
s/[]0-9.,:+±*×%█▉▊▋▌▍▎▏░─│┼●<>[()-]+//g
s/\bplies\b/ply/g
s/  +/ /g
s/ $//
