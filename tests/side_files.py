"""How one of two sides is written: a file or a directory of each format, and tables of any kind."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def put(place: Path, name: str, text: str) -> str:
    """A file."""
    (place / name).write_text(text, encoding="utf-8")
    return str(place / name)


def write_lines(format: str, ending: str) -> Callable[[random.Random, Path, str, Sequence[tuple[str, str]]], str]:
    """What writes rows in a form."""

    def writer(rng: random.Random, place: Path, kind: str, rows: Sequence[tuple[str, str]]) -> str:
        lines = [format.format(key=key, text=text).rstrip(" ") for key, text in rows]
        return put(place, f"{kind}{rng.choice(('', '.txt', ending))}", "".join(f"{line}\n" for line in lines))

    return writer


def write_json(rng: random.Random, place: Path, kind: str, rows: Sequence[tuple[str, str]], *, keyed: bool) -> str:
    """An object of texts by ID, or a list of texts."""
    return put(place, f"{kind}.json", json.dumps(dict(rows) if keyed else [text for _, text in rows]))


def write_ctm(rng: random.Random, place: Path, kind: str, rows: Sequence[tuple[str, str]]) -> str:
    """A recording each."""
    timed = [(key, at, word) for key, text in rows for at, word in enumerate(text.split())]
    return put(place, f"{kind}.ctm", "".join(f"{key} 1 {at}.25 0.5 {word}\n" for key, at, word in timed))


def write_nemo(rng: random.Random, place: Path, kind: str, rows: Sequence[tuple[str, str]]) -> str:
    """A manifest."""
    column = "text" if kind == "ref" else rng.choice(("text", "pred_text"))
    lines = [json.dumps({"audio_filepath": key, "duration": 1.5, column: text}) for key, text in rows]
    return put(place, f"{kind}{rng.choice(('.json', '.jsonl'))}", "".join(f"{line}\n" for line in lines))


def write_whisper(rng: random.Random, place: Path, kind: str, rows: Sequence[tuple[str, str]]) -> str:
    """A file each, as Whisper leaves it."""
    (place / kind).mkdir()
    for key, text in rows:
        segments = [{"id": 0, "start": 0.0, "end": 1.0, "text": f" {text}"}] if text else []
        put(place / kind, f"{Path(key).name}.json", json.dumps({"text": text, "segments": segments, "language": "en"}))
    return str(place / kind) if rng.random() < 0.7 else str(place / kind / "*")


def write_files(rng: random.Random, place: Path, kind: str, rows: Sequence[tuple[str, str]], *, cues: bool) -> str:
    """A file each, named after its ID."""
    (place / kind).mkdir()
    for key, text in rows:
        shown = f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n" if cues else f"{text}\n"
        name = Path(key).name
        put(place / kind, f"{name}{'.srt' if cues else '.txt'}", shown if text else "")
    return str(place / kind) if rng.random() < 0.7 else str(place / kind / "*")


WRITERS: dict[str, Callable[[random.Random, Path, str, Sequence[tuple[str, str]]], str]] = {
    "kaldi": write_lines("{key} {text}", ".text"),
    "kaldi-tab": write_lines("{key}\t{text}", ".text"),
    "trn": write_lines("{text} ({key})", ".trn"),
    "lines": write_lines("{text}", ".lst"),
    "json-keys": lambda *side: write_json(*side, keyed=True),
    "json-list": lambda *side: write_json(*side, keyed=False),
    "ctm": write_ctm,
    "nemo": write_nemo,
    "whisper-files": write_whisper,
    "txt-files": lambda *side: write_files(*side, cues=False),
    "srt-files": lambda *side: write_files(*side, cues=True),
}


def write_table(rng: random.Random, place: Path, kind: str, format: str, columns: Mapping[str, list[str]]) -> str:
    """A table."""
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if format == "parquet":
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table(dict(columns)), place / f"{kind}.parquet")
        return str(place / f"{kind}.parquet")
    if format.startswith("json"):
        line = rng.choice((None, 1))
        text = {
            "json": lambda: json.dumps(rows, indent=line),
            "json-columns": lambda: json.dumps(dict(columns), indent=line),
            "jsonl": lambda: "\n".join(map(json.dumps, rows)),
        }[format]()
        return put(place, f"{kind}{rng.choice(('.json', '.jsonl')) if format == 'jsonl' else '.json'}", f"{text}\n")
    separator = {"csv": ",", "csv;": ";"}.get(format, "\t")
    stream = io.StringIO(newline="")
    cells = [list(columns), *(list(row.values()) for row in rows)]
    if format == "tsv":
        stream.writelines(f"{separator.join(row)}\n" for row in cells)
    else:
        all_quoted = rng.random() < 0.5
        csv.writer(stream, delimiter=separator, quoting=csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL).writerows(
            cells
        )
    mark = "\ufeff" if rng.random() < 0.2 else ""
    return put(place, f"{kind}.{format[:3]}", mark + stream.getvalue())


def quoting_writer(stream: io.StringIO, *, delimiter: str) -> Any:
    """What writes rows with quotation marks around each cell."""
    return csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL)
