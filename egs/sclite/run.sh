#!/usr/bin/env bash
# Scores a ctm against an stm by NIST's programs and by `mondegreen score`, with a global mapping file and without.
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

cp ref.stm hyp.ctm en.glm "$work"
results=$PWD/RESULTS.md
cd "$work"
mkdir bin
mondegreen tools link bin > /dev/null
export PATH="$PWD/bin:$PATH"
{
    echo '# Results of sclite'
    show 'csrfilt.sh -i stm -t ref -dh en.glm < ref.stm | tee ref.filt.stm'
    show 'csrfilt.sh -i ctm -t hyp -dh en.glm < hyp.ctm > hyp.filt.ctm; head -n 4 hyp.filt.ctm'
    show 'sclite -r ref.stm stm -h hyp.ctm ctm -F -D -o sum stdout'
    show 'sclite -r ref.filt.stm stm -h hyp.filt.ctm ctm -F -D -o sum lur stdout'
    show 'rfilter1 en.glm < ref.stm | grep lea'
    show 'mondegreen score ref.stm hyp.ctm --policy sclite --normalize upper,hyphens'
    rules=upper,glm:en.glm,hyphens
    show "mondegreen score ref.stm hyp.ctm --policy sclite --normalize $rules --metrics wer:alternatives=yes:optional=yes --by speaker"
} > RESULTS.md
mv RESULTS.md "$results"
