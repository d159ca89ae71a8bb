"""Saved runs are what they say: whatever is changed of one, of its inputs or its models is named."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.metrics import make_metric
from mondegreen.results import merged, saved, verified
from mondegreen.results.verified import DIFFERS, HOLDS, NOT_CHECKED
from toys import TOYS

REF, HYP = "u-1 a b c\nu-2 d e\nu-3 f\n", "u-1 a x c\nu-2 d e\nu-3 f g\n"
VECTORS = "a 1 0\nb 0 1\nx 1 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, text in (("ref", REF), ("hyp", HYP), ("v.vec", VECTORS)):
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def kept(name: str = "kept") -> Path:
    resources = mg.Resources(chosen={"vectors": "v.vec"})
    mg.score("ref", "hyp", ["wer", "cer:spaces=no", "wer-e"], resources=resources).save(name)
    return Path(name)


def states(found: verified.Verification, state: str) -> list[tuple[str, str]]:
    return [(check.kind, check.name) for check in found.checks if check.state == state]


def edited(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    about = json.loads((path / "run.json").read_text(encoding="utf-8"))
    change(about)
    (path / "run.json").write_text(json.dumps(about), encoding="utf-8")


@pytest.mark.parametrize("name", ["kept", "kept.parquet"])
def test_what_was_not_touched_holds(name: str) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    found = mg.Run.verify(kept(name))
    assert found.holds
    assert [found.differing, found.not_checked] == [(), ()]
    assert {kind for kind, _ in states(found, HOLDS)} == {
        "rows",
        "score",
        "reference",
        "hypothesis",
        "model",
        "version",
    }


def test_a_run_that_was_loaded_and_saved_again_holds() -> None:
    mg.Run.load(kept()).save("again")
    assert not mg.Run.verify("again").not_checked
    assert mg.Run.verify("again").holds


CHANGES: list[tuple[str, Callable[[dict[str, Any]], object], tuple[str, str]]] = [
    ("score", lambda about: about["metrics"]["wer"].update(score=1.0), ("score", "wer")),
    ("a score of none", lambda about: about["metrics"]["wer"].update(score=None), ("score", "wer")),
    ("a score of text", lambda about: about["metrics"]["wer"].update(score="33"), ("score", "wer")),
    ("a column", lambda about: about["metrics"]["wer"]["columns"].update(errors=1), ("score", "wer.errors")),
    ("one more column", lambda about: about["metrics"]["wer"]["columns"].update(more=1), ("score", "wer.more")),
    ("a weight", lambda about: about["metrics"]["wer-e"].update(score=9.0), ("score", "wer-e")),
    ("a range", lambda about: about["metrics"]["wer"].update(range=[1.0, 2.0]), ("score", "wer, least")),
    ("the number", lambda about: about["pairs"].update(scored=4), ("rows", "number")),
    (
        "a signature",
        lambda about: about["metrics"]["wer"].update(signature="wer.v1|utts:4|mondegreen:0.1.0"),
        ("signature", "wer"),
    ),
    (
        "a metric's version",
        lambda about: about["metrics"]["wer"].update(signature="wer.v0|utts:3|mondegreen:0.1.0"),
        ("score", "wer"),
    ),
    ("an input", lambda about: about["inputs"][1].update(digest="0" * 64), ("hypothesis", "hyp")),
    ("a version", lambda about: about.update(version="0.0.1"), ("version", "mondegreen")),
    ("a package", lambda about: about["packages"].update(numpy="0.0.1"), ("version", "numpy")),
]


@pytest.mark.parametrize(("change", "expected"), [each[1:] for each in CHANGES], ids=[each[0] for each in CHANGES])
def test_what_was_edited_is_named(change: Callable[[dict[str, Any]], object], expected: tuple[str, str]) -> None:
    path = kept()
    edited(path, change)
    found = mg.Run.verify(path)
    assert states(found, DIFFERS) == [expected]
    assert not found


@pytest.mark.parametrize(("label", "holds"), [("wer-e", True), ("wer", False)])
def test_noise_of_sums_is_no_difference(label: str, holds: bool) -> None:
    """Counts are exact; the weights of another processor may differ in the last digits."""
    path = kept()

    def change(about: dict[str, Any]) -> None:
        about["metrics"][label]["score"] *= 1 + 1e-12

    edited(path, change)
    assert mg.Run.verify(path).holds is holds


def test_each_flipped_byte_of_the_rows_is_seen() -> None:
    path = kept()
    rows = (path / "rows.jsonl").read_bytes()
    for at in range(0, len(rows), 7):
        (path / "rows.jsonl").write_bytes(rows[:at] + bytes([rows[at] ^ 1]) + rows[at + 1 :])
        found = mg.Run.verify(path)
        assert ("rows", "rows.jsonl") in states(found, DIFFERS)


def test_counts_that_were_changed_with_their_digest_are_seen() -> None:
    path = kept()
    text = (path / "rows.jsonl").read_text(encoding="utf-8")
    (path / "rows.jsonl").write_text(
        text.replace('"metric.wer.errors": 1', '"metric.wer.errors": 0', 1), encoding="utf-8"
    )
    found = [check for check in mg.Run.verify(path).differing if check.kind == "rows"]
    edited(path, lambda about: about["rows"].update(digest=found[0].found))
    assert [check[:2] for check in mg.Run.verify(path).differing] == [("score", "wer")]


@pytest.mark.parametrize("name", ["ref", "hyp", "v.vec"])
def test_a_file_that_changed_or_is_gone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size and the time are as they were."""
    path, before = kept(), Path(name).stat()
    text = Path(name).read_text(encoding="utf-8")
    Path(name).write_text(text.replace("1", "2"), encoding="utf-8")
    os.utime(name, ns=(before.st_atime_ns, before.st_mtime_ns))
    expected = {"ref": ("reference", "ref"), "hyp": ("hypothesis", "hyp"), "v.vec": ("model", "vectors")}[name]
    assert states(mg.Run.verify(path), DIFFERS) == [expected]
    Path(name).unlink()
    found = mg.Run.verify(path)
    assert found.holds
    assert states(found, NOT_CHECKED) == [expected]


def test_what_was_in_memory_is_not_checked() -> None:
    run = mg.score(["a b"], ["a c"], ["wer", "ember"], resources=mg.Resources("fr", TOYS))
    run.save("kept")
    found = mg.Run.verify("kept")
    assert found.holds
    unchecked = states(found, NOT_CHECKED)
    assert unchecked[:2] == [("reference", "references"), ("hypothesis", "hypotheses")]
    assert ("model", "vectors") in unchecked


def test_a_run_of_before_digests_were_saved() -> None:
    path = kept()
    edited(path, lambda about: [about.pop(name) for name in ("inputs", "packages")])
    found = mg.Run.verify(path)
    assert found.holds
    assert states(found, NOT_CHECKED) == [("reference", "ref"), ("hypothesis", "hyp")]


def test_intervals_are_drawn_anew() -> None:
    mg.score("ref", "hyp", ["wer"], ci=mg.Bootstrap(resamples=50)).save("kept")
    assert ("interval", "wer") in states(mg.Run.verify("kept"), HOLDS)
    edited(Path("kept"), lambda about: about["metrics"]["wer"]["interval"].update(low=1.0))
    assert states(mg.Run.verify("kept"), DIFFERS) == [("interval", "wer")]


def test_sessions_hold() -> None:
    Path("ref").write_text("t_1 a b\nt_2 c\n", encoding="utf-8")
    Path("hyp").write_text("t_x c\nt_y a d\n", encoding="utf-8")
    mg.score_sessions("ref", "hyp").save("kept")
    found = mg.Run.verify("kept")
    assert [found.holds, found.not_checked] == [True, ()]
    edited(Path("kept"), lambda about: about["metrics"]["cpwer"].update(score=0.0))
    assert states(mg.Run.verify("kept"), DIFFERS) == [("score", "cpwer")]


def test_the_whole_of_parts_holds() -> None:
    for name in ("1", "2"):
        for side in ("ref", "hyp"):
            Path(f"{side}.{name}").write_text(f"u-{name} a {side}\n", encoding="utf-8")
        mg.score(f"ref.{name}", f"hyp.{name}").save(f"part.{name}")
    merged.merge_runs(["part.1", "part.2"], "whole")
    found = mg.Run.verify("whole")
    assert [found.holds, found.not_checked] == [True, ()]
    assert len(states(found, HOLDS)) == 2 + 1 + 2 + 4 + 1  # files of rows, their number, scores, inputs, version
    Path("hyp.2").write_text("u-2 a b\n", encoding="utf-8")
    assert states(mg.Run.verify("whole"), DIFFERS) == [("hypothesis", "hyp.2")]


def test_an_input_that_changed_before_it_was_saved() -> None:
    """The digest is that of what was scored, or none."""
    run = mg.score("ref", "hyp")
    Path("hyp").write_text(HYP.replace("x", "yy"), encoding="utf-8")
    with pytest.warns(mg.ScoreWarning, match="hyp changed after it was read, so its digest is not saved"):
        run.save("kept")
    assert states(mg.Run.verify("kept"), NOT_CHECKED) == [("hypothesis", "hyp")]


def test_one_table_of_both_sides_and_a_directory() -> None:
    Path("both.csv").write_text("id,ref,hyp\nu,a b,a c\n", encoding="utf-8")
    mg.score("both.csv").save("one")
    Path("out").mkdir()
    for key in ("u-1", "u-2", "u-3"):
        Path("out", f"{key}.txt").write_text("a b c", encoding="utf-8")
    mg.score("ref", "out").save("two")
    for name, count in (("one", 1), ("two", 4)):
        assert len(saved.load_description(name)["inputs"]) == count
        assert not mg.Run.verify(name).not_checked


def test_a_metric_that_is_not_there() -> None:
    path = kept()
    edited(path, lambda about: about["metrics"].update(gone=about["metrics"].pop("wer")))
    found = mg.Run.verify(path)
    assert states(found, NOT_CHECKED) == [("score", "gone")]


@pytest.mark.parametrize("text", ["", "{}", '{"layout": 1}', '{"layout": 99, "version": "9"}'])
def test_what_is_no_run_is_refused(text: str) -> None:
    (kept() / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(mg.ScoreError, match=r"^kept: "):
        verified.verify_run("kept")


@pytest.mark.parametrize(
    ("label", "was", "now", "differs"),
    [
        ("wer", 1.0, 1.0, False),
        ("wer", 1.0, 1.0 + 1e-9, True),  # counts are exact
        ("wer-e", 1.0, 1.0 + 1e-10, False),
        ("wer-e", 1.0, 1.0 + 1e-8, True),
        ("wer", None, None, False),  # not defined, then and now
        ("wer", None, 1.0, True),
        ("wer", 1.0, None, True),
        ("wer", "1", 1.0, True),
        ("wer", 1.0, "1", True),
        ("wer", float("nan"), 1.0, True),
        ("wer", float("inf"), 1.0, True),
        ("wer", 0, 0.0, False),
    ],
)
def test_numbers_that_are_the_same(label: str, was: object, now: object, differs: bool) -> None:
    assert verified.is_different(make_metric(label), was, now) is differs


@pytest.mark.parametrize(
    ("name", "part"), [("norm", "a:b"), ("utts", "3"), ("wer.v1", None), ("nor", None), ("x", None)]
)
def test_parts_of_signatures(name: str, part: str | None) -> None:
    """The first is the metric itself."""
    assert verified.signature_part("wer.v1:x|norm:a:b|utts:3|mondegreen:1", name) == part


def test_how_many_checks_hold_is_shown() -> None:
    path = kept()
    edited(path, lambda about: about["packages"].update({"no-such-package": "1"}))
    edited(path, lambda about: about["metrics"]["wer"].update(score=1.0))
    found = mg.Run.verify(path)
    # Rows: their file and number; three scores; two inputs; the vectors; this program.
    assert repr(found) == "<Verification kept: 8 hold, 1 differ, 1 not checked>"
    (missing,) = found.not_checked
    assert missing == verified.Check("version", "no-such-package", NOT_CHECKED, "1", "it is not installed")
    (other,) = found.differing
    assert other == verified.Check("score", "wer", DIFFERS, 1.0, 100 * 2 / 6)


def test_why_an_input_is_not_checked_is_said() -> None:
    path = kept()
    edited(path, lambda about: about["inputs"][0].update(digest=None))
    Path("hyp").unlink()
    found = {check.kind: (check.name, check.saved is None, check.found) for check in mg.Run.verify(path).not_checked}
    assert found == {
        "reference": ("ref", True, "its digest was not recorded"),
        "hypothesis": ("hyp", False, "there is no such file here"),
    }
    edited(path, lambda about: about.update(inputs=[]))
    assert {check.kind: check.found for check in mg.Run.verify(path).not_checked} == dict.fromkeys(
        ("reference", "hypothesis"), "it was no file, so that no digest was recorded"
    )


def test_a_metric_that_is_another_now_is_checked_no_further() -> None:
    """Neither its score nor its interval, of which it is told why."""
    mg.score("ref", "hyp", ["wer"], ci=mg.Bootstrap(resamples=5)).save("kept")
    edited(Path("kept"), lambda about: about["metrics"]["wer"].update(signature="wer.v0|utts:3|mondegreen:0.1.0"))
    found = mg.Run.verify("kept")
    assert [check[:3] for check in found.checks if check.kind == "score"] == [("score", "wer", DIFFERS)]
    assert states(found, NOT_CHECKED) == [("interval", "wer")]
    assert "was measured when it was saved, and now there is wer.v1" in str(found.not_checked[0].found)
