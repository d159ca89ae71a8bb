#!/usr/bin/env bash
# Compares what a recognizer found before and after rescoring by a better language model, and writes RESULTS.md.
# Needs: pip install 'mondegreen[linguistic,semantic]'
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PATH:$PWD/../../.venv/bin" COLUMNS=110
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

show() { # a command, and what it prints
    printf '\n## %s\n\n```text\n' "$1"
    eval "$1" 2>&1 || { tail -n 1 "$work/RESULTS.md" >&2 && exit 1; }
    echo '```'
}

metrics=wer,cer,ler,lcer,uposer,dposer,ember:per=columns,semdist,bertscore
texts="ref.txt base.txt rescored.txt --language fr"
{
    echo '# Results of rescoring'
    show "mondegreen compare $texts --metrics $metrics --by upos --marks unfinished.txt --top 2"
    show "mondegreen study correlate $texts --metrics $metrics"
} > "$work/RESULTS.md"
mv "$work/RESULTS.md" .
