"""Lattices as objects, against what Kaldi's own programs say of the same ones."""

from pathlib import Path

import kaldiio  # type: ignore[import-untyped]
import numpy as np
import pytest

import mondegreen as mg
from kaldi_cases import Cases
from mondegreen.dropin.kaldi.lattice_tables import FLOAT, INTEGERS
from mondegreen.lattice import WordLattice
from mondegreen.lattice import read as read_lattices

SMALL = "k \n0 1 5 1,2,1_1\n0 1 6 2,1,1_1\n0 1 7 1.5,1,1_1\n1 0,0,\n\n"


def read(tmp_path: Path, text: str = SMALL) -> WordLattice:
    (tmp_path / "lat").write_text(text, encoding="utf-8")
    (lattice,) = read_lattices(f"ark:{tmp_path}/lat")
    return lattice


def test_best_paths_are_those_of_lattice_best_path(tmp_path: Path, kaldi: Cases) -> None:
    folder = kaldi.workplace(tmp_path)
    expected = {
        line.split()[0]: line.split()[1:]
        for line in (folder / "derived" / "best10.tra").read_text("utf-8").splitlines()
    }
    names = {
        int(n): w for w, n in (line.split() for line in (folder / "lang" / "words.txt").read_text("utf-8").splitlines())
    }
    for lattice in read_lattices(f"ark:{folder}/lats_in/det.ark.gz", words=folder / "lang" / "words.txt"):
        best = lattice.scaled(graph=10.0).best()
        assert best is not None
        assert best.words == [names[int(word)] for word in expected[lattice.key]]


def test_a_small_lattice_is_what_it_says(tmp_path: Path) -> None:
    lattice = read(tmp_path)
    assert lattice.arcs["word"].tolist() == [5, 6, 7]
    assert lattice.arcs["end"].tolist() == [2, 2, 2]
    assert [path.words for path in lattice.nbest(9)] == [[7], [5], [6]]  # 2.5, then 3 with the smaller graph cost first
    weights = np.exp([-3.0, -3.0, -2.5])
    assert lattice.posteriors() == pytest.approx(weights / weights.sum())
    assert lattice.oracle([6]) == ([6], 0)
    found = lattice.oracle([8, 9])
    assert found is not None
    assert found[1] == 2  # another word, and a word less
    assert lattice.oracle([]) is not None
    assert [lattice.oracle([6, 6]), lattice.oracle([5, 9])] == [([6], 1), ([5], 1)]
    assert lattice.best() == ([7], 1.5, 1.0)
    assert lattice.times == [0, 2]
    assert repr(lattice) == "WordLattice('k', 2 states, 3 arcs)"
    names = ("begin", "source", "target", "graph", "acoustic")
    assert [lattice.arcs[name].tolist() for name in names] == [[0] * 3, [0] * 3, [1] * 3, [1, 2, 1.5], [2, 1, 1]]
    doubled, halved = lattice.scaled(graph=2.0), lattice.scaled(acoustic=0.5)
    assert [doubled.arcs[name].tolist() for name in names[3:]] == [[2, 4, 3], [2, 1, 1]]
    assert [halved.arcs[name].tolist() for name in names[3:]] == [[1, 2, 1.5], [1, 0.5, 0.5]]
    assert lattice.least_risk().words == [7]


def test_a_lattice_as_graphviz_draws_it(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text('<eps> 0\n"a\\ 5\n', encoding="utf-8")
    (tmp_path / "lat").write_text("k \n0 1 5 1,2.5,1\n1 2 0 0,1,1\n2 0,0,\n\n", encoding="utf-8")
    (lattice,) = read_lattices(tmp_path / "lat", words=tmp_path / "words.txt")
    assert lattice.dot().splitlines() == [
        'digraph "k" {',
        "  rankdir = LR;",
        "  node [shape = circle];",
        "  2 [shape = doublecircle];",
        '  0 -> 1 [label = "\\"a\\\\/1,2.5"];',
        '  1 -> 2 [label = "/0,1"];',
        "}",
    ]
    assert lattice.oracle(['"a\\', "unknown"]) == (['"a\\'], 1)
    assert lattice.oracle([]) == (['"a\\'], 1)


def test_a_lattice_in_which_no_path_ends(tmp_path: Path) -> None:
    lattice = read(tmp_path, "k \n0 1 5 1,2,1\n\n")
    assert (lattice.best(), lattice.nbest(3), lattice.oracle([5])) == (None, [], None)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("j {}:2\nk {}\n", ""),
        ("k {}:2\nk\n", "{scp}:2: expected an utterance ID and a file name"),
        ("\n", "{scp}:1: expected an utterance ID and a file name"),
        ("k cat {}|\n", "cat {}|: this is a command; name the file itself, which may be compressed with gzip"),
        ("k |cat {}\n", "|cat {}: this is a command; name the file itself, which may be compressed with gzip"),
    ],
)
def test_a_script_names_lattices_by_lines(script: str, sentence: str, tmp_path: Path) -> None:
    """With a place in an archive, or as a file that holds one alone."""
    archive, alone = tmp_path / "ark", tmp_path / "lat"
    alone.write_text("\n0 1 5 1,2,1\n1 0,0,\n\n", encoding="utf-8")
    archive.write_text(f"k {alone.read_text(encoding='utf-8')}", encoding="utf-8")
    scp = tmp_path / "lat.scp"
    text = script.format(archive, alone)
    scp.write_text(text, encoding="utf-8")
    if not sentence:
        lattices = list(read_lattices(f"scp:{scp}"))
        assert [(lattice.key, lattice.nbest(1)) for lattice in lattices] == [
            ("j", [([5], 1.0, 2.0)]),
            ("k", [([5], 1.0, 2.0)]),
        ]
        return
    with pytest.raises(mg.ScoreError) as found:
        list(read_lattices(f"scp:{scp}"))
    assert str(found.value) == sentence.format(archive, scp=scp)


def test_files_that_are_missing_and_words_without_a_name(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError) as found:
        list(read_lattices(f"scp:{tmp_path}/none.scp"))
    assert str(found.value) == f"{tmp_path}/none.scp: cannot be read: No such file or directory"
    (tmp_path / "words.txt").write_text("a 5\n", encoding="utf-8")
    (tmp_path / "lat").write_text(SMALL, encoding="utf-8")
    (lattice,) = read_lattices(tmp_path / "lat", words=tmp_path / "words.txt")
    with pytest.raises(mg.ScoreError) as found:
        lattice.best()
    assert str(found.value) == "utterance k: word 7 is not in the table of words"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"k \n0 1 5 1,2,1\n1 0 5 1,2,1\n1 0,0,\n\n", "cycle"),
        (b"k \xd6\xfd\xb2\x7e\x06\x00", "utterance k: byte 6: the file ends within this lattice"),
        (b"k \xd6\xfd\xb2\x7e\xff\xff\xff\x7f", "there cannot be 2147483647 bytes"),
        (b"k nonsense", "byte 2: this is neither a binary nor a text lattice"),
        (b"k \n0 4000000000 5 1,2,1\n\n", "is no line of a text lattice"),  # no room is made for states nobody wrote
        (b"k", 'the key "k" is not followed'),
    ],
)
def test_bad_input_is_a_sentence(data: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "lat").write_bytes(data)
    with pytest.raises(mg.ScoreError, match=words):
        list(read_lattices(tmp_path / "lat"))


def test_commands_are_refused(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match="this is a command"):
        list(read_lattices(f"ark:gunzip -c {tmp_path}/lat.gz|"))


def test_paths_that_disagree_on_time_are_an_error(tmp_path: Path) -> None:
    lattice = read(tmp_path, "i \n0 1 5 1,1,1\n0 1 6 1,1,1_1\n1 0,0,\n\n")
    with pytest.raises(mg.ScoreError, match="utterance i: the paths to state 1 do not agree on its time"):
        lattice.least_risk()


def test_kaldiio_reads_numbers_as_we_write_them(tmp_path: Path) -> None:
    (tmp_path / "ints").write_bytes(b"a " + INTEGERS.binary([3, 1, 2]) + b"b " + INTEGERS.binary([]))
    read_back = {key: value.tolist() for key, value in kaldiio.load_ark(str(tmp_path / "ints"))}
    assert read_back == {"a": [3, 1, 2], "b": []}
    assert FLOAT.binary(0.5) == b"\0B\4" + np.float32(0.5).tobytes()


def test_the_module_is_there_without_being_imported() -> None:
    import mondegreen.lattice

    assert getattr(mg, "lattice") is mondegreen.lattice  # noqa: B009 - type checkers know modules only where imported


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"a 1\ncaf\xe9 2\n", "words.txt:2: byte 0xe9 is not UTF-8"),
        ("a ²\n".encode(), "words.txt:1: expected a word and its number"),
        (b"a\n", "words.txt:1: expected a word and its number"),
        (b"a " + b"1" * 5000 + b"\n", "words.txt:1: expected a word and its number"),
    ],
)
def test_a_table_of_words_that_is_none(tmp_path: Path, data: bytes, sentence: str) -> None:
    (tmp_path / "words.txt").write_bytes(data)
    with pytest.raises(mg.ScoreError, match=sentence):
        next(read_lattices(tmp_path / "lat", words=tmp_path / "words.txt"))


def test_a_table_of_words_as_other_systems_leave_it(tmp_path: Path) -> None:
    """With a byte order mark, other line ends, and a blank of other scripts in a word, which to Kaldi is a letter."""
    (tmp_path / "words.txt").write_bytes("\ufeffun 5\r\nn\u00a0o 6\r\ntrois 7\r\n".encode())
    (tmp_path / "lat").write_text(SMALL, encoding="utf-8")
    (lattice,) = read_lattices(tmp_path / "lat", words=tmp_path / "words.txt")
    assert [path.words for path in lattice.nbest(9)] == [["trois"], ["un"], ["n\u00a0o"]]


def test_a_script_with_an_offset_beyond_all_files(tmp_path: Path) -> None:
    (tmp_path / "lat.scp").write_text(f"k {tmp_path}/lat:{'9' * 30}\n", encoding="utf-8")
    with pytest.raises(mg.ScoreError, match="lat:9"):
        list(read_lattices(f"scp:{tmp_path}/lat.scp"))
