"""The page itself: what the template makes of everything, with a policy that lets nothing run but the page's own."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

import jinja2

from mondegreen._core import __version__
from mondegreen.comparison.comparison import Comparison
from mondegreen.progress import progress
from mondegreen.render.page.audio import Audio
from mondegreen.render.page.head import Summary, draw_forest, draw_kinds, make_cards, make_overview, make_verdict
from mondegreen.render.page.meetings import Meetings, draw_speakers, warn_of_times
from mondegreen.render.page.panels import Panel, Section, list_panels, make_table_panel
from mondegreen.render.page.svg import draw_map
from mondegreen.render.page.utterances import Scores, list_scores, list_utterances
from mondegreen.render.page.where import (
    choose_fields,
    draw_columns,
    draw_confusions,
    draw_distributions,
    draw_lengths,
    draw_times,
    draw_words,
)
from mondegreen.render.text import is_undefined, make_printable
from mondegreen.reports import View, caption_runs, describe_runs
from mondegreen.reports import comparison as compared
from mondegreen.reports import meetings as sessions
from mondegreen.reports import metrics as measured
from mondegreen.reports.blocks import Table
from mondegreen.results.interval import Bootstrap
from mondegreen.results.run import Run
from mondegreen.results.summary import count_confusions

HERE = Path(__file__).parent
# Pieces of the template that are written at once.
PIECES = 1000
STYLES = ("page", "plots", "utterances")
NOTEBOOK_STYLES = ("page", "plots", "notebook")
SCRIPTS = ("data", "state", "filter", "align", "audio", "meeting", "rows", "tables", "take", "live", "main")
# Nothing is fetched from anywhere, and neither a script nor a style applies but those of these fingerprints.
POLICY = "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"


@progress("page")
def write(
    runs: Sequence[Run],
    comparison: Comparison | None,
    view: View,
    out: TextIO,
    *,
    title: str | None = None,
    surfaces: Sequence[Table] = (),
    how: Bootstrap | None = None,
    audio: Audio | None = None,
    live: int | None = None,
    meetings: Meetings | None = None,
) -> None:
    """Writes the page of runs over the same references, of which the first is the baseline of the comparison.

    One that is served has a number, by which it knows whether it is still the latest.
    """
    how = how or (comparison.how if comparison else Bootstrap())
    summary = Summary(runs, comparison, how, comparison.threads if comparison else None)
    by = next((name for run in runs if (name := view.column(run))), None)
    meetings = meetings or (Meetings(summary) if runs[0].pairs.sessions else None)
    scores, fields = list_scores(runs), choose_fields(runs, by)
    listed = meetings.list_rows() if meetings else list_utterances(runs, view, scores, fields)
    sections = (
        make_meeting_sections(meetings, view, fields, surfaces)
        if meetings
        else make_sections(summary, view, scores, fields, surfaces)
    )
    notes = [*(warn_of_times(meetings) if meetings else []), *chain.from_iterable(run.notes for run in runs)]
    if audio:
        listed.columns["audio"] = audio.data
    if live is not None:
        listed.columns["live"] = live
    script, style = read_sources("script", SCRIPTS, "js"), read_sources("style", STYLES, "css")
    context = {
        "title": make_printable(title or describe_runs(runs)),
        "brand": make_printable(title)
        if title
        else " vs. ".join(dict.fromkeys([summary.names[summary.focus], summary.names[0]])),
        "version": __version__,
        "policy": make_policy(script, style, audio, is_live=live is not None),
        "style": style,
        "script": script,
        "summary": summary,
        "verdict": make_verdict(summary),
        "cards": list(make_cards(summary)),
        "notes": list(dict.fromkeys(make_printable(str(note)) for note in notes)),
        "is_meeting": bool(listed.columns.get("meetings")),
        "overview": list(make_overview(summary)),
        "sections": [each for each in sections if each.panels],
        "methods": list(make_methods(summary, view)),
        "caption": make_printable(caption_runs(runs)),
        "signatures": list(
            dict.fromkeys(make_printable(score.signature) for run in runs for score in run.scores.values())
        ),
        "fields": listed.columns["fields"],
        "weighed": make_printable(view.weights.label) if view.weights else "",
        "clips": embed_json(audio.embedded) if audio and audio.embedded else "",
        "data": embed_json(listed.columns),
        "texts": listed.texts,
    }
    pieces = load_template().stream(context)
    pieces.enable_buffering(PIECES)
    out.writelines(pieces)


@dataclass(frozen=True)
class WholePage:
    """All that a page is written from."""

    runs: Sequence[Run]
    comparison: Comparison | None
    view: View
    title: str | None
    surfaces: Sequence[Table]
    how: Bootstrap
    audio: Audio | None = None
    meetings: Meetings | None = None

    def write(self, out: TextIO, live: int | None = None) -> None:
        """Writes it; one that is served has a number."""
        audio = self.audio.serve() if self.audio and live is not None else self.audio
        more = {"title": self.title, "surfaces": self.surfaces, "how": self.how, "meetings": self.meetings}
        write(self.runs, self.comparison, self.view, out, audio=audio, live=live, **more)  # type: ignore[arg-type]


def make_policy(script: str, style: str, audio: Audio | None, *, is_live: bool) -> str:
    """What the browser may do: with audio also play files beside the page and clips in it, served also ask anew."""
    policy = POLICY.format(script=fingerprint(script), style=fingerprint(style))
    policy += "; connect-src 'self'" if is_live else ""
    sources = ["'self'", "file:", *(["data:"] if audio and audio.embedded else [])]
    return f"{policy}; media-src {' '.join(sources)}" if audio else policy


def make_sections(
    summary: Summary, view: View, scores: Scores, fields: Sequence[str], surfaces: Sequence[Table]
) -> Iterator[Section]:
    """All sections that stand above the utterances."""
    where = chain(
        draw_columns(summary, fields),
        draw_lengths(summary),
        draw_distributions(summary, scores.items()),
        draw_words(summary),
        draw_times(summary),
    )
    yield Section("where", "Where", "groups of utterances and kinds of words", list(where))
    about = "click one to see its utterances"
    yield Section(
        "which", "Which words", about, list(draw_confusions(summary, count_confusions(summary.runs), view.top))
    )
    yield Section("surfaces", "Decoder settings", "", list(draw_surfaces(surfaces)))


def make_meeting_sections(
    meetings: Meetings, view: View, fields: Sequence[str], surfaces: Sequence[Table]
) -> Iterator[Section]:
    """The same of sessions of several speakers."""
    summary = meetings.summary
    columns = dict.fromkeys([summary.runs[0].pairs.noun, *fields])
    where = chain(draw_columns(summary, list(columns)), draw_speakers(meetings))
    yield Section("where", "Where", "sessions and speakers", list(where))
    about = "click one to see where it was said"
    yield Section("which", "Which words", about, list(draw_confusions(summary, meetings.count_confusions(), view.top)))
    yield Section("surfaces", "Decoder settings", "", list(draw_surfaces(surfaces)))


def make_methods(summary: Summary, view: View) -> Iterator[Panel]:
    """The numbers behind the page as tables, for those who want all of them."""
    yield from list_panels(measured.report_metrics(summary.runs, view), is_behind=True)
    if summary.runs[0].pairs.sessions:
        for table in (sessions.report_sessions, sessions.report_speakers):
            yield from list_panels(table(summary.runs, view), is_behind=True)
    else:
        yield from list_panels(measured.report_summary(summary.runs, view), is_behind=True)
    if summary.comparison is not None:
        for report in (compared.report_changes, compared.report_tests, compared.report_utterances):
            yield from list_panels(report(summary.comparison, view), is_behind=True)


def draw_surfaces(tables: Sequence[Table]) -> Iterator[Panel]:
    """Tables of settings; those that hold numbers for each setting as maps of shades, too."""
    for table in tables:
        found = make_table_panel(table, is_wide=True)
        others = table.columns[1:]
        if table.rows and others and all(column.places is not None for column in others):
            values = [
                [float("nan") if not is_number(cell) else float(cell or 0) for cell in row[1:]] for row in table.rows
            ]
            down, across = [str(row[0]) for row in table.rows], [column.heading for column in others]
            found = replace(found, chart=draw_map(found.title, down, across, values), is_behind=True)
        yield found


def is_number(cell: str | float | None) -> bool:
    return cell is not None and not isinstance(cell, str) and not is_undefined(cell)


def load_template(name: str = "page.html") -> jinja2.Template:
    """A page without its contents: whatever is put in is text, unless the template says that it is ours."""
    loader = jinja2.FileSystemLoader(HERE)
    options: dict[str, Any] = {"undefined": jinja2.StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    return jinja2.Environment(loader=loader, autoescape=True, **options).get_template(name)


def read_sources(folder: str, names: Sequence[str], ending: str) -> str:
    """Our own files of one kind, concatenated."""
    texts = [(HERE / folder / f"{name}.{ending}").read_text(encoding="utf-8") for name in names]
    return '"use strict";\n(() => {\n' + "".join(texts) + "})();\n" if ending == "js" else "".join(texts)


def fingerprint(text: str) -> str:
    """The digest by which a policy allows an inline script or style."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


# In JSON these stand in strings alone, where their escapes mean the same. `<` would begin a tag or a comment, and the
# two ends of lines are none to JSON but are some to scripts.
ESCAPES = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def embed_json(data: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    """The data as the text of a script element, which is never run."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign, escaped in ESCAPES.items():
        text = text.replace(sign, escaped)
    return text


def render_summary(summary: Summary, tables: Iterable[str]) -> str:
    """The verdict, the scores and the plots of changes and of kinds of errors, as an element of a notebook.

    The tables are markup already.
    """
    panels = [draw_forest(summary)] if summary.comparison else []
    if all("wer" in run.scores for run in summary.runs):  # else all would be aligned, to be looked at once
        panels.append(draw_kinds(summary))
    return load_template("notebook.html").render(
        style=scope_style(read_sources("style", NOTEBOOK_STYLES, "css")),
        verdict=make_verdict(summary),
        cards=list(make_cards(summary)),
        panels=panels,
        tables="".join(tables),
    )


def scope_style(style: str) -> str:
    """The page's style for one element, so that it touches nothing else of the notebook."""
    return f".mondegreen {{ {style.replace(':root', '&')} }}"
