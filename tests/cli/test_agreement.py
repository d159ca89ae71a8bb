"""`mondegreen study agreement`: agreement, fitted weights, and voting."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer

Command = Callable[..., Answer]
HEAD = "reference\thypA\tnbrA\thypB\tnbrB\n"
# The first side is right four times, and people choose it three times.
ROWS = "a b c\ta b c\t{}\tx y z\t{}\n"
VOTES = HEAD + "".join(ROWS.format(*votes) for votes in [(6, 0), (5, 1), (1, 5), (4, 3), (2, 2)])


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("votes.tsv").write_text(VOTES, encoding="utf-8")
    return tmp_path


def reports(command: Command, *words: str) -> dict[str, Any]:
    answer = command("study", "agreement", "votes.tsv", "--as", "json", *words)
    assert [answer.code, answer.err] == [0, ""]
    return {each["report"]: each for each in json.loads(answer.out)["reports"]}


def test_agreement(work: Path, command: Command) -> None:
    found = reports(command)["humans"]
    wer = found["rows"][0]
    assert [wer["right_100"], wer["triplets_100"], wer["right_70"], wer["triplets_70"]] == [1, 1, 2, 3]
    assert [wer["agreement_all"], wer["ties_all"]] == [75, 0]
    assert "1 triplet with fewer than 5 votes excluded" in found["note"]


def test_fewer_votes_may_do(work: Path, command: Command) -> None:
    found = reports(command, "--least-votes", "4")["humans"]
    assert found["rows"][0]["triplets_all"] == 5
    assert "1 triplet with as many votes for either side, wrong for all" in found["note"]


def test_metrics_against_each_other(work: Path, command: Command) -> None:
    (duel,) = reports(command, "--metrics", "wer,cer")["duels"]["rows"]
    assert [duel["only_first"], duel["only_second"], duel["p"]] == [0, 0, 1]
    assert "duels" not in reports(command, "--metrics", "wer")


def test_fit(work: Path, command: Command) -> None:
    """Of thirty references people choose the side without errors nine times of ten, whichever metric is asked."""
    rows = (f"r{at} a b\tr{at} a b\t6\tr{at} x\t{at % 2}\n" for at in range(30))
    Path("votes.tsv").write_text(HEAD + "".join(rows), encoding="utf-8")
    found = reports(command, "--metrics", "wer,cer,wip", "--fit", "--save-model", "m.json", "--resamples", "50")
    assert [row["metric"] for row in found["humans"]["rows"]] == ["wer", "cer", "wip", "fitted"]
    assert sum(row["weight"] for row in found["weights"]["rows"]) == pytest.approx(1)
    assert [row["agreement"] for row in found["verdict"]["rows"]] == [100] * 6
    assert sum(row["pairs"] for row in found["verdict"]["rows"] if row["share"] == "all") == 30
    model = json.loads(Path("m.json").read_text(encoding="utf-8"))
    weights = {row["metric"]: row["weight"] for row in found["weights"]["rows"]}
    assert model["weights"] == pytest.approx(weights, abs=1e-4)
    again = reports(command, "--metrics", "human:model=m.json", "--resamples", "50")
    assert again["humans"]["rows"][0]["agreement_all"] == 100


def test_ratings_and_grades(work: Path, command: Command) -> None:
    """Two references, each with a hypothesis that is right and one that is not; people rate one pair the other way."""
    rows = ["a b\ta b\t5\n", "a b\tx y\t1\n", "c d\tc d\t2\n", "c d\tc x\t3\n"]
    Path("votes.tsv").write_text("reference\thypothesis\trating\n" + "".join(rows), encoding="utf-8")
    row = reports(command, "--metrics", "wer", "--resamples", "50")["ratings"]["rows"][0]
    assert [row["agreement"], row["right"], row["pairs"], row["ties"]] == [50, 1, 2, 0]
    Path("votes.tsv").write_text("reference\thypothesis\tlabel\n" + "".join(rows), encoding="utf-8")
    row = reports(command, "--metrics", "wer", "--resamples", "50")["grades"]["rows"][0]
    # Grades of 5, 1, 2 and 3 at error rates of 0, 100, 0 and 50 %: of the three pairs with the 5 no one is in order,
    # and one, with a rate of 0, is a tie.
    assert row["auc_5"] == pytest.approx(1 / 6)


def test_a_table(work: Path, command: Command) -> None:
    answer = command("study", "agreement", "votes.tsv")
    assert [answer.code, answer.err] == [0, ""]
    assert "100 %" in answer.out


BAD = [
    (["nowhere.tsv"], "nowhere.tsv: cannot be read"),
    (["empty.tsv"], "empty.tsv: there are no triplets after the first line"),
    (["missing.tsv"], "missing.tsv:3: the number of votes is missing in nbrB; give one, or collect votes by --vote"),
    (["few.tsv"], "no triplet has 5 votes; the maximum is 3"),
    (["votes.tsv", "--fit", "--metrics", "wer,cer"], "1 references with votes are too few to fit 2 weights"),
    (["votes.tsv", "--fit", "--metrics", "human"], "human is a fitted model itself"),
    (["votes.tsv", "--save-model", "m.json"], "--save-model"),
    (["votes.tsv", "--level", "100"], "a confidence level must be above 0 and below 100"),
    (["votes.tsv", "--metrics", "wre"], 'there is no metric "wre"'),
    (["votes.tsv", "--least-votes", "0"], "--least-votes is 0; give 1 or more"),
    (["votes.tsv", "--seed", "-1"], "--seed is -1; give 0 or more"),
    (["-", "--vote"], "votes are added to a file"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input(
    work: Path, command: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    Path("empty.tsv").write_text(HEAD, encoding="utf-8")
    Path("missing.tsv").write_text(HEAD + ROWS.format(5, 1) + ROWS.format(5, ""), encoding="utf-8")
    Path("few.tsv").write_text(HEAD + ROWS.format(2, 1), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(VOTES.encode())))
    if words == ["votes.tsv", "--fit", "--metrics", "wer,cer"]:
        Path("votes.tsv").write_text(HEAD + "".join(ROWS.format(6, 0) for _ in range(3)), encoding="utf-8")
        sentence = "1 references with votes are too few to fit 2 weights"
    answer = command("study", "agreement", *words)
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")


def voted(monkeypatch: pytest.MonkeyPatch, command: Command, answers: str, *words: str) -> Answer:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    return command("study", "agreement", "new.tsv", "--vote", *words)


def votes() -> list[list[str]]:
    return [line.split("\t") for line in Path("new.tsv").read_text(encoding="utf-8").splitlines()[1:]]


def test_voting(work: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever side a text is shown on, the vote is for the text."""
    Path("new.tsv").write_text("reference\thypA\thypB\n" + "said\tgood\tbad\n" * 20, encoding="utf-8")
    for seed in range(3):
        shown = voted(monkeypatch, command, "q\n", "--seed", str(seed)).out
        answer = voted(monkeypatch, command, "1\nq\n", "--seed", str(seed))
        assert answer.code == 0
        assert "1 vote added to new.tsv" in answer.out
        assert shown.split("1 or 2")[0] == answer.out.split("1 or 2")[0]
    given = [row[3:] for row in votes()]
    assert sorted(sum(int(cell or 0) for cell in row) for row in given) == [*[0] * 17, 1, 1, 1]  # the fewest first


@pytest.mark.parametrize("words", [("--fit",), ("--metrics", "cer"), ("--as", "json"), ("-o", "x.md")])
def test_what_concerns_metrics_does_not_go_with_voting(work: Path, command: Command, words: tuple[str, ...]) -> None:
    answer = command("study", "agreement", "new.tsv", "--vote", *words)
    option = {"-o": "--output", "--as": "--output-format"}.get(words[0], words[0])
    assert [answer.code, answer.out] == [2, ""]
    assert f"{option} is for metrics, and --vote only collects votes; remove one of them" in answer.err


def test_who_interrupts_is_told_what_was_kept(work: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("new.tsv").write_text("reference\thypA\thypB\n" + "said\tgood\tbad\n" * 3, encoding="utf-8")

    class Hasty:
        lines = iter(["1\n", "2\n"])

        def readline(self) -> str:
            for line in self.lines:
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Hasty())
    answer = command("study", "agreement", "new.tsv", "--vote")
    assert answer.code == 130
    assert answer.out.endswith("\n2 votes added to new.tsv\n")
    assert sum(int(cell or 0) for row in votes() for cell in row[3:]) == 2


def test_all_for_one(work: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("new.tsv").write_text("reference\thypA\thypB\n" + "said\tgood\tbad\n" * 12, encoding="utf-8")
    sides = voted(monkeypatch, command, "s\n" * 12).out.split("  ref   said\n")[1:]
    answers = "".join("1\n" if part.splitlines()[0].endswith("good") else "2\n" for part in sides)
    assert {part[:3] for part in answers.split()} == {"1", "2"}  # sides change places
    assert voted(monkeypatch, command, answers).code == 0
    assert [row[3:] for row in votes()] == [["1", ""]] * 12


def test_other_answers_are_asked_again_and_the_end_is_an_end(
    work: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("new.tsv").write_text("reference\thypA\thypB\n" + "said\t\x1b[2Jgood\tbad\n" * 3, encoding="utf-8")
    answer = voted(monkeypatch, command, "x\nthree\n\n2\n")
    assert answer.code == 0
    assert answer.out.count("1 or 2") == 5
    assert "\x1b" not in answer.out
    assert "1 vote added" in answer.out
