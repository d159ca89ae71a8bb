"""Values of sessions against meeteval's: those it gave once for random sessions, and those of its own example."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen import ScoreWarning
from oracles import TOOLKIT_FILES
from recorded import read_cases

SESSIONS = read_cases("meeteval")
EXAMPLE = ["cpwer", "tcpwer", "orcwer", "tcorcwer"]
# Our column of what meeteval calls so.
COLUMNS = {"errors": "errors", "length": "words"}
KINDS = {name: name for name in ("substitutions", "deletions", "insertions")}
SPEAKERS = {"missed_speaker": "missed_speakers", "falarm_speaker": "extra_speakers", "scored_speaker": "speakers"}


def corpus(rows: list[list[str]], name: str) -> mg.Corpus:
    found = []
    for at, (speaker, start, end, text) in enumerate(rows):
        fields = {"recording": "s", "speaker": speaker, "start": start, "end": end}
        found.append(mg.Utterance(str(at), text, fields))
    return mg.Corpus.of(found, name)


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_values_are_meetevals(session: dict[str, Any]) -> None:
    sides = corpus(session["reference"], "reference"), corpus(session["hypothesis"], "hypothesis")
    names = {name: f"{name}:{session['options']}" if name.startswith("tc") else name for name in session["values"]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ScoreWarning)
        run = mg.score_sessions(*sides, metrics=list(names.values()))
    for (name, theirs), score, outcomes in zip(
        session["values"].items(), run.scores.values(), run.outcomes.values(), strict=True
    ):
        columns = COLUMNS | (KINDS | SPEAKERS if name in ("cpwer", "tcpwer") else {})
        assert {kind: score.total[column] for kind, column in columns.items()} == {
            kind: theirs[kind] for kind in columns
        }
        if name in ("cpwer", "tcpwer"):
            assert [[each.reference, each.hypothesis] for each in outcomes[0].matched] == theirs["assignment"]
        else:  # of several combinations that are as good it may be another
            assert score.total.least == score.total.errors


@pytest.mark.parametrize("session", [each for each in SESSIONS if each["limited"]])
def test_values_in_a_region_are_meetevals(session: dict[str, Any], tmp_path: Path) -> None:
    sides = corpus(session["reference"], "reference"), corpus(session["hypothesis"], "hypothesis")
    (tmp_path / "regions.uem").write_text(session["limited"]["uem"], encoding="utf-8")
    names = ["cpwer", f"tcpwer:{session['options']}"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ScoreWarning)
        run = mg.score_sessions(*sides, metrics=names, uem=str(tmp_path / "regions.uem"))
    columns = COLUMNS | KINDS
    for theirs, score in zip(session["limited"]["values"].values(), run.scores.values(), strict=True):
        assert {kind: score.total[column] for kind, column in columns.items()} == theirs


@pytest.mark.parametrize("name", EXAMPLE)
def test_the_example_of_meeteval(name: str) -> None:
    folder = TOOLKIT_FILES / "meeteval"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ScoreWarning)
        run = mg.score_sessions(folder / "inputs/ref.stm", folder / "inputs/hyp.seglst.json", metrics=[name])
    score = run[name]
    theirs = json.loads((folder / f"expected/{name}_per_reco.json").read_text(encoding="utf-8"))
    for place, key in enumerate(run.pairs.keys):
        columns = COLUMNS | KINDS | (SPEAKERS if name in ("cpwer", "tcpwer") else {})
        row = score.rows[place]
        assert {kind: row[column] for kind, column in columns.items()} == {kind: theirs[key][kind] for kind in columns}
    whole = json.loads((folder / f"expected/{name}.json").read_text(encoding="utf-8"))
    assert score.value == pytest.approx(100 * whole["error_rate"], rel=1e-12)


def test_the_same_files_in_other_formats_give_the_same() -> None:
    inputs = TOOLKIT_FILES / "meeteval" / "inputs"
    totals = []
    for ref, hyp in (("ref.stm", "hyp.stm"), ("ref.seglst.json", "hyp.seglst.json"), ("ref.stm", "hyp.seglst.json")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ScoreWarning)
            run = mg.score_sessions(inputs / ref, inputs / hyp, metrics=EXAMPLE)
        totals.append([score.total for score in run.scores.values()])
    assert totals[0] == totals[1] == totals[2]
