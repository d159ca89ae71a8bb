"""`mondegreen lexicon`: from files to files, and what is said of those that do not fit."""

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from conftest import Answer

Command = Callable[..., Answer]


@pytest.fixture
def sides(files: Path) -> Path:
    """Vectors of two languages, turned against each other, and their dictionary."""
    draws = np.random.default_rng(5)
    source = draws.standard_normal((60, 8))
    rotation, _ = np.linalg.qr(draws.standard_normal((8, 8)))
    for name, matrix in (("s", source), ("t", source @ rotation)):
        rows = [f"{name}{place} {' '.join(f'{value:.6f}' for value in row)}" for place, row in enumerate(matrix)]
        (files / f"{name}.vec").write_text("\n".join(["60 8", *rows, ""]), encoding="utf-8")
    for name, places in (("train", range(40)), ("test", range(40, 60))):
        text = "".join(f"s{place} t{place}\n" for place in places)
        (files / f"{name}.txt").write_text(text, encoding="utf-8")
    return files


def test_map_translate_and_evaluate(sides: Path, command: Command) -> None:
    words = ("s.vec", "t.vec", "--dictionary", "train.txt", "--output", "m.npz", "--write-source", "mapped.vec")
    assert command("lexicon", "map", *words).code == 0
    both = ("--mapping", "m.npz", "--source", "s.vec", "--target", "t.vec")
    found = command("lexicon", "translate", "s50", "S51", "nothing", *both, "--top", "2")
    assert [line.split("\t")[:2] for line in found.out.splitlines()] == [
        ["s50", "t50"],
        ["S51", "t51"],
        ["nothing", "-"],
    ]
    assert '"nothing" has no vector' in found.err
    again = command("lexicon", "translate", "s50", "--source", "mapped.vec", "--target", "t.vec", "--way", "cosine")
    assert again.code == 0
    found = command("lexicon", "eval", "test.txt", "m.npz", "--source", "s.vec", "--target", "t.vec", "--as", "json")
    tables = {report["report"]: report["rows"] for report in json.loads(found.out)["reports"]}
    assert [row["precision_at_1"] for row in tables["accuracy"]] == [100.0, 100.0]
    assert tables["coverage"][0]["covered"] == 20


def test_means_are_kept_where_they_are_wanted(sides: Path, command: Command) -> None:
    asked = ("lexicon", "translate", "s1", "--source", "s.vec", "--target", "s.vec")
    assert command(*asked, "--no-cache", "--cache", "kept").code == 2
    first = command(*asked, "--cache", "kept")
    (file,) = (sides / "kept").iterdir()
    kept = file.read_bytes()
    file.write_bytes(b"none of ours")
    again = command(*asked, "--cache", "kept")
    assert (first.code, first.out) == (again.code, again.out) == (0, command(*asked, "--no-cache").out)
    assert len(file.read_bytes()) == len(kept)


def test_translations_are_asked_line_by_line(sides: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", iter(["s1\n", "\n", "s2\n"]))
    found = command("lexicon", "translate", "--source", "s.vec", "--target", "s.vec")
    assert [line.split("\t")[:2] for line in found.out.splitlines()] == [["s1", "s1"], ["s2", "s2"]]


def test_neighbors_are_others(sides: Path, command: Command) -> None:
    found = command("lexicon", "neighbors", "s1", "--vectors", "s.vec", "--top", "3")
    name, *near = found.out.split()
    assert name == "s1"
    assert len(near) == 3
    assert "s1" not in near


def test_split(sides: Path, command: Command) -> None:
    found = command("lexicon", "split", "train.txt", "--train", "a.tsv", "--test", "b.tsv", "--share", "0.25")
    assert found.out == "30 pairs to train on, 10 to test on\n"
    assert len((sides / "b.tsv").read_text().splitlines()) == 10


@pytest.mark.parametrize("form", ["markdown", "latex", "csv", "table"])
def test_every_form_shows_predictions(files: Path, command: Command, form: str) -> None:
    (files / "d.tsv").write_text("dog\tchien\ncat\tchat\n", encoding="utf-8")
    (files / "a.tsv").write_text("dog\tchien\ncat\tchien\n", encoding="utf-8")
    (files / "b.tsv").write_text("dog\tloup\ncat\tchat\n", encoding="utf-8")
    found = command("lexicon", "eval", "d.tsv", "a=a.tsv", "b=b.tsv", "--as", form, "--ci")
    assert found.code == 0
    assert "50" in found.out


def test_precision_stands_beside_recall(files: Path, command: Command) -> None:
    (files / "en-fr.tsv").write_text("dog\tchien\ndog\tchienne\ncat\tchat\nghost\tfantôme\n", encoding="utf-8")
    (files / "a.tsv").write_text("dog\tchien\tchienne\ncat\tchien\tsouris\nghost\t-\n", encoding="utf-8")
    asked = ("en-fr.tsv", "muse=a.tsv", "--report", "pairs", "--at", "1,2", "--as", "csv")
    found = command("lexicon", "eval", *asked)
    # One of three predictions is right, and two of five; of four pairs one and two are found.
    rows = [line.split(",") for line in found.out.splitlines()]
    names = ["system", "dictionary", "pairs", "precision_at_1", "recall_at_1", "precision_at_2", "recall_at_2"]
    assert rows[0][-len(names) :] == names
    assert rows[1][-len(names) : -4] == ["muse", "en-fr.tsv", "4"]
    assert [float(cell) for cell in rows[1][-4:]] == pytest.approx([100 / 3, 25, 40, 50])


def test_reports_that_cannot_be_made(files: Path, command: Command) -> None:
    (files / "d.tsv").write_text("dog\tchien\n", encoding="utf-8")
    for name, message in (
        ("lemmas", "there is nothing to report of lemmas; give --forms"),
        ("significance", "give two systems or more"),
        ("pear", 'there is no report "pear"; choose from accuracy, '),
    ):
        found = command("lexicon", "eval", "d.tsv", "d.tsv", "--report", name)
        assert (found.code, found.out) == (2, "")
        assert message in found.err


def test_differences_are_told_with_their_seed(files: Path, command: Command) -> None:
    (files / "d.tsv").write_text("dog\tchien\ncat\tchat\n", encoding="utf-8")
    (files / "a.tsv").write_text("dog\tloup\ncat\tchat\n", encoding="utf-8")
    asked = ("d.tsv", "a=d.tsv", "b=a.tsv", "--report", "significance", "--seed", "3", "--at", "1")
    found = command("lexicon", "eval", *asked)
    assert "10000 resamples, seed 3" in found.out
    (row,) = json.loads(command("lexicon", "eval", *asked, "--as", "json").out)["reports"][0]["rows"]
    assert (row["one"], row["other"], row["at"], row["gap"], row["mcnemar_p"]) == ("a", "b", 1, 50, 1)
    assert command("lexicon", "eval", *asked, "--resamples", "0").code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("map", "s.vec", "t.vec"), "nothing would be written"),
        (("map", "s.vec", "none.vec", "--output", "m.npz"), "none.vec: this file of vectors does not exist"),
        (("map", "s.vec", "small.vec", "--output", "m.npz"), "8 numbers in s.vec and 2 in small.vec"),
        (("map", "s.vec", "nan.vec", "--output", "m.npz"), 'nan.vec:1: "nan" is not a finite number'),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--words", "0"), "0 words make no vector space"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--dictionary", "odd.tsv"), "no pair of this dictionary has"),
        (("map", "s.vec", "t.vec", "--output", "m"), "m: a mapping is saved as .npz; name it so"),
        (("map", "s.vec", "t.vec", "--output", "no/m.npz"), "no/m.npz: cannot be written: there is no such directory"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--write-source", "a.bin"), "a.bin: vectors are written as"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--write-target", "no/a.vec"), "no/a.vec: cannot be written"),
        (("map", "cut.vec.gz", "t.vec", "--output", "m.npz"), "cut.vec.gz: cannot be decompressed"),
        (("map", "text.bin", "t.vec", "--output", "m.npz"), "text.bin: not a fastText model"),
        (("eval", "back.txt", "turned.tsv"), "reversed, it would have more: is it in the wrong direction?"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--steps", "long"), 'there is no step "long"'),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--supervision", "dictionary"), "needs a dictionary"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--supervision", "identical"), "spelled the same"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--dictionary", "back.txt"), "in the wrong direction"),
        (("map", "s.vec", "t.vec", "--output", "m.npz", "--patience", "0"), "--patience is 0"),
        (("eval", "test.txt", "s.npz"), "a mapping needs the vectors"),
        (("eval", "test.txt", "odd.tsv"), "odd.tsv has no word of this dictionary"),
        (("eval", "test.txt", "odd.tsv", "--at", "0"), '--at is "0"'),
        (("translate", "s1", "--mapping", "test.txt", "--source", "s.vec", "--target", "t.vec"), "not a mapping"),
        (("split", "test.txt", "--train", "a", "--test", "b", "--share", "2"), "between 0 and 1"),
    ],
)
def test_what_does_not_fit(sides: Path, command: Command, words: tuple[str, ...], message: str) -> None:
    (sides / "small.vec").write_text("a 1 2\n", encoding="utf-8")
    (sides / "nan.vec").write_text("a nan 2\n", encoding="utf-8")
    (sides / "back.txt").write_text("t1 s1\n", encoding="utf-8")
    (sides / "odd.tsv").write_text("x\ty\n", encoding="utf-8")
    (sides / "turned.tsv").write_text("x\tt2\n" + "s1\tt1\n", encoding="utf-8")
    (sides / "cut.vec.gz").write_bytes(gzip.compress((sides / "s.vec").read_bytes())[:200])
    (sides / "text.bin").write_text("a 1 2\n", encoding="utf-8")
    found = command("lexicon", *words)
    assert found.code == 2
    assert message in found.err
    assert found.err.count("\n") == 1
    assert not (sides / "m.npz").exists()


def test_odd_vectors_are_told(sides: Path, command: Command) -> None:
    lines = (sides / "s.vec").read_text().splitlines()[1:]
    zero = "zero " + " ".join(["0"] * 8)
    (sides / "odd.vec").write_text("\n".join([*lines, lines[0], zero, ""]), encoding="utf-8")
    found = command("lexicon", "map", "odd.vec", "t.vec", "--dictionary", "train.txt", "--output", "m.npz")
    assert found.code == 0
    assert "odd.vec: 1 vector of zeros, similar to nothing" in found.err
    assert "1 of 62 words are duplicates" in found.err


def test_parts_of_speech_of_few_pairs_are_told(files: Path, command: Command) -> None:
    (files / "d.tsv").write_text("dog\tchien\ncat\tchat\nrun\tcourir\n", encoding="utf-8")
    (files / "a.tsv").write_text("dog\tchien\ncat\tchat\nrun\tcourir\n", encoding="utf-8")
    (files / "d.n.txt").write_text("dog\tchien\n", encoding="utf-8")
    found = command("lexicon", "eval", "d.tsv", "a.tsv", "--pos", "d")
    assert "d: the part of speech is known for 1 of 3 pairs" in found.err
    (files / "d.v.txt").write_text("run\tcourir\n", encoding="utf-8")
    assert "the part of speech of" not in command("lexicon", "eval", "d.tsv", "a.tsv", "--pos", "d").err


def test_packed_vectors_are_read_and_what_is_written_is_read_back(sides: Path, command: Command) -> None:
    (sides / "s.vec.gz").write_bytes(gzip.compress((sides / "s.vec").read_bytes()))
    mapped = ("--write-source", "sm.vec.gz", "--write-target", "tm.npy")
    assert command("lexicon", "map", "s.vec.gz", "t.vec", "--dictionary", "train.txt", *mapped).code == 0
    found = command("lexicon", "translate", "s50", "--source", "sm.vec.gz", "--target", "tm.npy")
    assert found.out.split("\t")[:2] == ["s50", "t50"]
    few = command("lexicon", "translate", "s50", "s5", "--source", "sm.vec.gz", "--target", "tm.npy", "--words", "20")
    assert [line.split("\t")[1] for line in few.out.splitlines()] == ["-", "t5"]


def test_accents_are_the_same_however_they_are_written(sides: Path, command: Command) -> None:
    for name, word in (("s", "cafe\u0301"), ("t", "CAFE\u0301")):
        text = (sides / f"{name}.vec").read_text(encoding="utf-8")
        (sides / f"{name}.vec").write_text(text.replace(f"\n{name}50 ", f"\n{word} "), encoding="utf-8")
    (sides / "test.tsv").write_text("caf\u00e9\tcaf\u00e9\n", encoding="utf-8")
    assert command("lexicon", "map", "s.vec", "t.vec", "--dictionary", "train.txt", "--output", "m.npz").code == 0
    both = ("--source", "s.vec", "--target", "t.vec")
    found = command("lexicon", "eval", "test.tsv", "m.npz", *both, "--as", "json")
    assert json.loads(found.out)["reports"][0]["rows"][0]["precision_at_1"] == 100
    assert command("lexicon", "translate", "caf\u00e9", "--mapping", "m.npz", *both).out.split("\t")[1] == "caf\u00e9"


def test_sides_that_were_exchanged_are_told(sides: Path, command: Command) -> None:
    assert command("lexicon", "map", "s.vec", "t.vec", "--dictionary", "train.txt", "--output", "m.npz").code == 0
    found = command("lexicon", "translate", "t5", "--mapping", "m.npz", "--source", "t.vec", "--target", "s.vec")
    assert "learned with s.vec as source and t.vec as target; exchange them" in found.err


def test_words_that_a_text_cannot_hold_are_refused(sides: Path, command: Command) -> None:
    words = [f"s{place}" for place in range(59)]
    np.save(sides / "w.npy", np.random.default_rng(0).standard_normal((60, 8)))
    (sides / "w.txt").write_text("\n".join([*words, "route 66", ""]), encoding="utf-8")
    given = ("w.npy", "t.vec", "--dictionary", "train.txt", "--write-source")
    found = command("lexicon", "map", *given, "a.vec")
    assert found.code == 2
    assert 'a.vec: "route 66" would be read back as another word' in found.err
    assert command("lexicon", "map", *given, "a.npy").code == 0


def test_forms_of_another_language_are_told(files: Path, command: Command) -> None:
    (files / "d.tsv").write_text("dog\tchien\ncat\tchat\n", encoding="utf-8")
    (files / "f.tsv").write_text("hund\thunden\tN\n", encoding="utf-8")
    found = command("lexicon", "eval", "d.tsv", "d.tsv", "--forms", "f.tsv")
    assert "f.tsv: only 0 % of the dictionary's translations are listed; is it of another language?" in found.err


class Model:
    """A model in the place of fastText's."""

    def get_words(self, on_unicode_error: str) -> list[str]:
        assert on_unicode_error == "replace"
        return [f"s{place}" for place in range(30)]

    def get_word_vector(self, word: str) -> list[float]:
        draws = np.random.default_rng(int(word[1:]))
        return list(draws.standard_normal(8))

    def get_dimension(self) -> int:
        return 8


def test_a_fasttext_model_is_mapped(sides: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from mondegreen.resources.fasttext_vectors import MAGIC

    (sides / "s.bin").write_bytes(MAGIC + b"rest")
    monkeypatch.setitem(sys.modules, "fasttext", SimpleNamespace(load_model=lambda name: Model()))
    given = ("map", "s.bin", "t.vec", "--dictionary", "train.txt", "--output", "m.npz")
    assert "30 pairs" in command("lexicon", *given).out
    assert "20 pairs" in command("lexicon", *given, "--words", "20").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--dictionary train.txt --spectral", "--spectral applies to --method rcsls"),
        ("--dictionary train.txt --refinements 3", "--refinements applies to --method muse"),
        ("--dictionary train.txt --patience 3", "--patience applies to --method vecmap without a full dictionary"),
        ("--dictionary train.txt --rank 30", "--rank applies to --method muse, or vecmap without"),
        ("--dictionary train.txt --select split", "--select applies to iterative methods"),
        (
            "--dictionary train.txt --method muse --start adversarial",
            "--start applies to --method muse --supervision none",
        ),
        ("--method muse --epochs 2", "--epochs applies to --start adversarial"),
        ("--method muse --select split", "--select split applies to given words"),
        ("--dictionary train.txt --method rcsls --rate inf", "--rate is inf; give a number above 0"),
        ("--method muse --start adversarial --samples 31", "--samples is 31; give 32 or more"),
    ],
)
def test_options_that_would_do_nothing(sides: Path, command: Command, words: str, said: str) -> None:
    found = command("lexicon", "map", "s.vec", "t.vec", *words.split(), "--output", "m.npz")
    assert found.code == 2
    assert said in found.err
    assert not (sides / "m.npz").exists()


def test_forms_of_other_toolkits_hold_no_tables(sides: Path, command: Command) -> None:
    (sides / "mine.tsv").write_text("s41\tt41\n", encoding="utf-8")
    for form in ("errs", "wer-summary", "sclite"):
        found = command("lexicon", "eval", "test.txt", "mine.tsv", "--as", form, "--output", "out")
        assert found.code == 2
        assert f"--output-format {form} is for the runs of" in found.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("a.tsv --source s.vec", "--source applies to mappings, and none is given"),
        ("a.tsv --bands 10", "--bands applies to mappings, and none is given"),
        ("a.tsv a.tsv", "two systems are called a.tsv; name one of them by NAME="),
        ("a.tsv --forms spacy:", '--forms is "spacy:"; write spacy:LANGUAGE, such as spacy:fr'),
    ],
)
def test_evaluations_that_would_not_be_what_they_seem(sides: Path, command: Command, words: str, said: str) -> None:
    (sides / "a.tsv").write_text("s41\tt41\n", encoding="utf-8")
    found = command("lexicon", "eval", "test.txt", *words.split())
    assert found.code == 2
    assert said in found.err


@pytest.mark.parametrize(
    ("words", "named", "why"),
    [
        ("split train.txt --train a.txt --test a.txt", "a.txt", "named twice"),
        ("split train.txt --train train.txt --test a.txt", "train.txt", "an input"),
        ("map s.vec t.vec --dictionary train.txt --write-source a.vec --write-target a.vec", "a.vec", "named twice"),
        ("map s.vec t.vec --dictionary train.txt --write-source t.vec", "t.vec", "an input"),
        ("map s.vec t.vec --dictionary train.txt --write-target train.npy", "train.txt", "an input"),
    ],
)
def test_nothing_is_written_over(sides: Path, command: Command, words: str, named: str, why: str) -> None:
    before = {path.name: path.read_bytes() for path in sides.iterdir()}
    found = command("lexicon", *words.split())
    assert found.code == 2
    assert found.err.startswith(f"mondegreen: error: {named}: it is {why}")
    assert {path.name: path.read_bytes() for path in sides.iterdir()} == before


def test_parts_are_written_both_or_not_at_all(sides: Path, command: Command) -> None:
    found = command("lexicon", "split", "train.txt", "--train", "a.txt", "--test", "nowhere/b.txt")
    assert found.code == 2
    assert not (sides / "a.txt").exists()
