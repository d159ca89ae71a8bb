"""Texts of several systems combined by a vote on each word."""

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.rerank import align_texts, choose_word, find_oracle

Run = Callable[..., tuple[int, str, str]]


def vote(*texts: str) -> str:
    return " ".join(filter(None, map(choose_word, align_texts([text.split() for text in texts]))))


@pytest.mark.parametrize(
    ("texts", "voted"),
    [
        (["a b c", "a x c", "a b y"], "a b c"),
        (["a b c", "a c", "a c"], "a c"),
        (["a c", "a b c", "a b c"], "a b c"),
        # Of ties what came first.
        (["a b", "a c"], "a b"),
        (["", "a"], "a"),
        (["a", ""], "a"),
        (["a b"], "a b"),
        ([], ""),
        # A word that is spelled as the mark of none.
        (["@ b", "@ b", "b"], "@ b"),
        (["b", "b", "@@ b"], "b"),
    ],
)
def test_the_majority_decides(texts: list[str], voted: str) -> None:
    assert vote(*texts) == voted


def count_errors(reference: list[str], words: list[str]) -> int:
    row = list(range(len(words) + 1))
    for one in reference:
        before, row[0] = row[0], row[0] + 1
        for place, other in enumerate(words, 1):
            before, row[place] = row[place], min(before + (one != other), row[place] + 1, row[place - 1] + 1)
    return row[-1]


@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_has_the_fewest_errors_of_all_paths(seed: int) -> None:
    rng = random.Random(seed)
    columns = [rng.sample(["a", "b", "c", ""], rng.randint(1, 3)) for _ in range(rng.randint(0, 5))]
    reference = rng.choices("abcd", k=rng.randint(0, 6))
    paths = [[word for word in path if word] for path in product(*columns)]
    words = find_oracle(columns, reference).split()
    assert words in paths
    assert count_errors(reference, words) == min(count_errors(reference, path) for path in paths)


@pytest.fixture
def systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = [f"w{number} x{number} y{number}" for number in range(30)]
    for name, wrong in (("ref.txt", 9), ("one.txt", 0), ("two.txt", 1), ("three.txt", 2)):
        lines = [f"u{n:02} {text if n % 3 != wrong else text.replace('x', 'z')}\n" for n, text in enumerate(words)]
        Path(name).write_text("".join(lines), encoding="utf-8")


@pytest.mark.usefixtures("systems")
def test_the_command_compares_with_the_best_system(command: Run) -> None:
    code, shown, _ = command("nbest", "rover", "one.txt", "two.txt", "three.txt", "--write", "voted.txt")
    assert (code, shown) == (0, "")
    assert Path("voted.txt").read_bytes() == Path("ref.txt").read_bytes()
    options = ("--reference", "ref.txt", "--metrics", "wer")
    code, shown, _ = command("nbest", "rover", "one.txt", "two.txt", "three.txt", *options)
    assert code == 0
    assert "rover is better: WER 11.11 % -> 0.00 %" in shown
    assert "oracle is better: WER 11.11 % -> 0.00 %" in shown


@pytest.mark.usefixtures("systems")
def test_texts_go_to_standard_output(command: Run) -> None:
    assert command("nbest", "rover", "one.txt", "two.txt", "three.txt")[1] == Path("ref.txt").read_text("utf-8")


@pytest.mark.usefixtures("systems")
def test_what_is_for_a_reference_needs_one(command: Run) -> None:
    code, _, said = command("nbest", "rover", "one.txt", "two.txt", "--metrics", "wer")
    assert code == 2
    assert "--metrics is for --reference" in said


def test_lists_are_combined_in_python() -> None:
    lists = [NBest("u", ["a b", "a c", "d c"], {}), NBest("v", ["x"], {})]
    found = mg.rover(lists, reference={"u": "a c", "v": "x"}, metrics="wer")
    assert (found.keys, found.texts) == (["u", "v"], ["a c", "x"])
    assert found.comparison is not None
    assert [run["wer"].value for run in found.comparison.runs[:3]] == pytest.approx([100 / 3, 0.0, 0.0])
    assert list(found.systems) == ["1-best", "2-best", "3-best"]


def test_nothing_in_common_is_refused() -> None:
    with pytest.raises(ScoreError, match="no utterance in common"):
        mg.rover([NBest("u", ["a"], {})], reference={"w": "a"})


def test_a_system_that_lacks_an_utterance_has_no_vote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Systems keep their names, whichever of them an utterance lacks; of the first alone its texts are all."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("one", "u1 a b\nv1 c\n"), ("two", "u1 a c\n"), ("three", "u1 a c\nv1 d\n")):
        Path(name).write_text(text, encoding="utf-8")
    found = mg.rover(["one", "two", "three"])
    assert (found.keys, found.texts) == (["u1", "v1"], ["a c", "c"])
    assert found.systems == {"one": {"u1": "a b", "v1": "c"}, "two": {"u1": "a c"}, "three": {"u1": "a c", "v1": "d"}}
    assert found.columns == [[["a", "a", "a"], ["b", "c", "c"]], [["c", "d"]]]
    assert found.find_oracles({"v1": "d"}) == {"v1": "d"}
    alone = mg.rover(["one", "two", "three"], n=1)
    assert (alone.texts, list(alone.systems)) == (["a b", "c"], ["one"])


def test_the_best_system_is_the_baseline() -> None:
    """By words of all references, where what a list lacks is empty; the others follow from best to worst."""
    lists = [NBest("u", ["x b c", "a b c", "a x c"], {}), NBest("v", ["d x", "d e"], {})]
    found = mg.rover(lists, reference={"u": "a b c", "v": "d e"}, metrics="wer")
    assert found.comparison is not None
    assert [run.name for run in found.comparison.runs] == ["2-best", "rover", "oracle", "1-best", "3-best"]
    assert [run["wer"].value for run in found.comparison.runs] == pytest.approx([0, 20, 0, 40, 60])
    assert [list(run.pairs.keys) for run in found.comparison.runs] == [["u", "v"]] * 5
