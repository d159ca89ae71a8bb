#!/usr/bin/env bash
# Tries a wheel as its users would, where there is no Rust: in an empty environment, by the quickstart.
set -euo pipefail
wheel=$(realpath "$1")
cd "$(dirname "$0")/.."
python=${PYTHON:-python}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

"$python" -m venv "$place/env"
programs=$place/env/bin
[ -d "$programs" ] || programs=$place/env/Scripts
"$programs/python" -m pip install --quiet "$wheel"
cp -r egs/quickstart "$place/quickstart"
PATH="$programs:/usr/bin:/bin" "$place/quickstart/run.sh"
diff egs/quickstart/RESULTS.md "$place/quickstart/RESULTS.md"
