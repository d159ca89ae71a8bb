#!/usr/bin/env bash
# Scores hyp.txt against ref.txt and writes RESULTS.md.
set -euo pipefail
cd "$(dirname "$0")"
mondegreen=$(command -v mondegreen || echo ../../.venv/bin/mondegreen)

{
    echo '# Results of quickstart'
    for policy in kaldi sub-first; do
        printf '\n## mondegreen score ref.txt hyp.txt --policy %s\n\n```text\n' "$policy"
        "$mondegreen" score ref.txt hyp.txt --policy "$policy" 2>&1
        echo '```'
    done
} > RESULTS.md.new
mv RESULTS.md.new RESULTS.md
