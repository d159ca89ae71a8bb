"""`mondegreen align`: what it shows, where it writes it, and what it says of slips."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer

Command = Callable[..., Answer]
MONDEGREEN = [sys.executable, "-m", "mondegreen"]
SHOWN = """\
hyp.txt against ref.txt
S substitution  D deletion  I insertion

utt-1  (1 S of 3)
  ref  le chat  dort
  hyp  le chien dort
          S

utt-3  (1 D 1 I of 4)
  ref  a b c d *
  hyp  a * c d e
         D     I

3 utterances paired by ID, read as kaldi
"""


def test_errors_are_shown_side_by_side(files: Path, command: Command) -> None:
    assert command("align", "ref.txt", "hyp.txt") == (0, SHOWN, "")


def test_all(files: Path, command: Command) -> None:
    assert "utt-2  (no errors of 1)\n  ref  été\n  hyp  été\n\n" in command("align", "ref.txt", "hyp.txt", "--all").out


def test_loops_are_folded_for_people(files: Path, command: Command) -> None:
    (files / "hyp.txt").write_text(f"utt-1 le chat dort{' merci' * 40}\nutt-2 été\nutt-3 a b c d\n", encoding="utf-8")
    answer = command("align", "ref.txt", "hyp.txt")
    assert "  hyp  le chat dort merci [39 times more]\n" in answer.out
    assert "utt-1  (40 I of 3)\n" in answer.out
    assert command("align", "ref.txt", "hyp.txt", "--unfolded").out.count("merci") == 40
    assert command("align", "ref.txt", "hyp.txt", "--as", "json").out.count("merci") == 40
    assert "[39 times more]" in command("align", "ref.txt", "hyp.txt", "--as", "markdown").out


def test_some_utterances(files: Path, command: Command) -> None:
    words = ["--utterance", "utt-2", "--utterance", "utt-1", "--as", "json"]
    (report,) = json.loads(command("align", "ref.txt", "hyp.txt", *words).out)["reports"]
    assert [(row["utterance"], row["steps"]) for row in report["rows"]] == [("utt-2", "C"), ("utt-1", "CSC")]


def test_units(files: Path, command: Command) -> None:
    answer = command("align", "ref.txt", "hyp.txt", "--unit", "letters", "--utterance", "utt-3")
    assert "(1 D 1 I of 4)" in answer.out
    answer = command("align", "ref.txt", "hyp.txt", "--unit", "characters", "--utterance", "utt-3")
    assert "a ␣ b" in answer.out


@pytest.mark.parametrize(("policy", "steps"), [("kaldi", "DCI"), ("sub-first", "SS")])
def test_align(files: Path, command: Command, policy: str, steps: str) -> None:
    Path("ref.txt").write_text("utt-1 a b\n", encoding="utf-8")
    Path("hyp.txt").write_text("utt-1 b c\n", encoding="utf-8")
    answer = command("align", "ref.txt", "hyp.txt", "--policy", policy, "--as", "json")
    assert json.loads(answer.out)["reports"][0]["rows"][0]["steps"] == steps


def test_missing_utterances_are_told_and_shown(files: Path, command: Command) -> None:
    Path("hyp.txt").write_text("utt-1 le chat dort\n", encoding="utf-8")
    answer = command("align", "ref.txt", "hyp.txt")
    assert "2 utterances of ref.txt not in hyp.txt, scored as empty: utt-2, utt-3" in answer.err
    assert "utt-2  (1 D of 1)" in answer.out
    assert "utt-2" not in command("align", "ref.txt", "hyp.txt", "--missing", "skip").out
    assert command("align", "ref.txt", "hyp.txt", "--missing", "error").code == 2


VECTORS = "chat 4 3\nchien 3 4\nb 0 1\n"
WEIGHED = """\
hyp.txt against ref.txt
S substitution  D deletion  I insertion

utt-1  (1 S of 3, weight 0.10)
  ref     le chat  dort
  hyp     le chien dort
             S
  weight     0.10
  cosine     0.96

utt-3  (1 D 1 I of 4, weight 2.00)
  ref     a b    c d *
  hyp     a *    c d e
            D        I
  weight    1.00     1.00

weighted by ember with v.vec-"""


@pytest.fixture
def vectors(files: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    (files / "v.vec").write_text(VECTORS, encoding="utf-8")
    return ["--vectors", "v.vec", "--no-cache"]


def test_errors_are_shown_with_what_they_weigh(command: Command, vectors: list[str]) -> None:
    answer = command("align", "ref.txt", "hyp.txt", "--weights", "ember", *vectors)
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out.startswith(WEIGHED)


def test_weights_are_in_every_form(command: Command, vectors: list[str]) -> None:
    words = ("align", "ref.txt", "hyp.txt", "--weights", "wer-e", *vectors, "--as")
    row = json.loads(command(*words, "json").out)["reports"][0]["rows"][0]
    assert row["weights"] == pytest.approx([0, 0.04, 0])
    assert row["cosines"] == [None, pytest.approx(0.96), None]
    lines = command(*words, "csv").out.splitlines()
    assert lines[0] == "utterance,step,reference,hypothesis,weight,cosine"
    assert lines[2].startswith("utt-1,S,chat,chien,0.0")
    assert "weight     0.04\ncosine     0.96\n" in command(*words, "markdown").out
    assert "cosine &  & 0.96 &  \\\\" in command(*words, "latex").out


def test_the_alignment_is_that_of_the_metric(files: Path, command: Command, vectors: list[str]) -> None:
    """Two words for one: whichever is nearer stays, if the weights may decide."""
    (files / "ref.txt").write_text("u chat\n", encoding="utf-8")
    (files / "hyp.txt").write_text("u chien b\n", encoding="utf-8")
    steps = {}
    for metric in ("ember", "wer-s", "ember:threshold=0.9:ties=best"):
        words = ["--weights", metric, *vectors, "--policy", "sub-first", "--as", "json", "--format", "kaldi"]
        steps[metric] = json.loads(command("align", "ref.txt", "hyp.txt", *words).out)["reports"][0]["rows"][0]["steps"]
    assert steps == {"ember": "IS", "wer-s": "SI", "ember:threshold=0.9:ties=best": "SI"}


def test_a_metric_that_weighs_nothing_or_another_unit(files: Path, command: Command) -> None:
    answer = command("align", "ref.txt", "hyp.txt", "--weights", "wer")
    assert answer == (2, "", "mondegreen: error: wer has no error weights; choose from ember, wer-e, wer-s\n")
    answer = command("align", "ref.txt", "hyp.txt", "--weights", "ember", "--unit", "letters")
    assert answer == (2, "", "mondegreen: error: ember weighs words; remove --unit letters\n")


OUTPUTS = [
    ("a.txt", SHOWN[:10]),
    ("a.md", "### hyp"),
    ("a.csv", "utterance,step"),
    ("a.tex", "% needs"),
    ("a.json", "{"),
]


@pytest.mark.parametrize(("name", "beginning"), OUTPUTS)
def test_a_files_ending_names_its_form(files: Path, command: Command, name: str, beginning: str) -> None:
    assert command("align", "ref.txt", "hyp.txt", "--output", name) == (0, "", "")
    assert Path(name).read_text(encoding="utf-8").startswith(beginning)


def test_a_form_that_is_asked_for_counts_more_than_the_ending(files: Path, command: Command) -> None:
    assert command("align", "ref.txt", "hyp.txt", "--output", "a.md", "--as", "csv").code == 0
    assert Path("a.md").read_text(encoding="utf-8").startswith("utterance,")


def test_a_run_that_fails_leaves_what_was_there(files: Path, command: Command) -> None:
    Path("a.txt").write_text("before", encoding="utf-8")
    answer = command("align", "ref.txt", "hyp.txt", "--output", "a.txt", "--utterance", "utt-9")
    assert [answer.code, answer.out] == [2, ""]
    assert 'there is no utterance "utt-9"; the utterance IDs are utt-1, utt-2, utt-3' in answer.err
    assert Path("a.txt").read_text(encoding="utf-8") == "before"
    assert sorted(path.name for path in files.iterdir()) == ["a.txt", "hyp.txt", "ref.txt"]


BAD_WORDS = [
    (["--as", "tabel"], 'there is no output format "tabel"; did you mean table?'),
    (["--output", "a.doc"], "a.doc: no output format has this ending"),
    (["--output", "nowhere/a.txt"], "nowhere/a.txt: "),
    (["--unit", "words,letters"], '--unit is "words,letters"; choose from'),
    (["--policy", "kaldy"], '--policy is "kaldy"; did you mean kaldi?'),
    (["--threads", "0"], "--threads is 0; give 1 or more"),
    (["--format", "kaldy"], 'there is no format "kaldy"'),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_WORDS, ids=[" ".join(words) for words, _ in BAD_WORDS])
def test_bad_words(files: Path, command: Command, words: list[str], sentence: str) -> None:
    answer = command("align", "ref.txt", "hyp.txt", *words)
    assert answer.code == 2
    assert sentence in answer.err


def test_vectors_without_weights_would_do_nothing(files: Path, command: Command) -> None:
    assert "--vectors is for --weights" in command("align", "ref.txt", "hyp.txt", "--vectors", "none").err


def test_where_nothing_is_wrong_that_is_shown(files: Path, command: Command) -> None:
    assert "I insertion\n\n  none\n\n" in command("align", "ref.txt", "ref.txt").out


def test_a_slip_is_found_before_files_are_read(command: Command) -> None:
    assert 'no output format "tabel"' in command("align", "nowhere", "nowhere", "--as", "tabel").err
    assert "has this ending" in command("align", "nowhere", "nowhere", "--output", "a.doc").err


def test_a_closed_pipe_is_quiet(files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*MONDEGREEN, "align", "ref.txt", "hyp.txt"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert [done.returncode, done.stderr] == [141, b""]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_data_needs_no_rich(files: Path, form: str) -> None:
    code = (
        "import sys\nfrom mondegreen.cli import main\n"
        f"assert main(['align', 'ref.txt', 'hyp.txt', '--as', '{form}']) == 0\n"
        "assert not {'rich', 'difflib', 'importlib.metadata'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_it_is_what_python_gives(files: Path, command: Command) -> None:
    found = json.loads(command("align", "ref.txt", "hyp.txt", "--as", "json").out)
    assert found["systems"][0]["pairs"] == mg.score("ref.txt", "hyp.txt").pairs.counts()


def test_a_file_that_holds_both_sides_is_enough(files: Path, command: Command) -> None:
    Path("recogs").write_text("u-1:\tref=['a', 'b']\nu-1:\thyp=['a', 'c']\n", encoding="utf-8")
    answer = command("align", "recogs", "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    assert '"steps": "CS"' in answer.out
