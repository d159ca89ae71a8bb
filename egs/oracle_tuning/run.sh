#!/usr/bin/env bash
# Chooses from n-best lists by oracles and by tuned weights, and asks what the choices do to translations.
# Needs: pip install 'mondegreen[linguistic,translation]'
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

translate() { # looks up what a translator made of each hypothesis
    awk -F '\t' 'NR == FNR { of[$1] = $2; next } { key = $1; sub(/ .*/, "", key); sub(/[^ ]* /, ""); print key, of[$0] }' \
        translations.tsv "$1"
}

cp ref.fr.txt ref.en.txt nbest.jsonl translations.tsv "$work"
results=$PWD/RESULTS.md
cd "$work"
{
    echo '# Results of oracle_tuning'
    show 'mondegreen nbest oracle ref.fr.txt nbest.jsonl --metrics wer,wer-e,wer-s --language fr --write oracle.{metric}.txt'
    show "mondegreen nbest tune ref.fr.txt nbest.jsonl --weights 'lm=0:1.5:0.25 am=1' --metrics wer,wer-s --language fr"
    mondegreen nbest rerank nbest.jsonl --weights am=1,lm=0.75 --output by_wer.txt
    show 'mondegreen nbest rerank nbest.jsonl --weights am=1,lm=1.25 | tee by_wer-s.txt'
    show 'mondegreen nbest rerank nbest.jsonl --weights am=1,lm=0.25 --risk cer'
    for choice in by_wer by_wer-s oracle.wer oracle.wer-s; do
        translate $choice.txt > $choice.en.txt
    done
    translated='--translated ref.en.txt --language fr --metrics wer,wer-s --scores ter,bleu --blocks 1'
    show "mondegreen study downstream ref.fr.txt by_wer-s.txt --translation by_wer-s.en.txt --against by_wer.en.txt $translated"
    show "mondegreen study downstream ref.fr.txt oracle.wer-s.txt --translation oracle.wer-s.en.txt --against oracle.wer.en.txt $translated"
} > RESULTS.md
mv RESULTS.md "$results"
