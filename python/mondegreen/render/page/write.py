"""The page itself: what the template makes of everything, with a policy that lets no script run but the page's own."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

import jinja2

from mondegreen._core import __version__
from mondegreen.comparison.comparison import Comparison
from mondegreen.errors import ScoreError
from mondegreen.render.page.sections import Drawing, make_sections
from mondegreen.render.page.utterances import (
    align_systems,
    find_column,
    list_utterances,
    page_data,
    utterance_record,
    utterance_scores,
)
from mondegreen.render.text import make_printable
from mondegreen.reports import View
from mondegreen.reports.blocks import AlignedPair, Table
from mondegreen.reports.caption import describe_runs, short_names
from mondegreen.results.run import Run

HERE = Path(__file__).parent
# Pieces of the template that are written at once.
PIECES = 1000
INSTALL = "a page needs jinja2: pip install 'mondegreen[report]'"
# Nothing is fetched from anywhere, and no script runs but the one of this fingerprint; styles are the pictures' own.
POLICY = (
    "default-src 'none'; script-src 'sha256-{fingerprint}'; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)


def import_jinja() -> Any:  # noqa: ANN401 - a module
    """What fills in templates."""
    try:
        import jinja2 as found
    except ImportError as error:
        raise ScoreError(INSTALL) from error
    return found


def write(
    runs: Sequence[Run],
    comparison: Comparison | None,
    view: View,
    out: TextIO,
    *,
    title: str | None = None,
    surfaces: Sequence[Table] = (),
) -> None:
    """Writes the page of runs over the same references, of which the first is the baseline of the comparison."""
    by = next((name for run in runs if (name := view.column(run))), None)
    records: list[str] = []
    found, script = utterance_scores(runs), read_source("page.js")
    context = {
        "title": make_printable(title or describe_runs(runs)),
        "version": __version__,
        "policy": POLICY.format(fingerprint=b64encode(sha256(script.encode()).digest()).decode()),
        "style": read_source("page.css"),
        "script": script,
        "sections": list(make_sections(runs, comparison, view, found, surfaces)),
        "is_drawing": lambda part: isinstance(part, Drawing),
        "systems": [make_printable(name) for name in short_names(runs)],
        "metrics": [make_printable(label) for label in runs[0].scores],
        "signatures": [make_printable(score.signature) for run in runs for score in run.scores.values()],
        "by": "" if by is None else make_printable(by),
        "groups": [] if by is None else sorted({make_printable(value) for value in find_column(runs, by)}),
        "weighed": make_printable(view.weights.label) if view.weights else "",
        "data": lambda: join_records(embed_json(page_data(runs, by, found)), records),
        "utterances": list_utterances(runs, by, record_pairs(align_systems(runs, view), records)),
        "count": len(runs[0].pairs),
    }
    pieces = load_template().stream(context)
    pieces.enable_buffering(PIECES)
    out.writelines(pieces)


def record_pairs(every: Iterable[tuple[AlignedPair, ...]], records: list[str]) -> Iterator[tuple[AlignedPair, ...]]:
    """The utterances, of each of which the data are kept as they pass by: all of them as objects would fill memory."""
    for these in every:
        records.append(embed_json(utterance_record(these)))
        yield these


def join_records(about: str, records: Sequence[str]) -> str:
    return f'{about.removesuffix("}")},"utterances":[{",".join(records)}]}}'


def load_template() -> jinja2.Template:
    """The page without its contents: whatever is put in is text, unless the template says that it is ours."""
    jinja = import_jinja()
    loader = jinja.FileSystemLoader(HERE)
    options = {"autoescape": True, "undefined": jinja.StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    found: jinja2.Template = jinja.Environment(loader=loader, **options).get_template("page.html")
    return found


def read_source(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


# In JSON these stand in strings alone, where their escapes mean the same. `<` would begin a tag or a comment, and the
# two ends of lines are none to JSON but are some to scripts.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def embed_json(data: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    """The data as the text of a script element, which is never run."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(ESCAPES)
