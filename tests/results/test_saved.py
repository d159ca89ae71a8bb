"""Runs that are kept and read back: the same numbers and alignments, whole or not at all, and never another's."""

import copy
import errno
import json
import math
import os
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.formats import parquet
from mondegreen.results import saved
from mondegreen.results.row_files import JsonLines
from mondegreen.results.summary import count_confusions
from toys import TOYS

KEYS = ["u-1", "u-2", "u-3"]


def scored(name: str = "hyp", **options: Any) -> mg.Run:
    texts = ["Le chat, dort", "", "a\u2028b \u202e\"'\\ \N{CAT FACE}"]
    fields = {"speaker": ["ann", "", "Zoë"], "field": ["1", "2", "3"]}
    reference = mg.Corpus(KEYS, texts, "ref", fields=fields)
    hypothesis = mg.Corpus(KEYS, ["le chien dort", "x y", "a b"], name)
    metrics = ["wer", "cer:spaces=no", "ember:ties=range", "mine=cer+0.5*wer"]
    return mg.score(reference, hypothesis, metrics, resources=mg.Resources("fr", TOYS), **options)


def steps(run: mg.Run) -> list[int]:
    return [step for batch in run.batches() for step in batch.alignment("words").steps.tolist()]


OPTIONS: list[dict[str, Any]] = [
    {},
    {"normalize": ["lower", "drop:le"], "policy": "sclite"},
    {"tokenize": "punctuated", "by": "speaker"},
    {"tokenize": lambda text: list(text[::2])},
    {"normalize": [str.upper], "empties": "drop", "ci": mg.Bootstrap("speaker", 50)},
]


@pytest.mark.parametrize("ending", ["", ".parquet"])
@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_kept_comes_back(tmp_path: Path, options: dict[str, Any], ending: str) -> None:
    if ending:
        pytest.importorskip("pyarrow")
    run = scored(**options)
    run.save(tmp_path / f"kept{ending}")
    found = mg.Run.load(tmp_path / f"kept{ending}")
    assert found.to_dict() == run.to_dict()
    assert steps(found) == steps(run)
    assert count_confusions([found]).top(9) == count_confusions([run]).top(9)
    assert [found.pairs.keys, found.pairs.fields] == [list(run.pairs.keys), run.pairs.fields]
    for label, score in run.scores.items():
        assert found[label].signature == score.signature
        assert found[label].rows.values.tolist() == score.rows.values.tolist()
    (rows,) = {path.name for path in (tmp_path / f"kept{ending}").iterdir()} - {"run.json"}
    assert rows == ("rows.parquet" if ending else "rows.jsonl")


def test_rules_were_applied_once(tmp_path: Path) -> None:
    """A rule that does more each time it is used: the kept texts are those that were compared."""
    run = mg.score(["a"], ["b"], normalize=[lambda text: f"{text} x"])
    run.save(tmp_path / "kept")
    (batch,) = mg.Run.load(tmp_path / "kept").batches()
    assert list(batch.references) == ["a x"]


def test_sessions_come_back(tmp_path: Path) -> None:
    """A rule that does more each time, and a tokenizer: sessions hold what was compared already."""
    sides = {"t_1": "a-b c", "t_2": "d"}, {"t_x": "d", "t_y": "a-b e"}
    run = mg.score_sessions(*sides, metrics=["cpwer"], normalize=[lambda text: f"{text}-x"], tokenize="punctuated")
    run.save(tmp_path / "kept")
    found = mg.Run.load(tmp_path / "kept")
    assert found.to_dict() == run.to_dict()
    assert found["cpwer"].rows.values.tolist() == run["cpwer"].rows.values.tolist()
    assert steps(found) == steps(run)
    (batch,) = found.batches()
    assert list(batch.references) == ["a-b c-x d-x"]


def test_scores_that_are_not_defined(tmp_path: Path) -> None:
    run = mg.score([""], [""], ci=mg.Bootstrap(resamples=5))
    run.save(tmp_path / "kept")
    found = mg.Run.load(tmp_path / "kept")["wer"]
    assert math.isnan(found.value)
    assert found.interval is not None
    assert math.isnan(found.interval.low)


def test_several_runs_lie_side_by_side(tmp_path: Path) -> None:
    saved.save_runs([scored("x/one.txt"), scored("two.txt")], tmp_path / "kept")
    assert [saved.load_run(tmp_path / "kept" / name).name for name in ("one.txt", "two.txt")] == [
        "x/one.txt",
        "two.txt",
    ]
    with pytest.raises(mg.ScoreError, match=r'two hypotheses are called "one\.txt"'):
        saved.save_runs([scored("x/one.txt"), scored("y/one.txt")], tmp_path / "other")


def test_a_run_takes_the_place_of_a_run(tmp_path: Path) -> None:
    scored().save(tmp_path / "kept.parquet")
    saved.save_runs([scored("one"), scored("two")], tmp_path / "kept.parquet")
    assert sorted(path.name for path in (tmp_path / "kept.parquet").iterdir()) == ["one", "two"]
    assert [path.name for path in tmp_path.iterdir()] == ["kept.parquet"]


def test_a_model_given_as_an_object_is_asked_for_in_vain(tmp_path: Path) -> None:
    scored().save(tmp_path / "kept")
    found = mg.Run.load(tmp_path / "kept")
    with pytest.raises(mg.ScoreError, match="the vectors of the saved run were given as an object"):
        found.settings.resources.get("vectors").weights(())


def test_a_tokenizer_that_is_not_kept_knows_no_other_text(tmp_path: Path) -> None:
    scored(tokenize="characters").save(tmp_path / "kept")
    tokenize = mg.Run.load(tmp_path / "kept").settings.tokenize
    assert tokenize is not None
    with pytest.raises(mg.ScoreError, match="is not a text of the saved run"):
        tokenize("another")


@pytest.mark.parametrize("before", [False, True])
def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool) -> None:
    if before:
        scored("first").save(tmp_path / "kept")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(JsonLines, "write", full)
    with pytest.raises(OSError, match="No space left"):
        scored("second").save(tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"][:before]
    assert not before or mg.Run.load(tmp_path / "kept").name == "first"


def test_places_that_will_not_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("precious")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("precious")
    run = scored()
    for name, sentence in (
        ("file", "it is a file"),
        ("full", "holds other files than saved runs"),
        ("file/kept", "file is not a directory"),
    ):
        with pytest.raises(mg.ScoreError, match=sentence):
            run.save(tmp_path / name)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    with pytest.raises(mg.ScoreError, match="that is not permitted"):
        run.save(tmp_path / "kept")
    assert (tmp_path / "full" / "thesis.tex").read_text() == "precious"


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    scored("first").save(tmp_path / "runs" / "new" / "kept")
    assert mg.Run.load(tmp_path / "runs" / "new" / "kept").name == "first"


def test_what_is_no_saved_run(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match=r"there is no saved run here: it has no run\.json"):
        mg.Run.load(tmp_path)
    with pytest.raises(mg.ScoreError, match="there is no saved run here"):
        mg.Run.load(tmp_path / "nowhere")


def test_rows_that_were_changed_are_refused(tmp_path: Path) -> None:
    scored().save(tmp_path)
    with (tmp_path / "rows.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    with pytest.raises(mg.ScoreError, match=r"rows\.jsonl: it was changed after run\.json was written"):
        mg.Run.load(tmp_path)
    (tmp_path / "rows.jsonl").unlink()
    with pytest.raises(mg.ScoreError, match=r"rows\.jsonl: cannot be read: No such file"):
        mg.Run.load(tmp_path)


DAMAGES = [
    ("not JSON", "its files are damaged or were not saved by mondegreen"),
    ("[]", "its files are damaged or were not saved by mondegreen"),
    ("{}", "its files are damaged or were not saved by mondegreen"),
    ('{"rows": {"file": "secret", "digest": "", "columns": []}}', "secret: cannot be read"),
    ('{"rows": {"file": "run.json", "digest": "", "columns": []}}', "it was changed after"),
    ('{"rows": {"file": 3, "digest": "", "columns": []}}', "its files are damaged or were not saved by mondegreen"),
]


@pytest.mark.parametrize(("text", "sentence"), DAMAGES)
def test_damaged_descriptions_are_refused(tmp_path: Path, text: str, sentence: str) -> None:
    scored().save(tmp_path)
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(mg.ScoreError, match=sentence):
        mg.Run.load(tmp_path)


def test_another_version_is_told(tmp_path: Path) -> None:
    scored().save(tmp_path)
    about = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    for name, changed, sentence in (
        ("layout", 99, "in a layout that this version does not know"),
        (
            "metrics",
            about["metrics"] | {"wer": about["metrics"]["wer"] | {"signature": "wer.v0|x"}},
            "now there is wer.v1",
        ),
    ):
        (tmp_path / "run.json").write_text(json.dumps(about | {name: changed}), encoding="utf-8")
        with pytest.raises(mg.ScoreError, match=sentence):
            mg.Run.load(tmp_path)


def test_parquet_without_pyarrow_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(mg.ScoreError, match=r"pip install 'mondegreen\[parquet\]'"):
        parquet.import_pyarrow("x")
    with pytest.raises(mg.ScoreError, match="Parquet needs pyarrow"):
        scored().save(tmp_path / "kept.parquet")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("run.json", True),
        ("rows.jsonl", True),
        ("rows.parquet", True),
        ("rows-000000.jsonl", True),
        ("rows-1000000.parquet", True),
        ("rows-00000.jsonl", False),
        ("rows.csv", False),
        ("run.json.bak", False),
        ("xrun.json", False),
    ],
)
def test_a_folder_of_saved_runs_holds_nothing_else(name: str, ours: bool, tmp_path: Path) -> None:
    """In the folders inside it either."""
    (tmp_path / "kept" / "system").mkdir(parents=True)
    (tmp_path / "kept" / "system" / name).touch()
    if ours:
        saved.check_destination(tmp_path / "kept")
    else:
        with pytest.raises(
            mg.ScoreError, match=r"kept: the directory holds other files than saved runs; name a new one$"
        ):
            saved.check_destination(tmp_path / "kept")


@pytest.mark.parametrize(
    ("folder", "ending"),
    [
        ("a", ".jsonl"),
        ("a.parquet", ".parquet"),
        ("a.parquet/", ".parquet"),
        ("a.parquet/b", ".jsonl"),
        ("a.", ".jsonl"),
    ],
)
def test_a_folder_says_how_rows_are_saved(folder: str, ending: str) -> None:
    assert saved.rows_ending(folder) == saved.rows_ending(Path(folder)) == ending


def test_descriptions_are_for_people_too(tmp_path: Path) -> None:
    scored("Zoë").save(tmp_path / "kept")
    text = (tmp_path / "kept" / "run.json").read_text(encoding="utf-8")
    assert '\n  "hypothesis": "Zoë",\n' in text
    assert text.endswith("\n}\n")


@pytest.mark.parametrize("exchange", [True, False])
def test_folders_take_the_place_of_others_on_any_system(
    exchange: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not exchange:
        monkeypatch.setattr(saved, "try_exchange", lambda *_: False)
    for name in ("first", "second"):
        scored(name).save(tmp_path / "kept")
        assert mg.Run.load(tmp_path / "kept").name == name
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_folder_that_cannot_be_renamed_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored("first").save(tmp_path / "kept")
    monkeypatch.setattr(saved, "try_exchange", lambda *_: False)
    with pytest.raises(FileNotFoundError):
        saved.swap_directories(tmp_path / "nowhere", tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert mg.Run.load(tmp_path / "kept").name == "first"


def test_a_system_without_exchange_says_no(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").mkdir()
    assert saved.try_exchange(tmp_path / "one", tmp_path / "nowhere") is False
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: object())
    assert saved.try_exchange(tmp_path / "one", tmp_path / "one") is False


def test_versions_are_of_the_packages_that_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "COMPUTED_BY", {__name__: ("pytest", "numpy", "no-such-package")})

    class Model:
        """What those packages compute."""

    assert saved.packages_used([Model(), Model()]) == {"numpy": version("numpy"), "pytest": version("pytest")}
    assert saved.packages_used([object()]) == {}


def test_a_text_that_the_tokenizer_was_not_asked_for_is_named(tmp_path: Path) -> None:
    scored(tokenize="characters").save(tmp_path / "kept")
    tokenize = mg.Run.load(tmp_path / "kept").settings.tokenize
    assert tokenize is not None
    assert list(tokenize("x y")) == list(scored(tokenize="characters").settings.tokenize("x y"))  # type: ignore[misc]
    with pytest.raises(mg.ScoreError, match=r'^"z" is not a text of the saved run, whose tokenizer \S+ was not saved$'):
        tokenize("z")


def test_runs_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """What was not said yet is what it was then: pairs of utterances, units that nobody counted, unknown files."""
    run = scored(ci=mg.Bootstrap("speaker", 5))
    run.save(tmp_path)
    path = tmp_path / "run.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    assert about["layout"] == 1  # a number that versions after this one must still know
    del about["pairs"]["noun"], about["inputs"], about["packages"]
    for each in about["metrics"].values():
        del each["interval"]["units"]
    path.write_text(json.dumps(about), encoding="utf-8")
    found = mg.Run.load(tmp_path)
    assert [found.pairs.noun, found.pairs.files] == ["utterance", ()]
    assert run["wer"].interval is not None
    assert found["wer"].interval is not None
    assert run["wer"].interval.units == 3
    assert found["wer"].interval.units is None
    assert [found["wer"].interval.low, found["wer"].interval.how] == [run["wer"].interval.low, run["wer"].interval.how]


def test_settings_are_saved_as_users_write_them(tmp_path: Path) -> None:
    """Nothing for what is left alone, or for a model that has no name."""
    scored().save(tmp_path / "plain")
    scored(normalize=["lower", "drop:le"], tokenize="characters", policy="sclite", empties="drop").save(
        tmp_path / "all"
    )
    plain, other = (saved.load_description(tmp_path / name)["settings"] for name in ("plain", "all"))
    assert [plain[name] for name in ("policy", "normalize", "tokenize", "empties", "language")] == [
        "kaldi",
        None,
        None,
        "keep",
        "fr",
    ]
    assert set(plain["resources"].values()) == {None}
    assert [other[name] for name in ("policy", "normalize", "empties")] == ["sclite", "lower+drop(le)", "drop"]
    assert other["tokenize"].startswith("characters")


def test_a_model_that_is_not_kept_can_be_copied_but_not_asked(tmp_path: Path) -> None:
    scored().save(tmp_path)
    model = mg.Run.load(tmp_path).settings.resources.chosen["vectors"]
    assert type(copy.copy(model)) is type(model)
    sentence = r"^the vectors of the saved run were given as an object, which is not saved; score again$"
    with pytest.raises(mg.ScoreError, match=sentence):
        _ = model.identity  # type: ignore[attr-defined]


def test_rows_hold_texts_tokens_fields_and_counts(tmp_path: Path) -> None:
    mg.score(
        mg.Corpus(["u"], ["a-b"], "r", fields={"day": ["x"]}),
        mg.Corpus(["u"], ["a-c"], "h"),
        ["wer"],
        tokenize=lambda text: text.split("-"),
        normalize="upper",
    ).save(tmp_path)
    (row,) = map(json.loads, (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines())
    assert row == {
        "utterance": "u",
        "reference": "A-B",
        "hypothesis": "A-C",
        "reference.tokens": ["A", "B"],
        "hypothesis.tokens": ["A", "C"],
        "field.day": "x",
        "metric.wer.errors": 1,
        "metric.wer.words": 2,
        "metric.wer.substitutions": 1,
        "metric.wer.deletions": 0,
        "metric.wer.insertions": 0,
    }
