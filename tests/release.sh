#!/usr/bin/env bash
# Builds what is released into target/release-check, and tries it as its users would: the wheel where there is no Rust,
# the source archive for all that it is built from.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
place=target/release-check
rm -rf "$place"
mkdir -p "$place"

"$python" -m pip install --quiet 'maturin>=1.8,<2'
export MATURIN_NO_MISSING_BUILD_BACKEND_WARNING=1 # ours is maturin's
"$python" -m maturin build --release --locked --quiet --out "$place"
"$python" -m maturin sdist --out "$place"

wheel=$(ls "$place"/*.whl)
case "$wheel" in
    *-cp310-abi3-*) ;;
    *) echo "$wheel is not for every Python from 3.10 on" && exit 1 ;;
esac

# All that git knows of the code is in the source archive, and the version is the one of Cargo.toml.
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
tar -tzf "$place/mondegreen-$version.tar.gz" | sed "s#^mondegreen-$version/##" | sort > "$place/held"
git ls-files -- python rust/core/src rust/py Cargo.lock LICENSE README.md | sort > "$place/known"
lacking=$(comm -13 "$place/held" "$place/known")
[ -z "$lacking" ] || { echo "the source archive lacks: $lacking" && exit 1; }

# The licences of what is built in come with it.
for each in LICENSE rust/THIRD-PARTY.txt; do
    "$python" -m zipfile -l "$wheel" | grep -q "dist-info/licenses/$each " || { echo "the wheel lacks $each" && exit 1; }
    grep -qx "$each" "$place/held" || { echo "the source archive lacks $each" && exit 1; }
done

# A wheel is small: what grows beyond this is data that belongs into an extra.
size=$(wc -c < "$wheel")
[ "$size" -le 4194304 ] || { echo "$wheel has $size bytes; 4 MB are the most" && exit 1; }

PYTHON="$python" tests/wheel.sh "$wheel"
echo "mondegreen $version: the wheel and the source archive are whole"
