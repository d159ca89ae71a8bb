"""Names to things: ours, those of installed packages, and the nearest one to a slip."""

from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.component import find_close
from mondegreen.metrics import METRICS, make_metric

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
        ("scroe", "score"),
        ("--quiet", ""),  # "--ties" has two of its letters
        ("--no-color", ""),  # and "--no-cache" half of them
        ("-v", ""),
        ("w", ""),
        ("wer cer", "wer,cer"),
    ],
)
def test_only_a_close_name_is_suggested(name: str, close: str) -> None:
    assert find_close(name, [*METRICS, "punctuation", "score", "--ties", "--no-cache", "-o"]) == close


def test_an_installed_package_adds_a_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "halves.py").write_text(PLUGIN, encoding="utf-8")
    info = tmp_path / "halves-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: halves\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[mondegreen.metrics]\nhalf = halves:Half\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert make_metric("half").signature == "half.v1"
