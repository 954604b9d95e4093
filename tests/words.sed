# SPDX-License-Identifier: GPL-3.0-or-later
# sed -E: what is left of a printed line without its numbers, their units and the bars made of them.
# Golden outputs and pages are compared so: speeds differ from machine to machine, values from search to
# search; words and shapes do not. Nor do they show what a number decides: the verdict beside a p, the piece
# that differs most, the mean of methods that agree. A row with intervals keeps one sign of them, at its end.
s/( [01]\.[0-9]{3} +)(yes|no|no difference shown|worth depends on the player)(  |$)/\1\3/
s/(stand out|differ); most: .*/\1; most/
s/ ≠//g
s/([0-9]) prior\b/\1/g
s/^( +ID +armies .*) mean$/\1/
s/\br[0-9a-f]{12}\b//g
/[^ ]  .*±/s/$/¤/
s/\b[0-9]+[dhm][0-9]+[hms]\b//g
s/[0-9][0-9.,]*(e[-+][0-9]+)? ?(s|ms|m|min|h|d|B|kB|MB|GB|TB|PB|KiB|MiB|GiB)\b//g
s/[0-9]e[-+][0-9]+\b//g
s/\b[01 ]*[0-9]-[0-9]+\b//g
s/[]0-9.,:+±*×%█▉▊▋▌▍▎▏░─│┼●<>[()-]+//g
s/\bplies\b/ply/g
s/  +/ /g
s/ $//
s/ ?¤$/ ±/
