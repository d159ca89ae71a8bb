"""`-r es` and `-r res`: a row of percentages, or counts, for each system (`.es`, `.res`)."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.confidence import all_confident, cross_entropy
from mondegreen.dropin.sctk.statistics import percent_of, round_figure
from mondegreen.dropin.sctk.stats.summary import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables

TITLES = {False: b"Executive Scoring Summary by Percentages", True: b"Executive Scoring Summary by Word Tokens"}
HEADS = (b"System", b"# Snt", b"# Ref", b"Corr", b"Sub", b"Del", b"Ins", b"Err", b"S.Err")


def report(systems: "Sequence[System]", test: bytes, tables: "Tables", *, raw: bool) -> bytes:
    """The table; NCE has a column if any system has confidences throughout."""
    confident = [all_confident(system) for system in systems]
    columns = "c|cc|cccccc" + ("|c" if any(confident) else "")
    tables.centre()
    table = tables.table()
    title(table, TITLES[raw], test)
    table.row(columns, *HEADS, *([b"NCE"] if any(confident) else []))
    for number, (system, sure) in enumerate(zip(systems, confident, strict=True)):
        chance = [b"%.3f" % round_figure(cross_entropy(system).system, 3) if sure else b"---"] if any(confident) else []
        table.row(columns, system.title, *figures(system, raw=raw), *chance, before="" if number else "-")
    return table.drawn(1)


def figures(system: "System", *, raw: bool) -> list[bytes]:
    """The cells of a system."""
    totals = system.scored.totals()
    utterances, wrong = sum(each[0] for each in totals), sum(each[1] for each in totals)
    correct, substituted, deleted, inserted = (sum(each[2][place] for each in totals) for place in range(4))
    words = correct + substituted + deleted
    counts = [correct, substituted, deleted, inserted, substituted + deleted + inserted]
    if raw:
        return [b"%d" % count for count in (utterances, words, *counts, wrong)]
    shares = [*(percent_of(count, words) for count in counts), percent_of(wrong, utterances)]
    return [b"%d" % utterances, b"%d" % words, *(b"%.1f" % round_figure(share, 1) for share in shares)]
