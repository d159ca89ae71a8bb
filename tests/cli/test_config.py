"""A project's usual options: where they are found, what goes before them, and what is wrong with them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer

Command = Callable[..., Answer]
SCORE = ("score", "ref.txt", "hyp.txt", "--as", "json")


def write(text: str, name: str = "mondegreen.toml") -> None:
    Path(name).write_text(text, encoding="utf-8")


def metrics(answer: Answer) -> list[str]:
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return list(found["systems"][0]["metrics"])


def test_a_list_stands_for_an_option_that_may_come_again(files: Path, command: Command) -> None:
    write('metrics = ["wer", "cer:spaces=no"]')
    answer = command(*SCORE)
    assert metrics(answer) == ["wer", "cer:spaces=no"]
    assert answer.err == "mondegreen: note: using --metrics from mondegreen.toml\n"


def test_the_command_line_goes_before(files: Path, command: Command) -> None:
    write('metrics = ["wer", "cer"]')
    answer = command(*SCORE, "--metric", "ser")
    assert metrics(answer) == ["ser"]
    assert answer.err == ""


def test_a_table_goes_before_what_holds_for_all(files: Path, command: Command) -> None:
    write('metrics = "wer"\n[score]\nmetrics = "cer"\n[align]\nmetrics = "no such"\n')
    with_error = command("score", "ref.txt", "hyp.txt", "--as", "json")
    assert metrics(with_error) == ["cer"]


def test_another_spelling_is_the_same_option(files: Path, command: Command) -> None:
    """Of the option, and of the command whose table it is; what is nearer goes before, however it is spelled."""
    write('normalise = "lower"\ntokenise = "characters"\n[score]\nnormalize = "upper"\n')
    answer = command(*SCORE)
    signature = json.loads(answer.out)["systems"][0]["metrics"]["wer"]["signature"]
    assert "|norm:upper|" in signature
    assert "characters" in signature
    assert answer.err == "mondegreen: note: using --tokenise, --normalize from mondegreen.toml\n"
    write('[normalise]\noutput = "-"\nrules = ["upper"]\n')
    for name in ("normalize", "normalise"):
        assert command(name, "ref.txt").out.splitlines()[0] == "utt-1 LE CHAT DORT"


def test_the_file_of_a_python_project_does_too(files: Path, command: Command) -> None:
    write('[tool.mondegreen.score]\nmetrics = "mer"\n', "pyproject.toml")
    assert metrics(command(*SCORE)) == ["mer"]
    write("[tool.other]\n", "pyproject.toml")
    assert metrics(command(*SCORE)) == ["wer", "cer"]


def test_it_is_looked_for_upwards(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    write('metrics = "wil"')
    (files / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(files / "deep" / "er")
    answer = command("score", "../../ref.txt", "../../hyp.txt", "--as", "json")
    assert metrics(answer) == ["wil"]
    assert "../../mondegreen.toml" in answer.err


def test_another_file_or_none(files: Path, command: Command) -> None:
    write('metrics = "wil"')
    write('metrics = "wip"', "other.toml")
    assert metrics(command("--config", "other.toml", *SCORE)) == ["wip"]
    assert metrics(command("--config=other.toml", *SCORE)) == ["wip"]
    assert metrics(command("--no-config", *SCORE)) == ["wer", "cer"]
    assert metrics(command(*SCORE, "--config", "other.toml")) == ["wip"]
    assert metrics(command(*SCORE, "--config=other.toml")) == ["wip"]
    assert "--config needs a file" in command("--config").err


def test_switches_and_numbers(files: Path, command: Command) -> None:
    write("whole = false\nthreads = 1\n[score]\nci = true\nresamples = 10\n")
    answer = command(*SCORE)
    assert "interval" in json.loads(answer.out)["systems"][0]["metrics"]["wer"]
    assert "--whole" not in answer.err


def test_what_holds_for_a_project_may_concern_none_of_the_metrics(files: Path, command: Command) -> None:
    write("ties = 'best'\nref-tags = 'none'\n")
    assert metrics(command(*SCORE, "--metrics", "ser")) == ["ser"]
    assert '"ties" is not an option of ser' in command("--no-config", *SCORE, "--metrics", "ser", "--ties", "best").err


def test_what_the_words_rule_out_is_left_out(files: Path, command: Command) -> None:
    write('cache = "kept"')
    assert command(*SCORE, "--no-cache").code == 0
    assert not (files / "kept").exists()


def test_an_action_of_a_command_has_its_own_table(files: Path, command: Command) -> None:
    write("[lexicon.split]\nshare = 'half'\n")
    write("chat cat\nchien dog\n", "pairs.txt")
    answer = command("lexicon", "split", "pairs.txt", "--train", "a", "--test", "b")
    assert answer.code == 2
    assert answer.err.startswith("mondegreen: error: mondegreen.toml:2: ")


def test_options_of_another_command_are_none_of_this_ones(files: Path, command: Command) -> None:
    write("fail-if = 'wer>1'\n")  # of compare, not of score
    assert command(*SCORE).err == ""


def test_an_option_may_be_called_as_a_command_is(files: Path, command: Command) -> None:
    write('normalize = "lower"\nreport = "confusions"\n')
    assert command("normalize", "ref.txt", "--rules", "lower").code == 0
    assert command("report", "ref.txt", "hyp.txt", "-o", "x.html").code == 0


def test_saved_runs_take_no_harm_from_what_is_usual_for_files(files: Path, command: Command) -> None:
    for name in ("one", "two"):
        assert command("score", "ref.txt", "hyp.txt", "--save", name).code == 0
    write('normalize = "lower"\n')
    assert command("compare", "one", "two").code == 0
    assert command("compare", "one", "two", "--normalize", "lower").code == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("metrcs = 'wer'\n", 'mondegreen.toml:1: there is no option "metrcs"; did you mean'),
        (
            "\n[score]\ntopp = 3\n",
            'mondegreen.toml:3: there is no option of `mondegreen score` "topp"; did you mean top?',
        ),
        ("[scroe]\n", 'mondegreen.toml:1: there is no command "scroe"; did you mean score?'),
        ("metrics = \n", "mondegreen.toml: it is not TOML: "),
        ("policy = 'kaldy'\n", 'mondegreen.toml:1: --policy is "kaldy"; did you mean kaldi?'),
        ("threads = 'many'\n", 'mondegreen.toml:1: --threads is "many", which is not a whole number'),
        ("whole = 'yes'\n", "mondegreen.toml:1: whole is either true or false"),
        ("threads = true\n", "mondegreen.toml:1: threads needs a value, not true"),
        ("o = 'x.json'\n", 'mondegreen.toml:1: there is no option "o"; choose from '),
        ("help = true\n", 'mondegreen.toml:1: there is no option "help"; '),
    ],
)
def test_what_is_wrong_is_said_with_its_place(files: Path, command: Command, text: str, sentence: str) -> None:
    write(text)
    answer = command(*SCORE)
    assert [answer.code, answer.out] == [2, ""]
    assert sentence in answer.err


@pytest.mark.parametrize("text", ["[tool]\nmondegreen = 3\n# [tool.mondegreen", "tool = 3\n# [tool.mondegreen"])
def test_what_should_be_a_table(files: Path, command: Command, text: str) -> None:
    write(text, "pyproject.toml")
    answer = command(*SCORE)
    assert [answer.code, answer.out] == [2, ""]
    assert "pyproject.toml: " in answer.err
    assert "is not a table; write [tool.mondegreen]" in answer.err


def test_bytes_that_are_no_text(files: Path, command: Command) -> None:
    Path("mondegreen.toml").write_bytes(b"metrics = '\xff'\n")
    assert command(*SCORE) == (2, "", "mondegreen: error: mondegreen.toml: it is not UTF-8, as TOML must be\n")


def test_a_file_that_is_not_there(files: Path, command: Command) -> None:
    assert command("--config", "nowhere.toml", *SCORE).err.endswith("nowhere.toml: No such file or directory\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[lexicon]\nno = 1\n", ""),  # of an action's table, of which `score` reads nothing
        ("[lexicon.map]\nno = 1\n", ""),
        ("[score]\nseed = 1\ntop = 'x'\n", 'mondegreen.toml:3: --top is "x", which is not a whole number'),
        ("top = 'x'\n[align]\ntop = 'x'\n", 'mondegreen.toml: --top is "x", which is not a whole number'),
        ("[score.deep]\ntop = 3\n", ""),
        ("[tool]\nx = 1\n", 'mondegreen.toml:1: there is no command "tool"; did you mean tools?'),
        ('"top" = "x"\n', 'mondegreen.toml:1: --top is "x", which is not a whole number'),
    ],
)
def test_which_tables_concern_a_command(files: Path, command: Command, text: str, sentence: str) -> None:
    write(text)
    answer = command(*SCORE)
    assert answer.code == (2 if sentence else 0)
    assert [line for line in answer.err.splitlines() if "error" in line] == (
        [f"mondegreen: error: {sentence}"] if sentence else []
    )


def test_a_table_of_an_action_goes_before_that_of_its_command(files: Path, command: Command) -> None:
    write("chat cat\nchien dog\n", "pairs.txt")
    split = ("lexicon", "split", "pairs.txt", "--train", "a", "--test", "b")
    write("[lexicon]\nshare = 0.5\n")
    assert command(*split).out == "1 pairs to train on, 1 to test on\n"
    write("[lexicon]\ntop = 3\n[lexicon.split]\nshare = 0.5\n")
    assert command(*split).code == 0  # another action has the first
    write("share = 2.0\n[lexicon]\nshare = 3.0\n[lexicon.split]\nshare = 0.5\n")
    assert command(*split).out == "1 pairs to train on, 1 to test on\n"
    write("[lexicon.split]\nno = 0.5\n")
    sentence = 'mondegreen.toml:2: there is no option of `mondegreen lexicon split` "no"; '
    assert command(*split).err.startswith(f"mondegreen: error: {sentence}")


def test_what_stands_behind_two_hyphens_stays_there(files: Path, command: Command) -> None:
    write('metrics = "ser"\n')
    assert metrics(command("score", "--as", "json", "--", "ref.txt", "hyp.txt")) == ["ser"]
