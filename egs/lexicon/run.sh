#!/usr/bin/env bash
# Makes vectors of two toy languages, maps them by several methods, evaluates their dictionaries, and writes RESULTS.md.
# Needs: pip install mondegreen
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PATH:$PWD/../../.venv/bin" COLUMNS=110
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

show() { # a command, and what it prints, without what tells these files of vectors from those of other machines
    printf '\n## %s\n\n```text\n' "$1"
    eval "$1" 2> "$work/log" | sed 's/\(mapped.vec\)-[0-9a-f]*/\1/g' || { tail -n 1 "$work/log" >&2 && exit 1; }
    echo '```'
}

cp words.txt vectors.py ref.fr.txt hyp.en.txt "$work"
results=$PWD/RESULTS.md
cd "$work"
python3 vectors.py
{
    echo '# Results of lexicon'
    show 'mondegreen lexicon split en-fr.txt --train train.txt --test test.txt --share 0.5 --target-forms forms.tsv'
    map='mondegreen lexicon map en.vec fr.vec'
    show "$map --dictionary train.txt --method muse --refinements 0 --output muse.npz"
    show "$map --dictionary train.txt --method rcsls --output rcsls.npz"
    show "$map --dictionary train.txt --output vecmap.npz --write-source en.mapped.vec --write-target fr.mapped.vec"
    show "$map --method muse --supervision identical --output identical.npz"
    eval='mondegreen lexicon eval test.txt muse=muse.npz rcsls=rcsls.npz vecmap=vecmap.npz identical=identical.npz'
    eval+=' --source en.vec --target fr.vec --forms forms.tsv --no-cache'
    show "$eval --at 1,5 --report accuracy,pairs,lemmas"
    eval+=' --way csls --at 1 --pos words'
    show "$eval --report pos,ranking,explained"
    show "$eval --report gaps,significance"
    show 'mondegreen lexicon translate house queen sing lisbon --mapping vecmap.npz --source en.vec --target fr.vec --no-cache --scores'
    translated='ref.fr.txt hyp.en.txt --vectors fr.mapped.vec --hyp-vectors en.mapped.vec'
    show "mondegreen score $translated --metrics wer,ember,wer-s"
    show "mondegreen align $translated --weights wer-s"
} > RESULTS.md
mv RESULTS.md "$results"
