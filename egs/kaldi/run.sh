#!/usr/bin/env bash
# Scores a decode folder of lattices, as a recipe of Kaldi does and by `mondegreen kaldi score`, and writes RESULTS.md.
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PATH:$PWD/../../.venv/bin" COLUMNS=100
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

show() { # a command, and what it prints
    printf '\n## %s\n\n```text\n' "$1"
    eval "$1" 2>&1 || { tail -n 1 "$work/RESULTS.md" >&2 && exit 1; }
    echo '```'
}

# What a recipe has at this point: data, a language, lattices, and Kaldi's entries, which here are mondegreen's.
cp -r data lang lattices.txt "$work"
results=$PWD/RESULTS.md
cd "$work"
mondegreen tools link --kaldi . > /dev/null
mkdir -p exp/decode
utils/sym2int.pl -f 3 lang/words.txt lattices.txt | gzip -n > exp/decode/lat.1.gz
touch cmd.sh path.sh

{
    echo '# Results of kaldi'
    show 'steps/score_kaldi.sh data lang exp/decode'
    show 'grep WER exp/decode/wer_* | utils/best_wer.sh'
    show 'cat exp/decode/scoring_kaldi/wer_details/per_utt'
    mv exp/decode/scoring_kaldi as_kaldi
    show 'mondegreen kaldi score data lang exp/decode --metrics cer'
    show 'diff -r --exclude log as_kaldi exp/decode/scoring_kaldi && echo the same'
    show 'mondegreen nbest oracle data/text exp/decode/lat.1.gz --words lang/words.txt --metrics wer,cer'
} > RESULTS.md
mv RESULTS.md "$results"
