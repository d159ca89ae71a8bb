"""An experiment is scored on as many threads as were asked for, or as there are processors."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bars import watched
from espnet_recipe import recipe
from mondegreen.dropin.espnet import experiment
from mondegreen.dropin.espnet.experiment import Experiment
from mondegreen.dropin.espnet.recipe import Recipe


@pytest.mark.parametrize(("threads", "expected"), [(None, 5), (3, 3), (1, 1)])
def test_decode_folders_are_scored_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int | None, expected: int
) -> None:
    found: list[int | None] = []
    pool = ThreadPoolExecutor

    def counted(workers: int | None = None) -> Any:
        found.append(workers)
        return pool(workers)

    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    monkeypatch.setattr(experiment, "ThreadPoolExecutor", counted)
    monkeypatch.chdir(recipe(tmp_path))
    bars = watched(monkeypatch)
    made = Experiment("exp", Recipe(units=("wer", "cer")), threads=threads)
    made.score()
    assert bars == {"exp": (2, 2)}
    assert found == [expected]
    assert sorted(result.unit for result in made.results) == ["cer", "wer"]
