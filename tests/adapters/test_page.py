"""The page of training loops: what needs other packages runs with them, or with stand-ins for what a user brings."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from pages import ROOT

PAGE = ROOT / "python" / "mondegreen" / "docs" / "training.md"
BLOCKS = re.findall(r"^```py\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
# What an experiment tracker may refuse in a name.
NAME = re.compile(r"[A-Za-z0-9_.-]+")
logged: list[dict[str, float]] = []


def make_names() -> dict[str, Any]:
    """What the page takes for granted."""
    processor = SimpleNamespace(
        pad_token_id=0,
        batch_decode=lambda ids, **_: [" ".join(f"w{each}" for each in row if each) for row in ids.tolist()],
    )
    return {
        "processor": processor,
        "evaluated": SimpleNamespace(label_ids=np.array([[1, 2, -100]]), predictions=np.array([[1, 3, 0]])),
        "run": mg.score(["the cat sat"], ["the cat sad"], metrics="wer,cer:spaces=no"),
        "wandb": SimpleNamespace(log=logged.append),
        "mlflow": SimpleNamespace(log_metrics=logged.append),
        "writer": SimpleNamespace(add_scalar=lambda name, value: logged.append({name: value})),
    }


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[1].removeprefix("mondegreen.adapters."))
def test_a_block_runs(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ref.scp", "hyp.scp"):
        Path(name).write_text("u1 the cat sat\n", encoding="utf-8")
    names = make_names()
    try:
        exec(block, names)
    except (ImportError, mg.ScoreError) as error:
        missing = re.search(r"pip install (\S+)|No module named '(\w+)'", str(error))
        if missing is None:
            raise
        pytest.skip(str(error))
    if "scores" in names:
        assert names["scores"] in ({"wer": 50.0, "cer": pytest.approx(20)}, {"WER": 0.0})
    if "fraction" in names:
        assert float(names["fraction"]) == pytest.approx(1 / 3)


def test_the_page_has_an_example_of_each_adapter() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names = {path.stem for path in (ROOT / "python" / "mondegreen" / "adapters").glob("*") if path.stem[0] != "_"}
    assert {name for name in names - {"scored"} if f"adapters.{name}" not in text} == set()
    assert len(BLOCKS) == 6


def test_trackers_take_the_names_of_all_numbers() -> None:
    numbers = make_names()["run"].to_dict(flat=True)
    assert {"wer", "wer.errors", "cer_spaces_no", "pairs.scored"} <= {*numbers}
    assert all(NAME.fullmatch(name) for name in numbers)
    assert all(isinstance(value, int | float) for value in numbers.values())
