"""Names to things: ours, those of installed packages, and the nearest one to a slip."""

import string
from collections.abc import Callable
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.component import Option, Registry, find_close, parse_spec, quote_value
from mondegreen.encoders import ENCODERS
from mondegreen.metrics import ALL_METRICS, METRICS, SESSION_METRICS, make_metric, parse_quantity
from mondegreen.normalization import NORMALIZERS
from mondegreen.resources import LOADERS
from mondegreen.tokenization import TOKENIZERS

PLUGIN = """
from mondegreen.metrics.wer import WordErrorRate

class Half(WordErrorRate):
    name = "half"

    def score(self, total):
        return super().score(total) / 2
"""


def test_nearest_name_is_suggested() -> None:
    with pytest.raises(ScoreError, match='no metric "wre"; did you mean wer\\?'):
        METRICS.find("wre")


def test_all_names_where_none_is_near() -> None:
    with pytest.raises(ScoreError, match=f'no metric "xyzzy"; choose from {", ".join(sorted(METRICS))}'):
        METRICS.find("xyzzy")


@pytest.mark.parametrize(
    ("name", "close"),
    [
        ("WER", "wer"),  # whoever shouts means the same
        ("werr", "wer"),
        ("punct", "punctuation"),
        ("pun", "punctuation"),  # begun so by three letters
        ("pu", ""),  # and two say little
        ("wer xyzzyx", ""),  # no list, if one of them is no name
        ("scroe", "score"),
        ("--quiet", ""),  # "--ties" has two of its letters
        ("--no-color", ""),  # and "--no-cache" half of them
        ("-v", ""),
        ("w", ""),
        ("scoreboard", "score"),  # it begins as a name of four letters or more
        ("wers,cer", ""),
        ("wer cer", "wer,cer"),
    ],
)
def test_only_a_close_name_is_suggested(name: str, close: str) -> None:
    assert find_close(name, [*METRICS, "punctuation", "score", "--ties", "--no-cache", "-o"]) == close


def test_two_names_that_differ_in_hyphens_are_taken_in_one_order() -> None:
    for known in (["only", "--only"], ["--only", "only"]):
        assert find_close("onli", known) == "--only"


@pytest.mark.parametrize(("group", "known"), [("metrics", METRICS), ("session_metrics", SESSION_METRICS)])
def test_an_installed_package_adds_a_metric(
    group: str, known: Registry[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halves.py").write_text(PLUGIN, encoding="utf-8")
    info = tmp_path / "halves-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: halves\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[mondegreen.{group}]\nhalf = halves:Half\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert make_metric("half", known=known).signature == "half.v1"
    if known is METRICS:
        assert parse_quantity("half").signature == "half.v1"


@pytest.mark.parametrize(
    ("known", "name", "sentence"),
    [
        (METRICS, "cerr", 'there is no metric "cerr"; did you mean cer?'),
        (SESSION_METRICS, "cpwre", 'there is no session metric "cpwre"; did you mean cpwer?'),
        (ALL_METRICS, "cpwre", 'there is no metric "cpwre"; did you mean cpwer?'),
        (LOADERS, "vector", 'there is no kind of resource "vector"; did you mean vectors?'),
        (ENCODERS, "usiff", 'there is no encoder "usiff"; did you mean usif?'),
        (NORMALIZERS, "lowr", 'there is no normalizer "lowr"; did you mean lower?'),
        (TOKENIZERS, "word", 'there is no tokenizer "word"; did you mean words?'),
    ],
)
def test_each_registry_says_what_it_lists(known: Registry[str], name: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as caught:
        known.find(name)
    assert str(caught.value) == sentence


def test_an_entry_is_a_module_or_what_stands_in_it() -> None:
    found = Registry("thing", {"module": "string", "inside": "string:digits"})
    assert found.find_all("inside,module") == [string.digits, string]
    assert found.targets() == {"module": "string", "inside": "string:digits"}
    assert list(found.list_installed()) == []


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("x.vec", "x.vec"),
        ("a=b c", "a=b c"),
        ("C:/x", '"C:/x"'),  # would begin another option
        ("a,b", '"a,b"'),  # another component
        ("a|b", '"a|b"'),  # another part of a signature
        ('a"b', '"a""b"'),
        (" a", '" a"'),
        ("a ", '"a "'),
        ("", ""),
    ],
)
def test_a_value_is_quoted_where_it_would_be_read_otherwise(value: str, written: str) -> None:
    assert quote_value(value) == written
    assert parse_spec(f"ember:vectors={written}") == ("ember", {"vectors": value})


@pytest.mark.parametrize(
    ("values", "check", "taken", "refused", "sentence"),
    [
        (("a", "b"), None, ["a", "b"], "c", 'it:o is "c"; choose from a, b'),
        (("any",), int, ["any", "3"], "x", 'it:o is "x"; a help'),
        ((), int, ["3"], "x", 'it:o is "x"; a help'),
        ((), None, ["", "x"], None, ""),
    ],
)
def test_what_an_option_takes(
    values: tuple[str, ...], check: Callable[[str], object] | None, taken: list[str], refused: str | None, sentence: str
) -> None:
    option = Option("o", values, "a help", check)
    for value in taken:
        option.check_value(value, "it")
    if refused is not None:
        with pytest.raises(ScoreError) as caught:
            option.check_value(refused, "it")
        assert str(caught.value) == sentence
