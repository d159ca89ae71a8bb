"""Runs as JSON: one object, valid even where a score is not defined."""

import io
import json

import mondegreen as mg
from mondegreen.report.form.json import write


def test_systems_stand_under_their_reference() -> None:
    reference = mg.Corpus(["u"], ["a b"], "ref")
    runs = [mg.score(reference, mg.Corpus(["u"], [text], name)) for name, text in (("one", "a"), ("two", "a b"))]
    out = io.StringIO()
    write(runs, [], out)
    found = json.loads(out.getvalue())
    assert [found["version"], found["reference"]] == [mg.__version__, "ref"]
    assert [(each["name"], each["metrics"]["wer"]["score"]) for each in found["systems"]] == [("one", 50), ("two", 0)]


def test_an_undefined_score_is_null() -> None:
    out = io.StringIO()
    write([mg.score([""], [""])], [], out)
    assert json.loads(out.getvalue())["systems"][0]["metrics"]["wer"]["score"] is None
