#!/usr/bin/env bash
# Scores French and English texts by eighteen metrics, and writes RESULTS.md.
# Needs: pip install 'mondegreen[linguistic,semantic]'; apt install espeak-ng
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

# Counts of words, characters, sentences, lemmas, tags and sounds, then what weighs sense.
metrics=wer,cer,ser,mer,wil,wip,chrf,ler,lcer,uposer,dposer,per,ember,wer-e,wer-s,semdist,bertscore,human
{
    echo '# Results of semantic'
    for language in fr en; do
        files="ref.$language.txt hyp.$language.txt --language $language"
        show "mondegreen score $files --metrics $metrics"
        show "mondegreen align $files --weights wer-e"
    done
} > "$work/RESULTS.md"
mv "$work/RESULTS.md" .
