# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads the CONFIG of a night: lines "key = value", '#' begins a comment line. Sourced.
# scripts/night/example.conf explains every key.
#
# config_read FILE sets `config` (key -> value; paths made absolute, from the FILE's folder) or says
# what is wrong with which line and returns 2.

declare -gA config
config_keys=(variant out generations games nodes shards seed values game play tune match sprt ladder
             match_games threads kagami sbatch array rounds time)
config_needed=(variant out games seed)

config_fault() {
    echo "$config_file:$1: $2" >&2
    return 2
}

# config_count LINE KEY VALUE LEAST MOST
config_count() {
    local digits='^[0-9]{1,12}$'
    [[ $3 =~ $digits && $((10#$3)) -ge $4 && $((10#$3)) -le $5 ]] ||
        config_fault "$1" "'$2' must be a whole number from $4 to $5, not '$3'"
}

config_check() {
    local line=$1 key=$2 value=$3
    case $key in
    generations) config_count "$line" "$key" "$value" 1 10000 ;;
    games | match_games) config_count "$line" "$key" "$value" 2 100000000000 ;;
    nodes) config_count "$line" "$key" "$value" 1 1000000000 ;;
    shards | array) config_count "$line" "$key" "$value" 1 100000 ;;
    rounds) config_count "$line" "$key" "$value" 1 10 ;;
    threads) config_count "$line" "$key" "$value" 1 4096 ;;
    seed) config_count "$line" "$key" "$value" 0 999999999999 ;;
    out | values | kagami)
        # The commands get these in one piece; the options below in words.
        [[ $value != *[[:space:]]* ]] || config_fault "$line" "'$key': a path without spaces, not '$value'" ;;
    game | play | tune | match | sbatch)
        [[ $value =~ ^[A-Za-z0-9\ _.,:=@%+/-]*$ ]] ||
            config_fault "$line" "'$key': options are words without quotes or special characters, not '$value'" ;;
    sprt)
        [[ $value =~ ^-?[0-9.]+,-?[0-9.]+$ ]] ||
            config_fault "$line" "'sprt': two numbers with a comma between, not '$value'" ;;
    ladder)
        [[ $value =~ ^[0-9]+(,[0-9]+)*$ ]] ||
            config_fault "$line" "'ladder': node limits with commas between, not '$value'" ;;
    time)
        [[ $value =~ ^[0-9:-]+$ ]] || config_fault "$line" "'time': as sbatch --time takes it, not '$value'" ;;
    variant)
        [[ $value =~ ^[A-Za-z0-9_./-]+$ ]] || config_fault "$line" "'variant': a name or a path, not '$value'" ;;
    esac
}

config_read() {
    config_file=$1
    config=()
    if [[ ! -f $config_file || ! -r $config_file ]]; then
        echo "$config_file: no such file, or not readable" >&2
        return 2
    fi
    local text key value line=0 assignment='^[[:space:]]*([A-Za-z_]+)[[:space:]]*=[[:space:]]*(.*[^[:space:]])?[[:space:]]*$'
    local -A at=()
    while IFS= read -r text || [[ -n $text ]]; do
        line=$((line + 1))
        text=${text%$'\r'}
        [[ $text =~ ^[[:space:]]*(#|$) ]] && continue
        [[ $text =~ $assignment ]] || { config_fault "$line" "'$text': expected 'key = value'"; return; }
        key=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
        [[ " ${config_keys[*]} " == *" $key "* ]] ||
            { config_fault "$line" "unknown key '$key'; there are: ${config_keys[*]}"; return; }
        [[ -z ${at[$key]-} ]] || { config_fault "$line" "'$key' stands in line ${at[$key]} already"; return; }
        [[ -n $value ]] || { config_fault "$line" "'$key' has no value"; return; }
        config_check "$line" "$key" "$value" || return
        at[$key]=$line
        config[$key]=$value
    done <"$config_file"
    for key in "${config_needed[@]}"; do
        [[ -n ${config[$key]-} ]] || { config_fault "$line" "'$key' is missing"; return; }
    done
    config_defaults
    if [[ -n ${config[values]} && ${config[values]} != estimate && ! -r ${config[values]} ]]; then
        config_fault "${at[values]}" "'values': ${config[values]} cannot be read"
        return
    fi
    [[ -x ${config[kagami]} ]] || config_fault "${at[kagami]-$line}" "'kagami': ${config[kagami]} is no program; build it first, or name it"
}

# A path of the file is relative to the file's folder.
config_path() {
    local folder
    folder=$(cd "$(dirname "$config_file")" && pwd)
    [[ -z $1 ]] || (cd "$folder" && realpath -m "$1")
}

config_defaults() {
    local key
    local -A default=([generations]=3 [nodes]=1000 [shards]=1 [values]="" [game]="" [play]=""
        [tune]="" [match]="" [sprt]="0,10" [ladder]="" [match_games]=${config[games]} [threads]="" [sbatch]=""
        [array]=100 [rounds]=2 [time]="" [kagami]="")
    for key in "${!default[@]}"; do
        config[$key]=${config[$key]-${default[$key]}}
    done
    for key in out values kagami; do
        # "estimate" names values, not a file.
        [[ $key = values && ${config[$key]} = estimate ]] || config[$key]=$(config_path "${config[$key]}")
    done
    [[ ${config[variant]} != */* ]] || config[variant]=$(config_path "${config[variant]}")
    if [[ -z ${config[kagami]} ]]; then
        config[kagami]=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/build/release/kagami
        [[ -x ${config[kagami]} ]] || config[kagami]=$(command -v kagami || echo "${config[kagami]}")
    fi
    # Games come in pairs where two players meet.
    config[match_games]=$((config[match_games] + config[match_games] % 2))
}
