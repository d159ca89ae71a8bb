"""`utils/scoring/wer_report.pl`: the figures of all speakers, in the words of `compute-wer`."""

from __future__ import annotations

from mondegreen.dropin.kaldi.scripts import DieError, Script, script

# Where the errors stand among the counts.
ERRORS = 6


@script("utils/scoring/wer_report.pl")
def run(call: Script) -> None:
    """Reads what `wer_per_spk_details.pl` writes, for one system or for several; that of fewest errors is printed."""
    best: list[int] | None = None
    for line in call.stdin:
        fields = line.split()
        if fields[:2] != [b"SUM", b"raw"] or len(fields) != 10:
            continue
        try:
            counts = [int(field) for field in fields[2:]]
        except ValueError:
            raise DieError(f"Bad counts: {line.decode('utf-8', 'replace').strip()}") from None
        if best is None or counts[ERRORS] < best[ERRORS]:
            best = counts
    if best is not None:
        _, words, _, sub, ins, dele, errors, _ = best
        if not words:
            raise DieError("The best line counts no words, of which errors could be a share")
        rate, text = 100.0 * errors / words, "".join(f" {word}" for word in call.arguments)
        call.write(f"%WER {rate:.2f} [ {errors} / {words},  {ins} ins, {dele} del, {sub} sub ]{text}\n")
