"""`mondegreen list` and `mondegreen explain`."""

from collections.abc import Callable

from conftest import Answer

Command = Callable[..., Answer]


def test_list_of_all(command: Command) -> None:
    answer = command("list")
    assert [answer.code, answer.err] == [0, ""]
    lines = answer.out.splitlines()
    assert lines[0] == "metrics (--metrics)"
    assert ["wer", "Word error rate."] in [line.split(maxsplit=1) for line in lines]
    assert "alignments (--align)" in lines


def test_list_of_one_kind(command: Command) -> None:
    assert command("list", "metrics").out == command("list", "metric").out
    assert "kaldi" not in command("list", "metrics").out
    assert "wer-summary" in command("list", "output-formats").out
    assert command("list", "output-formats").out == command("list", "output format").out
    assert (
        command("list", "metrcs").err
        == 'mondegreen: error: there is no kind of thing "metrcs"; did you mean metrics?\n'
    )


def test_explain(command: Command) -> None:
    answer = command("explain", "wer", "kaldi")
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out.startswith("metric wer (--metrics wer)\n\nWord error rate.\n")
    assert "\nformat kaldi (--format kaldi)\n" in answer.out
    assert "\nalignment kaldi (--align kaldi)\n" in answer.out
    assert command("explain", "wwer").err == 'mondegreen: error: there is no page for "wwer"; did you mean wer?\n'
