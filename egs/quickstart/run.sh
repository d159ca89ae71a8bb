#!/usr/bin/env bash
# Scores hyp.txt against ref.txt and writes RESULTS.md.
set -euo pipefail
cd "$(dirname "$0")"
mondegreen=$(command -v mondegreen || echo ../../.venv/bin/mondegreen)

{
    echo '# Results of quickstart'
    for align in kaldi sub-first; do
        printf '\n## mondegreen score ref.txt hyp.txt --align %s\n\n```text\n' "$align"
        "$mondegreen" score ref.txt hyp.txt --align "$align" 2>&1
        echo '```'
    done
} > RESULTS.md.new
mv RESULTS.md.new RESULTS.md
