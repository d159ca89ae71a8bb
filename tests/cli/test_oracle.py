"""The command `oracle`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

LISTS = "utt-1-1 le chat dor\nutt-1-2 le chat dort\nutt-2-1 été\nutt-3-1 a b\nutt-3-2 a b c e\nutt-3-3\n"


@pytest.fixture
def lists(files: Path) -> Path:
    (files / "nbest.txt").write_text(LISTS, encoding="utf-8")
    return files


def test_tables(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    answer = command("nbest", "oracle", "ref.txt", "nbest.txt", "--metrics", "wer,ser", "--as", "json")
    blocks = {each["report"]: each for each in json.loads(answer[1])["reports"]}
    # 1 + 0 + 2 errors of 8 words at first; 0 + 0 + 1 where each utterance has its best.
    rows = {row["chosen_by"]: row["wer"] for row in blocks["oracle"]["rows"]}
    assert rows == {"first": 37.5, "wer": 12.5, "ser": 25.0}
    assert [row["score"] for row in blocks["curve_wer"]["rows"]] == [37.5, 12.5, 12.5]
    assert (answer[0], answer[2]) == (0, "")


def test_choices_are_written(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    for name in ("best.{metric}.txt", "best.{metric}.trn", "best.{metric}.jsonl"):
        assert command("nbest", "oracle", "ref.txt", "nbest.txt", "--metrics", "wer,cer", "--write", name)[0] == 0
    assert (lists / "best.wer.txt").read_text("utf-8") == "utt-1 le chat dort\nutt-2 été\nutt-3 a b c e\n"
    assert (lists / "best.cer.trn").read_text("utf-8").splitlines()[0] == "le chat dort (utt-1)"
    first = json.loads((lists / "best.wer.jsonl").read_text("utf-8").splitlines()[0])
    assert first == {"utterance": "utt-1", "text": "le chat dort", "rank": "2"}


def test_scores_go_along(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    costs = [1.5, 0.5, 2, 1, 0, 3]
    keys = [line.split()[0] for line in LISTS.splitlines()]
    rows = "".join(f"{key} {cost}\n" for key, cost in zip(keys, costs, strict=True))
    (lists / "lm.txt").write_text(rows, encoding="utf-8")
    words = ["nbest.txt", "--costs", "lm=lm.txt", "--metrics", "wer", "--write", "best.jsonl"]
    assert command("nbest", "oracle", "ref.txt", *words)[0] == 0
    told = [json.loads(line) for line in (lists / "best.jsonl").read_text("utf-8").splitlines()]
    assert [(each["rank"], each["lm"]) for each in told] == [("2", "-0.5"), ("1", "-2"), ("2", "0")]


def test_what_does_not_fit_is_told(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    (lists / "nbest.txt").write_text(LISTS.partition("utt-3")[0] + "utt-4-1 x\n", encoding="utf-8")
    code, out, err = command("nbest", "oracle", "ref.txt", "nbest.txt")
    assert (code, "█" in out) == (0, True)
    assert "1 utterance of ref.txt not in nbest.txt, scored as empty: utt-3" in err
    assert "1 utterance of nbest.txt not in ref.txt, skipped: utt-4" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--n", "0"], "--n is 0; give 1 or more"),
        (["--metrics", "wer,cer", "--write", "one.txt"], "one.txt: --write names one file for 2 metrics"),
        (["--plot", "curve.gif"], "curve.gif: a plot ends in .png, .svg, .pdf"),
        (["--costs", "lm"], '--costs is "lm"; write it as NAME=FILE'),
        (["--lists", "lattice"], "nbest.txt: lattices need their symbol table"),
        (["--metrics", "wrr"], 'there is no metric "wrr"'),
        (["--ref-format", "lines"], "ref.txt: is read as lines, without utterance IDs, which lists are joined by; is"),
    ],
)
def test_slips(words: list[str], told: str, lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = command("nbest", "oracle", "ref.txt", "nbest.txt", *words)
    assert (code, out, told in err) == (2, "", True), err
    assert not [path for path in lists.iterdir() if path.name.startswith(("one", "curve"))]


def test_a_lattice_with_a_cycle(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    (lists / "lat").write_text("utt-1 \n0 1 5 1,2,1\n1 0 5 1,2,1\n1 0,0,\n\n", encoding="utf-8")
    (lists / "words.txt").write_text("<eps> 0\nle 5\n", encoding="utf-8")
    code, _, err = command("nbest", "oracle", "ref.txt", "lat", "--words", "words.txt")
    assert (code, "lat: utterance utt-1: " in err, "cycle" in err) == (2, True, True)


def test_it_says_which_metrics_saw_all_paths(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    (lists / "lat").write_text("utt-1 \n0 1 5 1,2,1\n0 1 6 0,0,1\n1 0,0,\n\n", encoding="utf-8")
    (lists / "words.txt").write_text("<eps> 0\nle 5\nma 6\n", encoding="utf-8")
    words = [
        "nbest",
        "oracle",
        "ref.txt",
        "lat",
        "--words",
        "words.txt",
        "--n",
        "1",
        "--missing",
        "skip",
        "--as",
        "json",
    ]
    answer = command(*words, "--metrics", "wer,chrf,cer", "--tokenize", "graphemes")
    table = json.loads(answer[1])["reports"][0]
    assert (
        table["note"]
        == "1 utterance, up to 1 hypothesis each; best of all paths: wer, cer; best of the listed paths: chrf"
    )
    # Of the 10 letters of "le chat dort" 9 are missing or wrong in "ma", and 8 in "le".
    assert {row["chosen_by"]: round(row["wer"], 1) for row in table["rows"]} == {
        "first": 90.0, "wer": 80.0, "chrf": 80.0, "cer": 80.0
    }  # fmt: skip
    answer = command(*words, "--metrics", "uposer:tags=files")
    assert (answer[0], "takes tags from files, which n-best lists do not have" in answer[2]) == (2, True)


def test_several_files_of_lists_taken_for_systems(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    for name, part in (("1", "utt-1-1 le chat\nutt-1-2 le chat dort\n"), ("2", "utt-2-1 été\nutt-3-1 a b c d\n")):
        (lists / f"nbest.{name}").write_text(part, encoding="utf-8")
    code, _, err = command("nbest", "oracle", "ref.txt", "nbest.1", "nbest.2")
    assert (code, "with --lists kaldi the files are n-best lists" in err) == (2, True)
    code, out, _ = command("nbest", "oracle", "ref.txt", "nbest.1", "nbest.2", "--lists", "kaldi", "--as", "csv")
    assert (code, "first,12.5" in out) == (0, True)


def test_a_picture(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert command("nbest", "oracle", "ref.txt", "nbest.txt", "--plot", "curve.svg")[0] == 0
    assert (lists / "curve.svg").read_text("utf-8").startswith("<?xml")


def test_lists_without_any_hypothesis(lists: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    (lists / "none.jsonl").write_text('{"utt": "utt-1", "nbest": []}\n', encoding="utf-8")
    code, out, err = command("nbest", "oracle", "ref.txt", "none.jsonl", "--missing", "skip", "--as", "csv")
    assert (code, "wer,100.0" in out.replace("\r", "")) == (0, True), out
    assert "1 list of none.jsonl without a hypothesis, read as an empty text" in err


NAMES = "alice hello\nbob good bye\n"


@pytest.mark.parametrize(
    ("lists", "words"),
    [
        ("alice-1 hello\nbob-1 good\nbob-2 good bye\n", ["nbest", "oracle", "names.txt", "lists"]),
        (
            '{"utt": "bob", "nbest": ["good bye"]}\n{"utt": "alice", "nbest": ["hello"]}\n',
            ["nbest", "oracle", "names.txt", "lists"],
        ),
        ("bob good bye\nalice hello\n", ["nbest", "oracle", "names.txt", "lists", "lists"]),
        ("bob good bye\nalice hello\n", ["nbest", "tune", "names.txt", "--grid", "list{n}"]),
    ],
)
def test_references_are_read_with_the_lists_in_view(
    files: Path, command: Callable[..., tuple[int, str, str]], lists: str, words: list[str]
) -> None:
    """Alone, first words that are no pattern of IDs are words, and without them there is nothing to find lists by."""
    (files / "names.txt").write_text(NAMES, encoding="utf-8")
    (files / "lists").write_text(lists, encoding="utf-8")
    code, out, err = command(*words, "--metrics", "wer", "--as", "csv")
    assert code == 0, err
    assert ",0.0" in out


def test_lists_and_references_that_may_be_words_are_refused(
    files: Path, command: Callable[..., tuple[int, str, str]]
) -> None:
    for name in ("names.txt", "list1", "list2"):
        (files / name).write_text(NAMES, encoding="utf-8")
    for words in (
        ["nbest", "oracle", "names.txt", "list1", "list2"],
        ["nbest", "tune", "names.txt", "--grid", "list{n}"],
    ):
        code, out, err = command(*words)
        assert (code, out) == (2, "")
        assert "the first fields (alice, bob) may be utterance IDs or words; say which with --format kaldi" in err
        assert command(*words, "--format", "kaldi")[0] == 0
