#!/bin/bash
# Makes a game in the real window with keys and mouse only: from `rasher` without arguments to an exported page.
#
#   draw.sh RASHER FOLDER [PICTURES]     the program, a new folder as the console's home, a folder for pictures of each stage
#
#   the shelf             a click on "yours", one on "new cart"
#   sprites.txt pieces.txt   with the pencil, one drag for each run of a colour; the moon with the ellipse tool
#   map.txt                  with the stamp, one drag for each run of a tile
#   the tune (below)         with the piano keys, in the tracker; patterns with digits
#   code.lua                 typed
#   the prompt            lines about the running game, `save moonpond`, `export moonpond.html`
#
# The cart is then FOLDER/my_carts/moonpond.p8, and the page is beside it.
#
# Needs Xvfb, xdotool and import (`sh tests/setup.sh`). Positions are for a window of 1280x720: a canvas of 640x360 with
# two window pixels per pixel. The result is for looking at, not for comparison: the editors' own tests check what keys
# do.
set -eu
rasher=$(realpath "$1"); folder=$2; pictures=${3:-}
here=$(dirname "$(realpath "$0")")
[ -z "$pictures" ] || mkdir -p "$pictures"
work=$(mktemp -d); trap 'kill $program $server 2>/dev/null; rm -rf "$work"' EXIT
program=; server=

mkdir -p "$folder"
echo '{"window": [1280, 720], "pause_on_blur": false}' >"$folder/settings.json"

exec 3<>"$work/number"
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 2>/dev/null & server=$!
for _ in $(seq 100); do [ -s "$work/number" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/number")
"$rasher" --home "$folder" --renderer soft 2>"$work/said" & program=$!
window=
for _ in $(seq 300); do window=$(xdotool search --name "^Rasher - " | head -1) && [ -n "$window" ] && break; sleep 0.1; done
xdotool windowfocus --sync "$window"
sleep 1

# Actions are collected and then run at once: one xdotool line per step.
steps=
do_steps() { xdotool - <<<"$steps"; steps=; sleep "${1:-0.3}"; }
key() { for k in "$@"; do steps+="key $k"$'\n'; done; }
point() { steps+="mousemove $((2 * $1 + 1)) $((2 * $2 + 1))"$'\n'; }
click() { point "$1" "$2"; steps+="click 1"$'\n'; }
drag() { point "$1" "$2"; steps+=$'mousedown 1\n'; point "$3" "$4"; steps+=$'mouseup 1\n'; }
shot() { do_steps 0.5; [ -z "$pictures" ] || import -window root "$pictures/$1.png"; }

# The sprite editor: canvas at 10,13 with 256 pixels, palette at 10,285 with two rows of cells of 32 and 20, sheet at 272,13 with cells of 16.
color() { click $((10 + 16#$1 % 8 * 32 + 16)) $((285 + 16#$1 / 8 * 20 + 10)); }
sprite() { click $((272 + $1 % 16 * 16 + 8)) $((13 + $1 / 16 * 16 + 8)); }
pixels() { # FILE SIDE: the sprites of the file, each so many pixels wide
    local size=$((256 / $2)) row=0 at line run last
    while read -r line; do
        case $line in
        '#'*) ;;
        sprite*) do_steps 0.02; sprite "${line#sprite }"; row=0 ;;
        *)
            for ((at = 0; at < $2; at += run)); do
                run=1
                while ((at + run < $2)) && [ "${line:at+run:1}" = "${line:at:1}" ]; do run=$((run + 1)); done
                [ "${line:at:1}" = . ] && continue
                [ "${line:at:1}" = "${last:-}" ] || color "${line:at:1}"
                last=${line:at:1}
                drag $((10 + at * size + size / 2)) $((13 + row * size + size / 2)) \
                    $((10 + (at + run - 1) * size + size / 2)) $((13 + row * size + size / 2))
            done
            row=$((row + 1))
            ;;
        esac
    done <"$1"
    do_steps
}

# The shelf's picture of 128x128 has five window pixels for each of its own, from 320,40 on.
sleep 3
shot shelf
shelf() { steps+="mousemove $((320 + 5 * $1)) $((40 + 5 * $2))"$'\nclick 1\n'; }
key Tab; do_steps 2
shot yours
shelf 22 31; do_steps 3
shot new
# A new cart opens in the code editor; the next tab is sprites.
click 40 4; do_steps
key b
pixels "$here/sprites.txt" 8
shot sprites
sprite 32; key less; do_steps
pixels "$here/pieces.txt" 16
# The moon: the tool for filled ellipses, on 32 by 32 pixels.
sprite 64; key less shift+e
disc() { # COLOR X Y X Y
    color "$1"
    drag $((10 + $2 * 8 + 4)) $((13 + $3 * 8 + 4)) $((10 + $4 * 8 + 4)) $((13 + $5 * 8 + 4))
}
disc f 0 0 31 31; disc 7 0 0 29 29
disc 6 5 7 11 12; disc 6 17 4 20 7; disc 6 15 16 24 23; disc 6 8 20 11 23; disc f 16 17 22 22
shot moon

# The map editor: cells of 8 at 4,12; the sheet at 508,88 with cells of 8.
key alt+Right; do_steps
key ctrl+a Delete Escape b; do_steps
declare -A tile
row=0
while read -r line; do
    case $line in
    '#'*) continue ;;
    tiles*) for pair in ${line#tiles }; do tile["${pair%%=*}"]=${pair#*=}; done; continue ;;
    esac
    for ((at = 0; at < ${#line}; at += run)); do
        run=1
        while ((at + run < ${#line})) && [ "${line:at+run:1}" = "${line:at:1}" ]; do run=$((run + 1)); done
        [ "${line:at:1}" = . ] && continue
        n=${tile["${line:at:1}"]}
        click $((508 + n % 16 * 8 + 4)) $((88 + n / 16 * 8 + 4))
        drag $((8 + 8 * at)) $((16 + 8 * row)) $((8 + 8 * (at + run - 1))) $((16 + 8 * row))
    done
    do_steps 0.02
    row=$((row + 1))
done < <(tr '\\' '\\' <"$here/map.txt")
shot map

# The sound editor: notes with the piano keys, a dot for a rest.
notes() { local at; key Home; for ((at = 0; at < ${#1}; at++)); do
    case ${1:at:1} in .) key Down ;; ' ') ;; *) key "${1:at:1}" ;; esac; done; do_steps; }
key alt+Right Tab; do_steps
# What the game itself plays: 1 begin, 2 a fly is caught, 3 a bat, 4 the end.
key plus alt+6 less; do_steps
notes 'zcbqet'
key plus alt+1 less less; do_steps
notes 'qti'
key plus alt+7; do_steps
notes 'qmnbv'
key plus alt+1; do_steps
notes 'teqb..c..z'
key minus minus minus minus; do_steps
for _ in 1 2 3 4; do key ctrl+plus; done; do_steps
key alt+1 alt+Down alt+Down ctrl+4; do_steps
notes 'nqeuyeqe vnqeyeqn zbqeueqb cbmwtwmb'
key plus alt+Next alt+Up alt+Up; do_steps
notes 'n..n.... v..v.... q..q.... c..c....'
key plus alt+Prior alt+Prior alt+6 alt+Down ctrl+4; do_steps
notes 'e...w.q. n...q... m...b... c.b.m..w'
shot sound
key plus ctrl+4; do_steps
notes 'q..e..t. y..t..e. e...w.q. m.......'
# The music editor: digits enter the number of the channel's sound.
key alt+Right ctrl+a Delete Escape Home; do_steps
pattern() { local n; for n in "$@"; do key "${n:0:1}" "${n:1:1}" Right; do_steps 0.8; done; }
pattern 32 33; key bracketleft Left Left plus; do_steps
pattern 32 33 34; key Left Left Left plus; do_steps
pattern 32 33 35; key Left Left Left plus; do_steps
pattern 32 34 35; key bracketright Left Left Left minus; do_steps
shot music

# The code editor indents a new line like the previous one, plus one
# space after an opened block; End closes the list of completions.
click 10 4; key ctrl+a Delete; do_steps
deep=0
while IFS= read -r line; do
    text=${line#"${line%%[! ]*}"}
    want=$((${#line} - ${#text}))
    [ -z "$text" ] && want=$deep
    for ((; deep > want; deep--)); do key BackSpace; done
    do_steps 0.02
    [ -z "$text" ] || xdotool type --delay 12 -- "$text"
    key End Return
    do_steps 0.05
    case $text in *')' | *do | *then) [[ $text == *function* || $text == *do || $text == *then ]] && deep=$((deep + 1)) ;; esac
done <"$here/code.lua"
key ctrl+Home; do_steps
shot code
key ctrl+s; do_steps 2
key ctrl+r; do_steps 6
shot cart
# The prompt, in the paused cart.
key F2 F10; do_steps
line() { xdotool type --delay 12 -- "$1"; key Return; do_steps 0.5; }
line '#fly'; line 'boat'; line 'boat=70'; line 'sin(0.3)*boat'; line 'fly[1]'; line 'for i=1,3 do print(fly[i].x) end'
line 'function off(f) return abs(f.x-boat) end'; line 'off(fly[1])'; line 'boats.x'; line 'help circfill'; line 'circfill(64,64,9,14)'
shot prompt # console/studio/prompt.png
key ctrl+l; line 'save moonpond'; do_steps 1; line 'export moonpond.html'
# The first page of a checkout is compiled, which takes minutes.
for _ in $(seq 600); do [ -s "$folder/my_carts/moonpond.html" ] && break; sleep 1; done
do_steps 2
shot exported
key Escape; do_steps 1
key ctrl+q; do_steps 1
wait $program || true
cat "$work/said"
