# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A headless browser that a test looks into and clicks on, by the protocol of its developer tools
# over a pipe. To be sourced by a script with `set -euo pipefail`.
#   browser_start FOLDER           77 where there is no browser; its profile goes into FOLDER
#   browser_size WIDTH HEIGHT [dark|light]
#   browser_open FILE              and waits until it is loaded
#   browser_value EXPRESSION       prints a text, number or flag; waits for a promise
#   browser_click X Y              a real one, in the window's pixels
#   browser_drag X Y X Y [left|right|touch]
#   browser_still [yes]            whoever looks wants no motion; else as usual
#   browser_key KEY [CODE]         ArrowLeft, u, Enter
#   browser_shot FILE.png
#   browser_faults                 how many errors the pages have had
#   browser_stop FOLDER            and removes FOLDER

browser_start() {
    local browser
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
        echo "no chromium here"
        exit 77
    }
    mkfifo "$1/to" "$1/from"
    browser_log=$1/browser.log browser_events=$1/events
    : >"$browser_events"
    HOME=$1 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --mute-audio \
        --disable-dev-shm-usage --user-data-dir="$1/profile" --remote-debugging-pipe \
        3<"$1/to" 4>"$1/from" >"$browser_log" 2>&1 &
    browser_process=$!
    exec {browser_in}>"$1/to" {browser_out}<"$1/from"
    browser_session=
    local target
    target=$(browser_send Target.createTarget '{"url":"about:blank"}' | sed -E 's/.*"targetId":"([^"]*)".*/\1/')
    browser_session=$(browser_send Target.attachToTarget "{\"targetId\":\"$target\",\"flatten\":true}" |
        sed -E 's/.*"sessionId":"([^"]*)".*/\1/')
    browser_send Page.enable '{}' >/dev/null
    browser_send Runtime.enable '{}' >/dev/null
    browser_send Log.enable '{}' >/dev/null
}

# Its helpers outlive it for a moment and may still write into the folder.
browser_stop() {
    [[ -z ${browser_process-} ]] || kill -KILL "$browser_process" 2>/dev/null || true
    wait "${browser_process-}" 2>/dev/null || true
    local i
    for ((i = 0; i < 600; i++)); do
        ! rm -rf "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    echo "cannot remove $1" >&2
}

# browser_send METHOD PARAMETERS: prints the answer; what else is reported goes to a file.
browser_send() {
    local answer id
    id=$(($(cat "$browser_events.id" 2>/dev/null || echo 0) + 1))
    echo "$id" >"$browser_events.id"
    printf '{"id":%d,%s"method":"%s","params":%s}\0' "$id" \
        "${browser_session:+\"sessionId\":\"$browser_session\",}" "$1" "$2" >&"$browser_in"
    while IFS= read -r -t 600 -d '' -u "$browser_out" answer; do
        if [[ $answer == "{\"id\":$id,"* ]]; then
            printf '%s\n' "$answer"
            return
        fi
        printf '%s\n' "$answer" >>"$browser_events"
    done
    echo "the browser does not answer" >&2
    exit 3
}

# A text as JSON has it.
browser_quote() {
    local text=${1//\\/\\\\}
    text=${text//\"/\\\"}
    printf '"%s"' "${text//$'\n'/\\n}"
}

browser_size() {
    browser_send Emulation.setDeviceMetricsOverride \
        "{\"width\":$1,\"height\":$2,\"deviceScaleFactor\":1,\"mobile\":false}" >/dev/null
    browser_send Emulation.setEmulatedMedia \
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"${3-light}\"}]}" >/dev/null
}

browser_open() {
    browser_send Page.navigate "{\"url\":\"file://$(realpath "$1")\"}" >/dev/null
    local tries
    for ((tries = 0; tries < 3000; tries++)); do
        [[ $(browser_value 'document.readyState + location.protocol') != completefile: ]] || return 0
        sleep 0.1
    done
    echo "the page is not loaded"
    exit 3
}

browser_value() {
    local answer
    answer=$(browser_send Runtime.evaluate \
        "{\"awaitPromise\":true,\"returnByValue\":true,\"userGesture\":true,\"expression\":$(browser_quote "$1")}")
    if [[ $answer == *'"exceptionDetails"'* ]]; then
        printf 'in the page: %s\n' "$answer" >&2
        exit 3
    fi
    sed -nE 's/.*"value":("(([^"\\]|\\.)*)"|([^",}]*)).*/\2\4/p' <<<"$answer" |
        sed 's/\\"/"/g; s/\\n/\n/g'
}

browser_click() {
    local kind
    for kind in mousePressed mouseReleased; do
        browser_send Input.dispatchMouseEvent \
            "{\"type\":\"$kind\",\"x\":$1,\"y\":$2,\"button\":\"left\",\"clickCount\":1}" >/dev/null
    done
}

browser_drag() {
    local button=${5-left} bit=1 x=$1 y=$2 step
    [[ $button != right ]] || bit=2
    touch() { browser_send Input.dispatchTouchEvent "{\"type\":\"touch$1\",\"touchPoints\":[$2]}" >/dev/null; }
    mouse() {
        browser_send Input.dispatchMouseEvent \
            "{\"type\":\"mouse$1\",\"x\":$x,\"y\":$y,\"button\":\"$button\",\"buttons\":$bit,\"clickCount\":1}" >/dev/null
    }
    if [[ $button == touch ]]; then touch Start "{\"x\":$x,\"y\":$y}"; else mouse Pressed; fi
    for step in 1 2 3; do
        x=$(($1 + ($3 - $1) * step / 3)) y=$(($2 + ($4 - $2) * step / 3))
        if [[ $button == touch ]]; then touch Move "{\"x\":$x,\"y\":$y}"; else mouse Moved; fi
    done
    if [[ $button == touch ]]; then touch End ""; else mouse Released; fi
}

browser_still() {
    browser_send Emulation.setEmulatedMedia \
        "{\"features\":[{\"name\":\"prefers-reduced-motion\",\"value\":\"${1:+reduce}\"}]}" >/dev/null
}

browser_key() {
    local kind
    for kind in rawKeyDown keyUp; do
        browser_send Input.dispatchKeyEvent "{\"type\":\"$kind\",\"key\":\"$1\"}" >/dev/null
    done
}

browser_shot() {
    browser_send Page.captureScreenshot "{\"captureBeyondViewport\":${2-false}}" |
        sed -E 's/.*"data":"([^"]*)".*/\1/' | base64 -d >"$1"
}

browser_faults() {
    browser_value 1 >/dev/null # what was reported until now is written down
    grep -cE '"method":"(Runtime.exceptionThrown|Log.entryAdded)"|"type":"error"' "$browser_events" || true
}

# What a page shows, by its text or by a pattern.
check() { # WHAT EXPECTED FOUND
    [[ $2 == "$3" ]] || {
        echo "$1: '$3', expected '$2'"
        exit 3
    }
}
expect() { # WHAT PATTERN FOUND
    [[ $3 =~ $2 ]] || {
        echo "$1: '$3', expected '$2'"
        exit 3
    }
}
