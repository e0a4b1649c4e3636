#!/usr/bin/env bash
# Passes on the output of `cargo test`, followed by the ten slowest tests:
#
#   cargo test --workspace 2>&1 | bash tests/slowest.sh
#
# The stable test runner reports no times. But it starts tests in the order of their names, as many as it has threads,
# and another one when one ends. The arrival time of each line therefore shows when each test was started.
set -euo pipefail
cd "$(dirname "$0")/.."
threads=${RUST_TEST_THREADS:-$(sed -n 's/^RUST_TEST_THREADS = "\(.*\)"$/\1/p' .cargo/config.toml)}
times=$(mktemp)
trap 'rm -f "$times"' EXIT

while IFS= read -r line; do
    printf '%s\n' "$line"
    case $line in
    'running '* | 'test '* | *Running\ * | *Doc-tests\ *) printf '%s %s\n' "${EPOCHREALTIME/,/.}" "$line" >>"$times" ;;
    esac
done

printf '\nthe ten slowest tests, in seconds:\n'
LC_ALL=C awk -v threads="$threads" '
    / Running | Doc-tests / { binary = $3 == "unittests" ? $NF : $3 }
    $2 == "running" { begun = $1; ended = 0 }
    $2 == "test" && $3 != "result:" && / \.\.\. (ok|FAILED)$/ {
        name = $0
        sub(/^[^ ]* test /, "", name)
        sub(/ \.\.\. (ok|FAILED)$/, "", name)
        names[++ended] = name
        at[ended] = $1
    }
    $2 == "test" && $3 == "result:" {
        for (n = 1; n <= ended; n++) {
            for (m = n; m > 1 && order[m - 1] > names[n]; m--) order[m] = order[m - 1]
            order[m] = names[n]
        }
        for (n = 1; n <= ended && n <= threads; n++) start[order[n]] = begun
        for (m = 1; m <= ended; m++) {
            printf "%8.1f  %s  %s\n", at[m] - start[names[m]], binary, names[m]
            if (n <= ended) start[order[n++]] = at[m]
        }
        ended = 0
    }' "$times" | sort -rn | head -n 10 || true
