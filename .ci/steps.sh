# Sourced by .ci/run and .ci/release: runs steps, and reports how long each took and its processor time.
#
#   step NAME COMMAND...   runs it, even if an earlier step failed; false if it failed
#   report                 the table of all steps; false if any of them failed
#
# "clock" is wall clock time, "processor" the time of all processors together, both in minutes and seconds.
# shellcheck shell=bash
export CI=true CARGO_INCREMENTAL=0 CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
log=$(mktemp)
trap 'rm -f "$log" "$log.times"' EXIT
table='' failed=''

# The processor time of this shell's children so far, in seconds: the second line of `times`, such as 1m2.345s 0m1.234s.
spent() {
    local user system
    times >"$log.times" # not in a subshell: its children are not ours
    { read -r _; read -r user system; } <"$log.times"
    cost=0
    for part in "$user" "$system"; do
        part=${part%%.*}
        cost=$((cost + 60 * ${part%m*} + ${part#*m}))
    done
}

row() { # row NAME CLOCK PROCESSOR RESULT
    printf -v table '%s%-12s %4d:%02d %6d:%02d  %s\n' "$table" "$1" $(($2 / 60)) $(($2 % 60)) $(($3 / 60)) $(($3 % 60)) "$4"
}

step() {
    local name=$1 begin=$SECONDS result=ok before
    shift
    spent
    before=$cost
    printf '\n=== %s: %s\n' "$name" "$*"
    "$@" || { result=FAILED; failed="$failed $name"; }
    spent
    row "$name" $((SECONDS - begin)) $((cost - before)) "$result"
    [ "$result" = ok ]
}

tree() { git status --porcelain 2>/dev/null; }
same_tree() { # steps may not write into the checkout: outputs belong into target/ and tests/out/
    local now
    now=$(tree)
    [ "$now" = "$clean" ] || { printf 'the steps changed the checkout:\n%s\n' "$now"; return 1; }
}
clean=$(tree)

report() {
    step tree same_tree
    spent
    row total "$SECONDS" "$cost" "${failed:+FAILED}"
    printf '\n%-12s %7s %9s\n%s' step clock processor "$table"
    [ -z "$failed" ] || { printf 'FAILED:%s\n' "$failed"; return 1; }
}
