"""Lists in all their forms, and what is wrong with some."""

import gzip
import math
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen import nbest
from mondegreen.nbest.lists import NBest, parse_score
from mondegreen.nbest.reading import PairedLists, PeekedLists, SystemLists

SMALL = "a \n0 1 1 1,2,1_1\n0 1 2 2,3,1_1\n1 0,0,\n\n"


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def lists(*sources: Path | str, **options: object) -> list[NBest]:
    return list(nbest.read([str(each) for each in sources], **options))  # type: ignore[arg-type]


def plain(found: list[NBest]) -> dict[str, list[str]]:
    return {each.key: list(each.texts) for each in found}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-12.34", -12.34),
        ("tensor(-3.45)", -3.45),
        ("tensor(-3.45, device='cuda:0')", -3.45),
        ("tensor([-3.45], grad_fn=<AddBackward0>)", -3.45),
        ("1e-3", 0.001),
    ],
)
def test_scores_in_all_their_spellings(text: str, value: float) -> None:
    assert parse_score(text, "f") == value


@pytest.mark.parametrize("text", ["nan", "inf", "tensor(nan)", "", "tensor()", "x", "1 2"])
def test_what_is_no_score(text: str) -> None:
    with pytest.raises(mg.ScoreError, match="score"):
        parse_score(text, "f")


def test_kaldi_lists_with_costs(tmp_path: Path) -> None:
    # A key may itself end as a rank does; order of ranks in the file makes no difference.
    put(tmp_path, {"nb": "a-1-2 x\na-1-1 y  z\r\nb-1\n", "lm": "a-1-2 2.5\na-1-1 1\nb-1 0\n"})
    found = lists(tmp_path / "nb", costs={"lm": str(tmp_path / "lm")})
    assert plain(found) == {"a-1": ["y  z", "x"], "b": [""]}
    assert found[0].scores == {"lm": [-1.0, -2.5]}
    (tmp_path / "nb.gz").write_bytes(gzip.compress((tmp_path / "nb").read_bytes()))
    assert plain(lists(tmp_path / "nb.gz")) == plain(found)


def test_a_missing_rank_is_told(tmp_path: Path) -> None:
    put(tmp_path, {"nb": "a-1 x\na-3 y\n"})
    reader = nbest.read(str(tmp_path / "nb"))
    assert [list(each.ranks) for each in reader] == [[1, 3]]
    assert [*map(str, reader.notes)] == [f"1 list of {tmp_path / 'nb'} with ranks missing; the others were used"]


def test_json_lines(tmp_path: Path) -> None:
    rows = (
        '\ufeff{"utt": "a", "nbest": [{"text": "x", "score": -2, "lm": 1.5}, {"text": "", "score": -1, "lm": 0}]}\n\n'
        '{"utt": "b", "nbest": ["y", "z"]}\n{"id": 7, "nbest": [{"text": "v", "rank": 2}, {"text": "w", "rank": 1}]}\n'
    )
    put(tmp_path, {"l.jsonl": rows})
    found = lists(tmp_path / "l.jsonl")
    assert plain(found) == {"a": ["x", ""], "b": ["y", "z"], "7": ["w", "v"]}
    assert found[0].scores == {"score": [-2.0, -1.0], "lm": [1.5, 0.0]}


def test_espnet_folders(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            "1best_recog/text": "a x y\nb z\nc  \n",
            "1best_recog/score": "a tensor(-1.5)\nb -2\nc 0.0\n",
            "2best_recog/text": "b w\n",
            "2best_recog/score": "b tensor(-3., device='cuda:0')\n",
        },
    )
    found = lists(tmp_path)
    assert plain(found) == {"a": ["x y"], "b": ["z", "w"], "c": [""]}
    assert [each.scores for each in found] == [{"score": [-1.5]}, {"score": [-2.0, -3.0]}, {"score": [0.0]}]


def test_several_systems_are_a_list(tmp_path: Path) -> None:
    put(tmp_path, {"one": "a-1 x\na-2 y\n", "two.trn": "v (a-2)\nu (a-1)\n", "three": "a-2 w\n"})
    found = lists(tmp_path / "one", tmp_path / "two.trn", tmp_path / "three")
    assert plain(found) == {"a-1": ["x", "u"], "a-2": ["y", "v", "w"]}


def test_lattices(tmp_path: Path) -> None:
    put(tmp_path, {"lat": SMALL, "words.txt": "<eps> 0\nun 1\ndeux 2\n"})
    found = lists(tmp_path / "lat", words=str(tmp_path / "words.txt"))
    assert plain(found) == {"a": ["un", "deux"]}
    assert found[0].scores == {"lm": [-1.0, -2.0], "am": [-2.0, -3.0]}


@pytest.mark.parametrize(
    ("files", "form", "words"),
    [
        ({"l": "a-1 x\na-1 y\n"}, None, "l:1: utterance a: rank 1 occurs twice"),
        ({"l": "a x\n"}, None, 'l:1: the ID "a" does not end in a rank'),
        ({"l": "a-1 x\nb-1 y\na-2 z\n"}, None, "l:3: the list of utterance a is interrupted by another"),
        ({"l": "{"}, "jsonl", "l:1: this is not JSON"),
        (
            {"l": '{"utt": "a", "nbest": [{"text": "x", "rank": 1.5}, {"text": "y", "rank": 1}]}'},
            "jsonl",
            "l:1: utterance a: a rank is 1.5; ranks are whole numbers",
        ),
        ({"l": "[" * 100_000}, "jsonl", "l:1: this JSON is nested too deeply"),
        ({"l": f'{{"n": {"1" * 9999}}}'}, "jsonl", "l:1: a number in this JSON is too long"),
        ({"l": '{"utt": "a", "nbest": ["\\ud800"]}'}, "jsonl", "l:1: this JSON escapes half a character"),
        ({"l": f"a-{'1' * 9999} x\n"}, "kaldi", "does not end in a rank"),
        ({"l": '{"utt": "a"}'}, "jsonl", 'l:1: expected an object with an utterance ID and a list "nbest"'),
        ({"l": '{"nbest": ["x"]}'}, "jsonl", "l:1: the object has no utterance ID, such as utt"),
        ({"l": '{"utt": "a", "nbest": [{"score": 1}]}'}, "jsonl", "l:1: utterance a: a hypothesis has no text"),
        ({"l": '{"utt": "a", "nbest": [{"text": "x", "s": NaN}]}'}, "jsonl", "l:1: utterance a: a score is nan"),
        ({"l": '{"utt": "a", "nbest": [{"text": "x", "s": 1}, "y"]}'}, "jsonl", 'some hypotheses have "s"'),
        ({"l": '{"utt": "a", "nbest": []}\n{"utt": "a", "nbest": []}'}, "jsonl", "l:2: utterance a: occurs twice"),
        ({"l/1best_recog/text": "a x\na y\n"}, None, "text:2: utterance a: occurs twice"),
        ({"l/1best_recog/text": "a x\n", "l/3best_recog/text": "a x\n"}, None, "there is no 2best_recog next to"),
        ({"l/2best_recog/text": "a x\n"}, None, "there is no 1best_recog"),
        (
            {"l/1best_recog/text": "a x\n", "l/1best_recog/score": "a nan\n"},
            None,
            "score:1: utterance a: a score is nan",
        ),
        ({"l/1best_recog/text": "a x\n", "l/1best_recog/score": "b 1\n"}, None, "utterance a: has no score"),
        ({"l/1best_recog/text": "a x\n", "l/2best_recog/text": "b y\n"}, None, "utterance b: is not in"),
        ({"l": "a-1 x\n"}, "lattice", "lattices need their symbol table"),
        ({"l": "a-1 x\n"}, "ctm", 'the type of the lists is "ctm"; choose from kaldi'),
        ({}, "kaldi", "cannot be read"),
    ],
)
def test_bad_lists(files: dict[str, str], form: str | None, words: str, tmp_path: Path) -> None:
    put(tmp_path, files)
    with pytest.raises(mg.ScoreError, match=words):
        lists(tmp_path / "l", list_type=form)


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ("a-1 1\n", "lm: expected the cost of a-2, found its end"),
        ("a-2 1\na-1 1\n", 'lm:1: expected the cost of a-1, found "a-2 1"'),
        ("a-1 1\na-2 nan\n", "lm:2: a score is nan"),
        ("a-1 1\na-2 2\na-3 3\n", 'lm:3: "a-3" follows the last hypothesis'),
    ],
)
def test_bad_costs(costs: str, words: str, tmp_path: Path) -> None:
    put(tmp_path, {"l": "a-1 x\na-2 y\n", "lm": costs})
    with pytest.raises(mg.ScoreError, match=words):
        lists(tmp_path / "l", costs={"lm": str(tmp_path / "lm")})


def test_a_cut_off_archive_and_bytes_of_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "l").write_bytes(gzip.compress(b"a-1 x\n" * 9)[:-9])
    with pytest.raises(mg.ScoreError, match="the gzip data end too early"):
        lists(tmp_path / "l", list_type="kaldi")
    (tmp_path / "l").write_bytes("a-1 été\n".encode("latin-1"))
    with pytest.raises(mg.ScoreError, match="byte 0xe9 is not utf-8; name its encoding"):
        lists(tmp_path / "l", list_type="kaldi")
    assert plain(lists(tmp_path / "l", encoding="latin-1")) == {"a": ["été"]}


def test_lists_and_references(tmp_path: Path) -> None:
    put(tmp_path, {"l": "b-1 y\nc-1 z\n"})
    reference = mg.Corpus(["a", "b"], ["x", "y"], "ref")
    paired = PairedLists(reference, nbest.read(str(tmp_path / "l")))
    assert plain(list(paired)) == {"b": ["y"], "a": [""]}
    assert [str(note).split(" of ")[0] for note in paired.notes] == ["1 utterance", "1 utterance"]
    assert plain(list(PairedLists(reference, nbest.read(str(tmp_path / "l")), "skip"))) == {"b": ["y"]}
    with pytest.raises(mg.ScoreError, match="1 utterance of ref missing here: a"):
        list(PairedLists(reference, nbest.read(str(tmp_path / "l")), "error"))
    with pytest.raises(mg.ScoreError, match="no utterance in common"):
        list(PairedLists(mg.Corpus(["q"], [""], "ref"), nbest.read(str(tmp_path / "l"))))


@pytest.mark.parametrize("weight", [math.nan, math.inf])
def test_a_weight_is_a_number(tmp_path: Path, weight: float) -> None:
    """By others no path ends, and all lists would be empty."""
    (tmp_path / "words.txt").write_text("a 1\n", encoding="utf-8")
    with pytest.raises(mg.ScoreError, match="the language model weight that ranks the paths is"):
        nbest.read(str(tmp_path / "lat"), words=str(tmp_path / "words.txt"), weight=weight)


def test_lists_in_an_encoding_that_does_not_begin_as_it_should(tmp_path: Path) -> None:
    put(tmp_path, {"l": "a-1 x\n"})
    with pytest.raises(mg.ScoreError, match=r"l: does not decode as utf-16|l:1: byte 0x61 is not utf-16"):
        lists(tmp_path / "l", list_type="kaldi", encoding="utf-16")


def test_lists_from_a_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(mg.ScoreError, match="standard input: is closed"):
        lists("-", list_type="kaldi")


SLIPS = [
    (["l", "--costs", "lm"], '--costs is "lm"; write it as NAME=FILE'),
    (["l", "--costs", "=lm"], '--costs is "=lm"; write it as NAME=FILE'),
    (["l", "--costs", "lm="], '--costs is "lm="; write it as NAME=FILE'),
    (["l", "--words", "words.txt", "--lists", "kaldi"], "--words has no effect on lists read as kaldi; remove it"),
    (["l", "--lm-weight", "2"], "--lm-weight has no effect on lists read as kaldi; remove it"),
    (["l", "--costs", "lm=l", "--lists", "systems"], "--costs has no effect on lists read as systems; remove it"),
    (["l", "--lists", "lattice"], "l: lattices need their symbol table, words.txt"),
    (["l", "--lists", "list"], 'the type of the lists is "list"; choose from kaldi, jsonl, espnet, lattice, systems'),
]


@pytest.mark.parametrize(("words", "sentence"), SLIPS)
def test_options_that_other_lists_have_a_use_for(
    words: list[str], sentence: str, files: Path, command: Callable[..., Answer]
) -> None:
    put(files, {"l": "a-1 x\n", "words.txt": "x 1\n"})
    answer = command("nbest", "rerank", *words, "--weights", "length=1")
    assert [answer.code, answer.out] == [2, ""]
    assert sentence in answer.err


def test_systems_have_no_costs_beside_them(files: Path, command: Callable[..., Answer]) -> None:
    put(files, {"l": "a-1 x y\nb-1 x\n", "m": "a-1 y y\nb-1 x\n", "r": "a-1 x y\nb-1 x\n", "lm": "a-1 1\n"})
    assert command("nbest", "oracle", "r", "l", "m").code == 0
    answer = command("nbest", "oracle", "r", "l", "m", "--costs", "lm=lm")
    assert [answer.code, answer.out] == [2, ""]
    assert "--costs has no effect on lists read as systems; remove it" in answer.err


def test_tags_of_files_are_not_those_of_lists(files: Path, command: Callable[..., Answer]) -> None:
    put(files, {"l": "a-1 x\n", "r": "a x\n"})
    answer = command("nbest", "oracle", "r", "l", "--metrics", "uposer:tags=files")
    assert answer.code == 2
    assert "uposer:tags=files takes tags from files, which n-best lists do not have; remove tags=files" in answer.err


def test_lists_that_were_looked_at_come_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of each list stands for it, and nothing where a list is empty."""
    monkeypatch.setattr("mondegreen.nbest.reading.PEEKED", 2)
    put(tmp_path, {"l": '{"utt": "a", "nbest": ["x", "y"]}\n{"utt": "b", "nbest": []}\n{"utt": "c", "nbest": ["z"]}\n'})
    peeked = PeekedLists(nbest.read(str(tmp_path / "l")))
    corpus = peeked.corpus()
    assert [list(corpus.keys), list(corpus.texts), corpus.name] == [["a", "b"], ["x", ""], str(tmp_path / "l")]
    assert plain(list(peeked)) == {"a": ["x", "y"], "b": [], "c": ["z"]}


def test_systems_are_the_ranks_of_a_list() -> None:
    """Who lacks an utterance has no rank there; of duplicate IDs the first counts."""
    one = mg.Corpus(["a", "b", "a"], ["x", "y", "later"], "one")
    two = mg.Corpus(["c", "b"], ["z", "w"], "two")
    found = SystemLists([one, two])
    assert found.name == "2 systems"
    assert [(each.key, list(each.texts), list(each.ranks), each.scores) for each in found] == [
        ("a", ["x"], [1], {}),
        ("b", ["y", "w"], [1, 2], {}),
        ("c", ["z"], [2], {}),
    ]


def test_archives_of_lattices_are_read_one_after_the_other(tmp_path: Path) -> None:
    put(tmp_path, {"1": SMALL, "2": SMALL.replace("a ", "b ", 1), "words.txt": "<eps> 0\nun 1\ndeux 2\n"})
    paths = [str(tmp_path / name) for name in "12"]
    found = nbest.read(paths, words=str(tmp_path / "words.txt"))
    assert found.name == "2 archives"
    assert [(each.key, list(each.texts)) for each in found] == [("a", ["un", "deux"]), ("b", ["un", "deux"])]
    assert nbest.read(paths[0], words=str(tmp_path / "words.txt")).name == paths[0]


@pytest.mark.parametrize(
    ("weight", "texts", "lm", "am"),
    [
        (1.0, ["deux", "un"], [-2.0, -1.0], [-3.0, -5.0]),  # 5 and 6
        (4.0, ["un", "deux"], [-1.0, -2.0], [-5.0, -3.0]),  # 9 and 11
        (0.0, ["deux", "un"], [0.0, 0.0], [-3.0, -5.0]),  # a weight of 0 leaves nothing of the cost
    ],
)
def test_paths_are_ranked_by_the_weight_of_the_language_model(
    weight: float, texts: list[str], lm: list[float], am: list[float], tmp_path: Path
) -> None:
    """Their scores are those without it: graph costs 1 and 2, acoustic ones 5 and 3."""
    put(tmp_path, {"l": SMALL.replace("1,2,1_1", "1,5,1_1"), "words.txt": "<eps> 0\nun 1\ndeux 2\n"})
    (found,) = nbest.read(str(tmp_path / "l"), words=str(tmp_path / "words.txt"), weight=weight)
    assert [list(found.texts), found.scores] == [texts, {"lm": lm, "am": am}]
