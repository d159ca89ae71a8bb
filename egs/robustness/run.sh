#!/usr/bin/env bash
# Makes errors in text.txt at rates from 0 to 50 % and writes what they do to encoders and metrics into RESULTS.md.
# Needs: pip install 'mondegreen[linguistic,semantic,robustness,plot]'
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PATH:$PWD/../../.venv/bin"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp text.txt pairs.tsv "$work"
folder=$PWD
cd "$work"

mondegreen simulate text.txt --language en --save-table table.tsv --to kaldi --output noisy.txt
options=(
    text.txt --pairs pairs.tsv --language en --table table.tsv --rates 0:0.5:0.1 --draws 3 --seed 7
    --encoders avg,avg-stop,sif,usif,subs-stop,sentences --metrics wer,cer,semdist,ember
)
[ $# -eq 0 ] || options+=(--plot "$folder/$1")
{
    echo '# Results of robustness'
    printf '\n```text\n'
    mondegreen study robustness "${options[@]}"
    echo '```'
} > RESULTS.md
mv RESULTS.md "$folder"
