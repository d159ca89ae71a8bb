"""One JSON object with the scores of all systems, and the reports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from mondegreen.render.text import exact_value, is_undefined
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Cell, Table, for_programs
from mondegreen.results.run import Run

# The systems themselves hold all that this report shows.
WITHIN = "metrics"


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Writes the systems of all runs under their common reference, then the reports, a record at a time."""
    objects = [run.to_dict() for run in runs]
    whole = objects[0] | {"systems": [system for each in objects for system in each["systems"]]} if objects else {}
    out.write(json.dumps(whole, indent=2, allow_nan=False).removesuffix("}").rstrip())
    before = ',\n  "reports": [' if whole else '\n  "reports": ['
    after = "\n}\n"
    for block in for_programs(blocks):
        if block.name != WITHIN:
            out.write(before)
            out.writelines(encode_report(block))
            before, after = ",", "\n  ]\n}\n"
    out.write(after)


def encode_report(block: Table | Alignments) -> Iterator[str]:
    """A block as an object: what it is, and its rows as records, each on a line."""
    about = {"report": block.name, "title": block.title, "system": block.system, "note": block.note}
    yield (
        "\n    " + encode_record({name: text for name, text in about.items() if text}).removesuffix("}") + ', "rows": ['
    )
    yield from encode_records(
        table_records(block, block.rows) if isinstance(block, Table) else map(pair_record, block.pairs)
    )
    if isinstance(block, Table) and block.foot:
        yield '], "foot": ['
        yield from encode_records(table_records(block, block.foot))
    yield "]}"


def encode_records(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    before = "\n      "
    for record in found:
        yield before + encode_record(record)
        before = ",\n      "


def table_records(block: Table, rows: Iterable[Sequence[Cell]]) -> Iterator[dict[str, Any]]:
    """Rows by the names of their columns; NaN, which JSON does not have, is null."""
    for row in rows:
        cells = (exact_value(cell, column) for cell, column in zip(row, block.columns, strict=True))
        yield {
            column.name: None if is_undefined(cell) else cell for column, cell in zip(block.columns, cells, strict=True)
        }


def pair_record(pair: AlignedPair) -> dict[str, Any]:
    """A pair as a record: its tokens side by side, nothing where a side has none."""
    return {
        "utterance": pair.key,
        **pair.fields,
        "reference": [token or None for token in pair.references],
        "hypothesis": [token or None for token in pair.hypotheses],
        "steps": pair.steps,
        **({"weights": pair.weights, "cosines": pair.cosines} if pair.weights else {}),
    }


def encode_record(record: dict[str, Any]) -> str:
    return json.dumps(record, allow_nan=False)
