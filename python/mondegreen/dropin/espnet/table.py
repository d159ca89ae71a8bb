"""ESPnet's rates of all decode folders in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.blocks import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.espnet.results import Result
    from mondegreen.dropin.espnet.scoring import Totals
    from mondegreen.report.blocks import Cell

RATES = {"correct": "corr", "substitutions": "sub", "deletions": "del", "insertions": "ins", "errors": "err"}
ORDER = ("wer", "cer", "ter")
RATE_COLUMNS = [
    Column("dataset", "dataset"),
    Column("rate", "rate"),
    Column("utterances", "utts", 0),
    Column("tokens", "tokens", 0),
    *(Column(f"{name}_rate", heading, 1) for name, heading in RATES.items()),
    Column("wrong_rate", "utt.err", 1),
    *(Column(name, name, 0, "programs") for name in (*RATES, "wrong")),
]


def make_rate_table(results: Sequence[Result], root: str) -> Table:
    """A row for each rate of each decode folder, by rate as ESPnet's own tables are."""
    return Table(
        "espnet",
        f"ESPnet's rates of {root}, in percent",
        RATE_COLUMNS,
        [make_rate_row(each) for each in sort_by_unit(results)],
    )


def sort_by_unit(results: Sequence[Result]) -> list[Result]:
    """The results by rate."""
    return sorted(results, key=lambda each: ORDER.index(each.unit) if each.unit in ORDER else len(ORDER))


def make_speaker_tables(results: Sequence[Result], root: str) -> Iterator[Table]:
    """A row for each speaker, where sclite's own table takes some for one."""
    rows = [
        make_rate_row(result, name, totals)
        for result in sort_by_unit(results)
        for name, totals in result.speakers.items()
    ]
    if rows:
        columns = [RATE_COLUMNS[0], Column("speaker", "speaker"), *RATE_COLUMNS[1:]]
        yield Table("espnet-speakers", f"Speakers of {root} by their whole names, in percent", columns, rows)


def make_rate_row(result: Result, speaker: str = "", own: Totals | None = None) -> list[Cell]:
    """The rates of a result or of a speaker in it, none of which is defined without words; and their counts."""
    totals = own or result.totals
    counts = [getattr(totals, name) for name in RATES]
    return [
        result.dataset,
        *([speaker] if own else []),
        result.unit.upper(),
        totals.utterances,
        totals.words,
        *(compute_percent(count, totals.words) for count in counts),
        compute_percent(totals.wrong, totals.utterances),
        *counts,
        totals.wrong,
    ]


def compute_percent(part: int, whole: int) -> float:
    """A share in percent."""
    return 100 * part / whole if whole else float("nan")
