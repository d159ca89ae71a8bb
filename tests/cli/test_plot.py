"""`--plot` of the commands that draw."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import REFERENCE, Answer
from mondegreen.render.plot import COMPARISON_PLOTS, SCORE_PLOTS

Command = Callable[..., Answer]
COMMANDS = [
    ("score", "ref.txt", "hyp.txt"),
    ("compare", "ref.txt", "hyp.txt", "ref.txt"),
    ("study", "correlate", "ref.txt", "hyp.txt"),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_picture_beside_the_answer(files: Path, command: Command, words: tuple[str, ...]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    answer = command(*words, "--plot", "x.svg")
    assert [answer.code, answer.err] == [0, "mondegreen: note: wrote x.svg\n"]
    assert answer.out
    assert Path("x.svg").read_bytes().startswith(b"<?xml")
    answer = command(*words, "--plot", "no/x.svg")
    assert answer == (2, "", "mondegreen: error: no/x.svg: cannot be written: there is no such directory\n")


@pytest.mark.parametrize("words", COMMANDS)
def test_a_picture_that_cannot_be(files: Path, command: Command, words: tuple[str, ...]) -> None:
    Path("hyp.txt").unlink()  # found before anything is read
    answer = command(*words, "--plot", "x.gif")
    assert answer == (2, "", "mondegreen: error: x.gif: a plot ends in .png, .svg, .pdf\n")


def test_several_kinds_of_plots(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    answer = command("score", "ref.txt", "hyp.txt", "--plot", "scores.svg", "--plot", "lengths=by length.svg")
    assert answer.err.splitlines() == ["mondegreen: note: wrote scores.svg", "mondegreen: note: wrote by length.svg"]
    assert "words in the reference" in Path("by length.svg").read_text(encoding="utf-8")
    answer = command("compare", "ref.txt", "hyp.txt", "ref.txt", "--plot", "scatter=scatter.svg", "--quiet")
    assert (answer.code, answer.err) == (0, "")
    assert "ref.txt: WER (%)" in Path("scatter.svg").read_text(encoding="utf-8")


def test_groups_are_drawn_where_scores_are_grouped(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert command("score", "ref.txt", "hyp.txt", "--by", "utterance", "--plot", "x.svg").code == 0
    assert "by utterance" in Path("x.svg").read_text(encoding="utf-8")


def test_an_unknown_kind_of_plot(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--plot", "length=x.svg")
    assert answer.code == 2
    assert 'there is no plot "length"; did you mean lengths' in answer.err


def test_no_plot_replaces_an_input_or_another_output(files: Path, command: Command) -> None:
    for words in (("scores=ref.txt",), ("x.svg", "--plot", "lengths=x.svg")):
        answer = command("score", "ref.txt", "hyp.txt", "--plot", *words)
        assert answer.code == 2
        assert "overwritten" in answer.err or "named twice" in answer.err


@pytest.mark.parametrize("kind", ["positions", "confusions"])
def test_words_of_meetings_are_not_drawn_as_those_of_utterances(files: Path, command: Command, kind: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("ref.stm").write_text("s 1 ann 0 2 a b\ns 1 eve 2 4 d\n", encoding="utf-8")
    Path("hyp.stm").write_text("s 1 x 0 2 a c\ns 1 y 2 4 d\n", encoding="utf-8")
    answer = command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer", "--plot", f"{kind}=x.svg")
    assert answer.code == 2
    assert "sessions" in answer.err
    assert not Path("x.svg").exists()


def test_a_comparison_draws_what_scores_draw_and_groups_of_words(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    words = ("ref.txt", "hyp.txt", "ref.txt", "--by", "word-length", "--resamples", "20")
    answer = command("compare", *words, "--plot", "groups=groups.svg", "--plot", "lengths=lengths.svg")
    assert answer.code == 0
    assert "word-length" in Path("groups.svg").read_text(encoding="utf-8")
    assert "words in the reference" in Path("lengths.svg").read_text(encoding="utf-8")
    answer = command("compare", *words[:3], "--resamples", "20", "--plot", "groups=groups.svg")
    assert (answer.code, "name a column by --by" in answer.err) == (2, True)


def test_merged_runs_are_drawn(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert command("score", "ref.txt", "hyp.txt", "--save", "part.1").code == 0
    answer = command("runs", "merge", "part.1", "--save", "whole", "--plot", "x.svg")
    assert (answer.code, answer.err) == (0, "mondegreen: note: wrote x.svg\n")
    assert "scores against" in Path("x.svg").read_text(encoding="utf-8")


VOTES = "reference\thypA\tnbrA\thypB\tnbrB\n" + "a b c\ta b c\t5\tx y z\t1\n" * 3
RATED = "reference\thypothesis\trating\n" + "".join(f"a b c\t{text}\t{place}\n" for place, text in enumerate("abx"))


@pytest.mark.parametrize(("table", "axis"), [(VOTES, "agreement (%)"), (RATED, "agreement (%)")])
def test_agreement_is_drawn(files: Path, command: Command, table: str, axis: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("people.tsv").write_text(table, encoding="utf-8")
    answer = command("study", "agreement", "people.tsv", "--resamples", "20", "--plot", "x.svg")
    assert (answer.code, answer.err) == (0, "mondegreen: note: wrote x.svg\n")
    assert {axis, "WER", "CER"} <= set(re.findall(r">([^<>]+)</text>", Path("x.svg").read_text(encoding="utf-8")))


def test_translations_of_words_are_drawn(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("dict.txt").write_text("a x\nb y\n", encoding="utf-8")
    Path("one.tsv").write_text("a\tx\nb\tx\ty\n", encoding="utf-8")
    answer = command("lexicon", "eval", "dict.txt", "mine=one.tsv", "--at", "1,2", "--plot", "x.svg")
    assert (answer.code, answer.err) == (0, "mondegreen: note: wrote x.svg\n")
    found = re.findall(r">([^<>]+)</text>", Path("x.svg").read_text(encoding="utf-8"))
    assert {"P@1", "P@2", "50.00", "100.00", "mine", "precision (%)"} <= set(found)


def test_simulated_errors_are_drawn(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("v.txt").write_text("cat 1 0\nbat 0.9 0.1\nmat 0.8 0.3\n", encoding="utf-8")
    words = ("--vectors", "v.txt", "--wer", "0.5", "--output", "noisy.txt", "--save-table", "t.tsv", "--plot", "x.svg")
    Path("text.txt").write_text("u1 cat bat mat cat\n", encoding="utf-8")
    answer = command("simulate", "text.txt", *words)
    assert answer.code == 0, answer.err
    assert "target" in Path("x.svg").read_text(encoding="utf-8")
    made = mg.simulate(["cat bat mat cat"], wer=0.5, table="t.tsv")
    assert {text.get_text() for text in made.plot().legends[0].get_texts()} == {"target", "simulated", "aligned"}


def test_every_kind_is_drawn_in_python(files: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("new.txt").write_text(REFERENCE, encoding="utf-8")
    runs = [mg.score("ref.txt", name, ["wer", "cer"]) for name in ("hyp.txt", "new.txt")]
    found = mg.compare(runs, resamples=20)
    for kind in SCORE_PLOTS.keys() - {"calibration"}:
        assert runs[0].plot(kind=kind, by="utterance").axes
    for kind in COMPARISON_PLOTS.keys() - {"calibration"}:
        assert found.plot(kind=kind, by="utterance").axes
        assert found.plot(f"{kind}.svg", kind, "utterance") is None
        assert Path(f"{kind}.svg").read_bytes().startswith(b"<?xml")
    assert mg.correlate(runs, resamples=5).plot().axes
    with pytest.raises(mg.ScoreError, match='there is no plot "score"; did you mean scores'):
        runs[0].plot(kind="score")


def test_lists_are_drawn_in_python() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    lists = [mg.nbest.NBest("u1", ["a x", "a b"], {})]
    (panel,) = mg.oracle({"u1": "a b"}, lists, metrics="wer").plot().axes
    assert panel.get_lines()[0].get_ydata().tolist() == [50, 0]


DRAWN = [
    (("runs", "show", "run"), "scores against"),
    (("runs", "list", "."), "saved runs in ."),
    (("normalize", "ref.txt", "--rules", "upper"), "texts changed"),
    (("nbest", "rover", "hyp.txt", "new.txt", "hyp.txt", "--reference", "ref.txt"), "relative change"),
]


@pytest.mark.parametrize(("words", "said"), DRAWN, ids=lambda each: each[0] if isinstance(each, tuple) else "")
def test_other_numbers_are_drawn(files: Path, command: Command, words: tuple[str, ...], said: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("new.txt").write_text(REFERENCE.replace("dort", "mort"), encoding="utf-8")
    assert command("score", "ref.txt", "hyp.txt", "--save", "run").code == 0
    answer = command(*words, "--plot", "x.svg")
    assert answer.code == 0, answer.err
    assert "wrote x.svg" in answer.err
    assert said in Path("x.svg").read_text(encoding="utf-8")
