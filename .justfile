# The verbs of a contributor. `just` alone lists them; it comes with `pip install '.[test]'`.

bin := justfile_directory() / ".venv/bin"
export PATH := bin + ":" + env("PATH")

_list:
    @just --list --unsorted

# Compile the core and install the package into .venv so that edits to Python files count at once
build:
    python3 -m venv .venv
    pip install --editable '.[test]'

# Run the default tier: the Rust tests, then the Python tests on all cores
test *pytest_options:
    cargo test --workspace
    pytest -n auto --dist loadfile {{ pytest_options }}

# Run what the default tier leaves out: live originals, Ray, browser, recipes, faults
test-full *pytest_options:
    pytest -n auto --dist loadfile -m full {{ pytest_options }}

# Check style and types of both languages, and the stub against the bindings and the built module
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    ruff check
    ruff format --check
    mypy
    mypy --platform win32 --cache-dir .mypy_cache/win32 python/mondegreen
    mypy --platform darwin --cache-dir .mypy_cache/darwin python/mondegreen
    python tests/stub.py --check
    python -m mypy.stubtest mondegreen._core

# Write anew what is made from the code: the tables in README.md, the licences of crates, the stub, the results in egs/
gen:
    python tests/generated.py
    python tests/notices.py
    python tests/stub.py
    python tests/pictures.py
    failed=; for recipe in egs/*/run.sh; do "$recipe" || failed=1; done; [ -z "$failed" ]

# Ask the original programs anew for all that is recorded of them, and fail if anything changed; --accept keeps the change
golden *options:
    failed=; for each in tests rust/core/tests; do python $each/golden/regenerate.py {{ options }} || failed=1; done; [ -z "$failed" ]

# Run sclite and the original (Debian's sctk) on random inputs and compare every byte
differential *count:
    python tests/differential.py {{ count }}

# Draw N random mutants of the package (--change: of what changed) and list those that no default test notices
mutants *options:
    python tests/mutants.py {{ options }}

# Ask the public lists (network) for known faults of the crates and packages; it needs cargo-deny and pip-audit
audit:
    cargo deny check
    pip-audit --skip-editable

# Build the documentation site into target/site; it needs `pip install '.[docs]'`
site:
    python .ci/site.py

# Check the core for other systems (rustup fetches their standard libraries); blake3 without its C compilers
systems:
    rustup target add x86_64-pc-windows-msvc aarch64-apple-darwin aarch64-unknown-linux-gnu
    for target in x86_64-pc-windows-msvc aarch64-apple-darwin aarch64-unknown-linux-gnu; do \
        PYO3_NO_PYTHON=1 cargo check --target $target --workspace --features blake3/pure || exit 1; done

# Build the wheel and the source archive, and try them where there is no Rust
release:
    tests/release.sh
