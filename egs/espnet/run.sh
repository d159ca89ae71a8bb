#!/usr/bin/env bash
# Scores an experiment of ESPnet with its n-best lists, and shows the summary as its own script does.
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

# What a recipe has after decoding. Scoring writes beside the hypotheses, so this is done in a copy.
cp -r dump exp "$work"
results=$PWD/RESULTS.md
cd "$work"
mondegreen tools link --espnet . > /dev/null
exp=exp/asr_train_conformer_raw_en_char
{
    echo '# Results of espnet'
    show "mondegreen espnet score $exp --nbest --metrics mer 2> /dev/null"
    show "cat $exp/decode_asr_model_valid.acc.ave/test/score_wer/result.txt | head -n 22"
    show "scripts/utils/show_asr_result.sh $exp | sed '1,/Commit date/d'"
} > RESULTS.md
mv RESULTS.md "$results"
