"""`utils/scoring/wer_report.pl`: the figures of all speakers, in the words of `compute-wer`."""

from __future__ import annotations

from mondegreen.dropin.kaldi.scripts import DieError, Script, script


@script("utils/scoring/wer_report.pl")
def run(call: Script) -> None:
    """Reads what `wer_per_spk_details.pl` writes, for one system or for several; the best one is printed."""
    best: tuple[float, list[int]] | None = None
    for line in call.stdin:
        fields = line.split()
        if fields[:2] != [b"SUM", b"raw"] or len(fields) != 10:
            continue
        try:
            counts = [int(field) for field in fields[2:]]
        except ValueError:
            raise DieError(f"Bad counts: {line.decode('utf-8', 'replace').strip()}") from None
        rate = 100.0 * counts[6] / counts[1] if counts[1] else float("inf")
        if best is None or rate < best[0]:
            best = rate, counts
    if best is not None:
        rate, (_, words, _, sub, ins, dele, errors, _) = best
        text = " ".join(call.arguments)
        call.write(f"%WER {rate:.2f} [ {errors} / {words},  {ins} ins, {dele} del, {sub} sub ] {text}\n")
