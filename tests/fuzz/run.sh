#!/usr/bin/env bash
# Fuzzes a target of the core for some seconds, from all inputs that are kept: tests/fuzz/run.sh TARGET SECONDS
# It needs cargo-fuzz; what fails is left in tests/fuzz/artifacts/TARGET.
set -euo pipefail
[ $# = 2 ] || { echo "usage: tests/fuzz/run.sh TARGET SECONDS" >&2; exit 2; }
cd "$(dirname "$0")/../.."
target=$1 seconds=$2
found=tests/fuzz/target/found/$target
mkdir -p "$found"
python3 tests/fuzz/archive.py unpack "$target"

options=(-max_total_time="$seconds" -timeout=60 -print_final_stats=1)
case "$target" in
    # A thread that is about to end looks like a leak.
    batch | corrupt) options+=(-detect_leaks=0) ;;
esac
# The variable lets a stable compiler instrument.
RUSTC_BOOTSTRAP=1 exec cargo fuzz run --fuzz-dir tests/fuzz "$target" "$found" "tests/fuzz/target/corpus/$target" -- "${options[@]}"
