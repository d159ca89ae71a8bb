"""Tables of lattices and of numbers as specifiers ask for them, and as kaldiio reads and writes them."""

import gzip
import io
import os
from pathlib import Path

import kaldiio  # type: ignore[import-untyped]
import numpy as np
import pytest

from mondegreen._core import LatticeArchive
from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.kaldi_io import ALLOW_COMMANDS
from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_combine, lattice_equivalent
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_best_path, lattice_oracle, lattice_to_ctm_conf
from mondegreen.dropin.kaldi.lattice_programs.nbest import lattice_to_nbest, linear_to_nbest, nbest_to_linear
from mondegreen.dropin.kaldi.lattice_programs.transform import lattice_copy
from mondegreen.dropin.kaldi.lattice_tables import Cursor

LINE = "{} \n0\t1\t{}\t1,2,3_4_4\n1\t2\t7\t0.5,0.25,5\n2\n\n"
WORDS = {"a": 5, "b": 6, "c": 8}
BOTH = sorted(WORDS)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lats").write_text("".join(LINE.format(*entry) for entry in WORDS.items()), encoding="utf-8")
    (tmp_path / "mixed").write_text("".join(LINE.format(key, WORDS[key]) for key in "bca"), encoding="utf-8")
    (tmp_path / "bac").write_text("".join(LINE.format(key, WORDS[key]) for key in "bac"), encoding="utf-8")
    return tmp_path


def run(program: ProgramEntry, *words: str) -> tuple[int, bytes, str]:
    out, err = io.BytesIO(), io.BytesIO()
    code = program([word.encode() for word in words], io.BytesIO(), out, err)
    return code, out.getvalue(), err.getvalue().decode()


def texts(path: Path) -> dict[str, bytes]:
    return {key.decode(): lattice.write(text=True) for key, lattice in LatticeArchive.open(path)}


# What is written


def test_an_archive_with_its_script(here: Path) -> None:
    assert run(lattice_copy, "ark:lats", "ark,scp:out.ark,out.scp")[0] == 0
    for line in (here / "out.scp").read_text(encoding="utf-8").splitlines():
        key, place = line.split()
        file, _, offset = place.rpartition(":")
        found = LatticeArchive.open(here / file, int(offset)).object(key)
        assert found.write(text=True) == texts(here / "lats")[key]
    assert run(lattice_copy, "scp:out.scp", "ark,t:-")[1] == (here / "lats").read_bytes()


def test_names_that_are_not_utf_8(here: Path) -> None:
    name = os.fsdecode(b"lats\x9c")
    (here / "lats").rename(here / name)
    words = [os.fsencode(word) for word in (f"ark:{name}", "ark,scp:out\udc9c,script")]
    assert lattice_copy(words, io.BytesIO(), io.BytesIO(), io.BytesIO()) == 0
    code, copied, _ = run(lattice_copy, "scp:script", "ark,t:-")
    assert (code, copied) == (0, (here / name).read_bytes())


def test_files_that_a_script_names(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOW_COMMANDS, "1")
    (here / "to").write_text("a one\nb | gzip -c > two.gz\nc three\n", encoding="utf-8")
    assert run(lattice_copy, "ark:lats", "scp,t:to")[0] == 0
    assert (here / "one").read_bytes().startswith(b"\n0\t1\t5\t1,2,3_4_4\n")
    assert b"0\t1\t6" in gzip.decompress((here / "two.gz").read_bytes())
    (here / "from").write_text("a one\nb gunzip -c two.gz |\nc three\n", encoding="utf-8")
    assert run(lattice_copy, "scp:from", "ark,t:-")[1] == (here / "lats").read_bytes()


def test_a_key_that_the_script_lacks_is_an_error_unless_permitted(here: Path) -> None:
    (here / "to").write_text("a one\nc three\n", encoding="utf-8")
    code, _, err = run(lattice_copy, "ark:lats", "scp:to")
    assert code == 255
    assert "the script file to has no entry for b" in err
    (here / "one").unlink()
    assert run(lattice_copy, "ark:lats", "scp,p:to")[0] == 0
    assert (here / "one").exists()
    assert (here / "three").exists()


def test_flushing_leaves_the_same_bytes(here: Path) -> None:
    for words in ("ark,f:flushed", "ark,nf:kept", "ark,t,f:text"):
        assert run(lattice_copy, "ark:lats", words)[0] == 0
    assert (here / "flushed").read_bytes() == (here / "kept").read_bytes()
    assert (here / "text").read_bytes() == (here / "lats").read_bytes()


# What is read by key


def combined(second: str) -> tuple[int, bytes, str]:
    return run(lattice_combine, "ark:lats", second, "ark,t:-")


@pytest.mark.parametrize("options", ["", ",s", ",o", ",s,cs", ",o,s,cs", ",p", ",bg", ",cs"])
def test_sorted_tables_give_the_same_however_they_are_kept(options: str) -> None:
    assert combined(f"ark{options}:lats")[:2] == combined("ark:lats")[:2]


def test_an_unsorted_table_is_searched_unless_it_is_said_to_be_sorted() -> None:
    assert combined("ark:mixed")[:2] == combined("ark:lats")[:2]
    code, _, err = combined("ark,s:bac")
    assert code == 255
    assert "keys are out of order or duplicated: b is followed by a" in err


def test_a_table_that_is_asked_in_another_order_than_was_said() -> None:
    code, _, err = run(lattice_combine, "ark:mixed", "ark,s,cs:lats", "ark,t:-")
    assert code == 255
    assert "keys are not asked for in sorted order: c is followed by a" in err
    assert run(lattice_combine, "ark:mixed", "ark,s:lats", "ark,t:-")[0] == 0


def test_a_key_that_comes_twice_is_an_error(here: Path) -> None:
    (here / "twice").write_text(LINE.format("a", 5) * 2 + LINE.format("b", 6), encoding="utf-8")
    code, _, err = combined("ark:twice")
    assert code == 255
    assert "duplicate key a in archive twice" in err


def test_an_entry_that_is_not_there_is_passed_over_where_permitted(here: Path) -> None:
    run(lattice_copy, "ark:lats", "ark,scp:out.ark,out.scp")
    script = (here / "out.scp").read_text(encoding="utf-8")
    (here / "out.scp").write_text(f"x missing:3\n{script}", encoding="utf-8")
    assert run(lattice_copy, "scp:out.scp", "ark,t:-")[0] == 255
    code, out, _ = run(lattice_copy, "scp,p:out.scp", "ark,t:-")
    assert (code, out) == (0, (here / "lats").read_bytes())


# Beside kaldiio


@pytest.mark.parametrize("options", ["", ",t"])
def test_kaldiio_reads_transcripts_and_alignments(options: str, here: Path) -> None:
    words = [f"ark{options}:words", f"ark{options},scp:ids,ids.scp"]
    assert run(lattice_best_path, "ark:lats", *words)[0] == 0
    assert {key: value.tolist() for key, value in kaldiio.load_ark("words")} == {key: [WORDS[key], 7] for key in WORDS}
    scripted = kaldiio.load_scp("ids.scp")
    assert {key: scripted[key].tolist() for key in scripted} == {key: [3, 4, 4, 5] for key in WORDS}


def test_kaldiio_reads_costs_in_text(here: Path) -> None:
    assert run(nbest_to_linear, "ark:lats", "ark:ids", "ark:words", "ark,t:graph", "ark,t:acoustic")[0] == 0
    graph, acoustic = (dict(kaldiio.load_ark(name)) for name in ("graph", "acoustic"))
    assert {key: value.tolist() for key, value in graph.items()} == {key: [1.5] for key in WORDS}
    assert {key: value.tolist() for key, value in acoustic.items()} == {key: [2.25] for key in WORDS}


@pytest.mark.parametrize("words", ["ark:words", "scp:words.scp", "ark:gunzip -c words.gz|", "ark:cat words |"])
def test_what_kaldiio_writes_is_read(words: str, here: Path) -> None:
    kaldiio.save_ark("ids", {key: np.array([3, 4, 4, 5], np.int32) for key in WORDS})
    transcripts = {key: np.array([WORDS[key], 7], np.int32) for key in WORDS}
    kaldiio.save_ark("words", transcripts, scp="words.scp")
    (here / "words.gz").write_bytes(gzip.compress((here / "words").read_bytes()))
    assert run(linear_to_nbest, "ark:ids", words, "", "", "ark:made")[0] == 0
    made = {key.decode(): lattice.only_path() for key, lattice in LatticeArchive.open(here / "made")}
    assert {key: line[:2] for key, line in made.items() if line} == {
        key: ([WORDS[key], 7], [3, 4, 4, 5]) for key in WORDS
    }
    code, out, err = run(lattice_oracle, "ark:lats", words, "ark,t:-")
    assert code == 0
    assert "Overall %WER 0 [ 0 / 6," in err
    assert out == b"".join(b"%s %d 7 \n" % (key.encode(), WORDS[key]) for key in BOTH)


@pytest.mark.parametrize("number", ["2147483648", "-2147483649", "1_0", "9" * 5000])
def test_numbers_that_are_none_of_32_bits_are_refused(number: str, here: Path) -> None:
    (here / "numbers").write_text(f"a 5 {number}\n", encoding="utf-8")
    for program, words in (
        (lattice_oracle, ["ark:lats", "ark:numbers", "ark,t:-"]),
        (lattice_to_ctm_conf, ["ark:lats", "ark:numbers", "-"]),
        (linear_to_nbest, ["ark:numbers", "ark:numbers", "", "", "ark:-"]),
    ):
        code, out, err = run(program, *words)
        assert (code, out) == (255, b"")
        assert "Object read failed for key a, reading ark:numbers" in err
    code, _, err = run(lattice_oracle, f"--wildcard-symbols=5:{number}", "ark:lats", "ark:none", "ark,t:-")
    assert code == 255
    assert "Expected colon-separated list of integers for --wildcard-symbols option" in err


def test_options_that_count_may_be_negative() -> None:
    """What counts up to a negative number does nothing, and a negative seed is one as well."""
    assert run(lattice_equivalent, "--num-paths=-1", "ark:lats", "ark:mixed")[0] == 0
    drawn = [run(lattice_to_nbest, "--random", f"--srand={seed}", "ark:lats", "ark,t:-") for seed in (-1, 2)]
    assert [code for code, _, _ in drawn] == [0, 0]


@pytest.mark.parametrize("kind", ["matrix", "vector", "compressed", "text"])
def test_what_is_no_list_of_numbers_is_refused(kind: str, here: Path) -> None:
    """Programs that take lists of words get them, not matrices, which kaldiio reads: and a sentence says so."""
    data = np.ones((2, 3), np.float32) if kind != "vector" else np.ones(3, np.float32)
    kaldiio.save_ark("m", {"a": data}, compression_method=2 if kind == "compressed" else None, text=kind == "text")
    assert kaldiio.load_ark("m")
    code, _, err = run(lattice_oracle, "ark:lats", "ark:m", "ark,t:-")
    assert code == 255
    assert "Object read failed for key a, reading ark:m" in err


def test_a_last_line_of_numbers_may_lack_its_end() -> None:
    cursor = Cursor(b"a 12\nb 34")
    assert [cursor.read_key(), cursor.read_line(), cursor.read_key(), cursor.read_line()] == [b"a", b"12", b"b", b"34"]
    assert cursor.read_key() == b""
