#!/usr/bin/env bash
# Scores 4,000 utterances three ways: eight jobs and a merge, one process, and workers of Ray. Writes RESULTS.md.
# Needs: pip install 'mondegreen[parquet,ray]'
set -euo pipefail
cd "$(dirname "$0")"
mondegreen=$(command -v mondegreen || realpath ../../.venv/bin/mondegreen)
jobs=8
here=$PWD work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A reference, and hypotheses as eight decoding jobs leave them: every seventh word is misheard.
awk 'BEGIN {
    split("le chat dort sur la table pendant que nous parlons du temps", words, " ")
    for (i = 0; i < 4000; i++) {
        spoken = heard = ""
        for (j = 0; j < 5 + i % 9; j++) {
            word = words[1 + (i * 7 + j * j) % 12]
            spoken = spoken " " word
            heard = heard " " ((i + j) % 7 ? word : "chien")
        }
        printf "utt-%05d%s\n", i, spoken > "ref.txt"
        printf "utt-%05d%s\n", i, heard > ("hyp." 1 + int(i / 500) ".txt")
    }
}'

# With Kaldi: $cmd JOB=1:$jobs log/score.JOB.log mondegreen score ref.txt hyp.JOB.txt --missing skip ...
mkdir parts
for job in $(seq $jobs); do
    "$mondegreen" score ref.txt "hyp.$job.txt" --missing skip --save "parts/$job.parquet" --output "$job.json" 2> "$job.log" &
    # At most two at a time here; a queue would start them all.
    if [ $((job % 2)) = 0 ]; then wait; fi
done
wait

shown() { sed "s|$work/||g"; }
{
    printf '# Results of cluster\n\n## mondegreen runs merge parts/*.parquet --reference ref.txt --save whole.parquet\n\n```text\n'
    "$mondegreen" runs merge parts/*.parquet --reference ref.txt --save whole.parquet 2>&1 | shown
    printf '```\n\n## The same in one process, and by workers of Ray\n\n```text\n'
    "$mondegreen" score ref.txt 'hyp.*.txt' --missing skip --batch-size 500 --rows one.parquet --output one.csv
    "$mondegreen" runs merge whole.parquet --save again --output merged.csv
    cmp one.csv merged.csv && echo 'one process: the same scores to the last digit'
    "$mondegreen" score ref.txt 'hyp.*.txt' --missing skip --batch-size 500 --rows ray.parquet --output ray.csv \
        --engine ray --num-cpus 2
    cmp one.csv ray.csv && cmp one.parquet ray.parquet && echo 'Ray: the same scores, and the same rows byte for byte'
    echo '```'
} > RESULTS.md
mv RESULTS.md "$here/RESULTS.md"
