"""Sessions on the page: rows of segments, who was matched with whom, and a time axis that leads to the words."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from browsers import Page, start_browser
from conftest import Answer
from mondegreen.render.page.head import Summary
from mondegreen.render.page.meetings import Meetings
from mondegreen.results.interval import Bootstrap

Command = Callable[..., Answer]
REFERENCE = "m 1 ann 0 2 a b\nm 1 bob 1 3 c d\nm 1 ann 4 6 e f\n"
BASE = "m 1 1 0 2 a x\nm 1 2 1 3 c d\nm 1 1 4 6 e y f\n"
NEW = "m 1 7 0 2 a b\nm 1 8 1 3 d\nm 1 7 4 6 e f\nm 1 9 5 6 uh oh\n"


def read(text: str, name: str) -> mg.Corpus:
    """The segments of an stm, each an utterance."""
    rows = [line.split(maxsplit=5) for line in text.splitlines()]
    fields = [("recording", 0), ("speaker", 2), ("start", 3), ("end", 4)]
    return mg.Corpus(
        [f"{name}{at}" for at in range(len(rows))],
        [row[5] for row in rows],
        name,
        fields={field: [row[place] for row in rows] for field, place in fields},
    )


def meet(*systems: str, metric: str = "cpwer", reference: str = REFERENCE) -> Meetings:
    runs = [
        mg.score_sessions(read(reference, "ref"), read(each, f"s{at}"), [metric]) for at, each in enumerate(systems)
    ]
    return Meetings(Summary(runs, None, Bootstrap(resamples=10)))


def test_rows_are_the_segments_of_the_reference_and_what_nobody_matched() -> None:
    rows = meet(BASE, NEW).rows
    found = [(row.speaker, row.references, [("".join(steps), words) for steps, words in row.systems]) for row in rows]
    assert found == [
        ("ann", ["a", "b"], [("CS", ["a", "x"]), ("CC", ["a", "b"])]),
        ("bob", ["c", "d"], [("CC", ["c", "d"]), ("DC", ["d"])]),
        ("ann", ["e", "f"], [("CIC", ["e", "y", "f"]), ("CC", ["e", "f"])]),
        ("(unmatched)", [], [("", []), ("II", ["uh", "oh"])]),
    ]


@pytest.mark.parametrize("metric", ["cpwer", "orcwer"])
@pytest.mark.parametrize("system", [BASE, NEW, REFERENCE])
def test_the_marks_count_what_the_metric_counts(metric: str, system: str) -> None:
    meetings = meet(system, metric=metric)
    total = meetings.summary.runs[0].scores[metric].total
    steps = "".join(step for row in meetings.rows for step in row.systems[0][0])
    counts = {"substitutions": "S", "deletions": "D", "insertions": "I"}
    assert {name: steps.count(letter) for name, letter in counts.items()} == {name: total[name] for name in counts}


def test_matched_speakers_have_a_lane_under_the_reference() -> None:
    (described,) = meet(BASE, NEW).describe()
    assert described["lanes"] == [
        [-1, "ann", "ann"],
        [0, "1", "ann"],
        [1, "7", "ann"],
        [-1, "bob", "bob"],
        [0, "2", "bob"],
        [1, "8", "bob"],
        [1, "9", ""],
    ]
    assert sorted((lane, start, steps) for lane, start, _, _, steps, _ in described["heard"]) == [
        (1, 0, "CS"),
        (1, 4, "CIC"),
        (2, 0, "CC"),
        (2, 4, "CC"),
        (4, 1, "CC"),
        (5, 1, "C"),
        (6, 5, "II"),
    ]


def test_confusions_are_those_of_the_rows() -> None:
    found = meet(BASE, NEW).count_confusions()
    words = [
        (found.words[one], found.words[other], *counts)
        for (one, other), counts in zip(found.pairs, found.counts.tolist())
    ]
    assert sorted(words) == [("", "oh", 0, 1), ("", "uh", 0, 1), ("", "y", 1, 0), ("b", "x", 1, 0), ("c", "", 0, 1)]


def test_a_word_too_many_goes_to_the_segment_of_its_time() -> None:
    (first, second) = meet("m 1 1 0 1 a b\nm 1 1 9 10 x c\n", reference="m 1 A 0 1 a b\nm 1 A 9 10 c\n").rows
    assert ["".join(each.systems[0][0]) for each in (first, second)] == ["CC", "IC"]


def test_saved_sessions_are_shown_as_scored_ones(files: Path, command: Command) -> None:
    for name, text in {"ref": REFERENCE, "base": BASE, "new": NEW}.items():
        Path(f"{name}.stm").write_text(text, encoding="utf-8")
    words = ("--metrics", "cpwer")
    more = ("--resamples", "20")
    assert command("report", "ref.stm", "base.stm", "new.stm", *words, *more, "-o", "one.html").code == 0
    for name in ("base", "new"):
        assert command("score", "ref.stm", f"{name}.stm", *words, "--save", f"runs/{name}").code == 0
    assert command("report", "runs/base", "runs/new", *more, "-o", "two.html").code == 0
    one, two = (Path(name).read_text(encoding="utf-8") for name in ("one.html", "two.html"))
    data = [re.findall(r'id="data">(.*?)</script>', text)[0] for text in (one, two)]
    assert json.loads(data[0])["meetings"] == json.loads(data[1])["meetings"]
    assert json.loads(data[0])["heard"] == json.loads(data[1])["heard"]


def test_sessions_without_times_have_no_axis() -> None:
    run = mg.score_sessions({"m_a": "x y", "m_b": "z"}, {"m_1": "x", "m_2": "z"}, ["cpwer"])
    meetings = Meetings(Summary([run], None, Bootstrap(resamples=10)))
    assert meetings.describe() == []
    assert len(meetings.rows) == 2


@pytest.fixture
def browser() -> Iterator[Any]:
    started = start_browser()
    yield started
    started.quit()


@pytest.mark.full
def test_the_time_axis_leads_to_the_words(files: Path, command: Command, browser: Any) -> None:
    for name, text in {"ref": REFERENCE, "base": BASE, "new": NEW}.items():
        Path(f"{name}.stm").write_text(text, encoding="utf-8")
    words = ("--metrics", "cpwer,orcwer", "--resamples", "20")
    assert command("report", "ref.stm", "base.stm", "new.stm", *words, "-o", "x.html").code == 0
    page = Page(browser, Path("x.html"))
    assert page.shown("#timeline") != []
    # The page's names are its own, so the click is made from what can be seen: 140 pixels of names, then the time.
    click = """const [time, lane] = arguments, stage = document.getElementById('stage');
    const box = stage.getBoundingClientRect();
    const x = box.left + 140 + time / 6 * (stage.clientWidth - 140), y = box.top + 22 + 26 * (lane + 0.5);
    stage.dispatchEvent(new MouseEvent('click', {clientX: x, clientY: y, bubbles: true}));"""
    page.run(click, 5.0, 0)
    assert page.texts(".current a.id") == ["m/ann/2"]
    page.run(click, 2.5, 5)
    assert page.texts(".current a.id") == ["m/bob/1"]
    page.run(click, 5.5, 6)
    assert page.texts(".current a.id") == ["m/(unmatched)/1"]
    before = page.run("return document.getElementById('track').clientWidth")
    page.click("#zoom-in")
    assert page.run("return document.getElementById('track').clientWidth") > before
    page.set("metric", "orcwer")
    assert page.complaints() == []


def test_rows_are_played_from_the_recording_of_their_session(files: Path, command: Command) -> None:
    for name, text in {"ref": REFERENCE, "new": NEW}.items():
        Path(f"{name}.stm").write_text(text, encoding="utf-8")
    Path("wav").mkdir()
    Path("wav/m.flac").write_bytes(b"fLaC")
    words = ("--metrics", "cpwer", "--audio", "wav", "--resamples", "20")
    assert command("report", "ref.stm", "new.stm", *words, "-o", "x.html") == (0, "", "")
    data = json.loads(re.findall(r'id="data">(.*?)</script>', Path("x.html").read_text(encoding="utf-8"))[0])
    assert data["audio"] == {
        "files": ["wav/m.flac"],
        "missing": [],
        "index": [0, 0, 0, 0],
        "start": [0, 1, 4, 5],
        "end": [2, 3, 6, 6],
    }
    assert data["ids"] == ["m/ann/1", "m/bob/1", "m/ann/2", "m/(unmatched)/1"]
