"""What a plan of errors means: rates that go without saying, sources of a table, and how often rates are corrected."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon.space import ALL
from mondegreen.plan.texts import SimulatePlan
from mondegreen.simulation import Beyond, Rules, simulation
from mondegreen.simulation.rates import TargetRates
from noisy import TABLE

TEXTS = ["one two three"]


@pytest.fixture
def table(tmp_path: Path) -> str:
    TABLE.save(tmp_path / "t.tsv")
    return str(tmp_path / "t.tsv")


@pytest.mark.parametrize(
    ("chosen", "target", "mode", "beyond"),
    [
        ({}, (0.3, 0, 0), "bernoulli", Beyond()),  # as the help has it
        ({"deletions": 0.1}, (0, 0.1, 0), "bernoulli", Beyond(0.1)),  # beside other kinds 0
        ({"insertions": 0.2}, (0, 0, 0.2), "bernoulli", Beyond(0.0, 0.2)),
        ({"wer": 0.2, "deletions": 0.1}, (0.2, 0.1, 0), "bernoulli", Beyond(0.1)),
        ({"substitutions": 0.0}, (0, 0, 0), "bernoulli", Beyond()),
        ({"substitutions": 0.4, "burst": 1.5, "mode": "exact"}, (0.4, 0, 0), "exact", Beyond(run=1.5)),
        ({"wer": 1.0, "mode": "calibrated"}, (1, 0, 0), "calibrated", Beyond()),
    ],
)
def test_rates_that_are_asked_for(
    table: str, chosen: dict[str, Any], target: tuple[float, ...], mode: str, beyond: Beyond
) -> None:
    found = simulation.plan_simulation(SimulatePlan("t", table=table, **chosen), TEXTS)
    assert (found.target, found.requested) == (target, target)
    assert (found.mode, found.beyond, list(found.notes), found.profile) == (mode, beyond, [], None)
    assert "phrases" not in found.table.about


def test_two_words_for_one_are_two_errors(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1.5 errors by each substitution as many fewer are made; half of the share are words heard with the next."""
    monkeypatch.setattr(simulation, "load_sources", lambda plan: ("vectors", "pronunciations"))
    monkeypatch.setattr(simulation, "PhraseFinder", lambda *sources: sources)
    monkeypatch.setattr(simulation, "add_phrases", lambda table, texts, finder, share: (finder, 0.5))
    found = simulation.plan_simulation(SimulatePlan("t", table=table, wer=0.3, phrases=0.2, threads=2), TEXTS)
    asked_for: Any = found.table
    assert asked_for == ("vectors", "pronunciations", 2)
    assert found.requested == (0.3, 0, 0)
    assert found.target == pytest.approx((0.2, 0, 0))
    assert found.beyond.merge == 0.1


@pytest.mark.parametrize("chosen", [{"wer": 1.1}, {"deletions": -0.1}, {"wer": 0.6, "deletions": 0.5}])
def test_rates_that_cannot_be(table: str, chosen: dict[str, Any]) -> None:
    with pytest.raises(ScoreError, match="give"):
        simulation.plan_simulation(SimulatePlan("t", table=table, **chosen), TEXTS)


SOURCES = {"vectors": "v", "pronunciations": "p", "words": 5, "features": "hayes"}
RULES = {"neighbors": 5, "threshold": 3.0, "confusions": 2, "kernel": "exp", "candidates": "corpus", "variants": "all"}


@pytest.mark.parametrize(("name", "value"), [*SOURCES.items(), *RULES.items()])
def test_a_saved_table_has_its_candidates(name: str, value: Any) -> None:
    """But phrases are made of vectors and pronunciations all the same."""
    chosen: dict[str, Any] = {name: value}
    with pytest.raises(ScoreError) as refused:
        simulation.check_sources(SimulatePlan("t", table="x", **chosen))
    assert str(refused.value) == f"--table already holds the candidates; remove --{name}, or build a new table"
    phrases = SimulatePlan("t", table="x", phrases=0.1, **chosen)
    if name in SOURCES:
        simulation.check_sources(phrases)
    else:
        with pytest.raises(ScoreError):
            simulation.check_sources(phrases)


def test_rules_that_were_chosen() -> None:
    chosen: dict[str, Any] = RULES
    assert simulation.make_rules(SimulatePlan("t", **chosen)) == Rules(**chosen)


@pytest.mark.parametrize(
    ("chosen", "name", "limit"),
    [
        ({}, "cmudict", ALL),
        ({"language": "fr"}, "espeak:fr", ALL),
        ({"language": "fr", "pronunciations": "d.txt", "words": 7}, "d.txt", 7),
    ],
)
def test_where_vectors_and_pronunciations_come_from(
    monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any], name: str, limit: int
) -> None:
    asked_for: list[Any] = []

    def load(*each: Any) -> None:
        asked_for.append(each)

    monkeypatch.setattr(simulation, "load_pronunciations", load)
    monkeypatch.setattr(simulation, "load_space", load)
    simulation.load_sources(SimulatePlan("t", vectors="v", features="panphon", **chosen))
    (spoken, features, resources), space = asked_for
    language = chosen.get("language", "en")
    assert (spoken, features, resources.language) == (name, "panphon", language)
    assert space == ("v", language, limit)


def test_a_space_has_words() -> None:
    with pytest.raises(ScoreError) as refused:
        simulation.load_space("v.vec", limit=0)
    assert str(refused.value) == "0 words make no vector space; give 1 or more"


@pytest.mark.parametrize(
    ("profile", "mode", "rates"),
    [
        (None, "bernoulli", [0.2]),
        (None, "calibrated", [0.2]),
        ("learned", "exact", [0.2]),  # which is met as it is
        # Half of what was wanted is found each time, so that it is raised by as much as may be: 1.5.
        ("learned", "calibrated", [0.2, 0.3, 0.45, 0.675]),
        ("learned", "bernoulli", [0.2, 0.3, 0.45, 0.675]),
    ],
)
def test_rates_of_a_system_are_corrected(
    monkeypatch: pytest.MonkeyPatch, profile: str | None, mode: str, rates: Sequence[float]
) -> None:
    drawn: list[float] = []

    def corrupt(texts: Any, table: Any, rate: float, *_: Any) -> Any:
        drawn.append(rate)
        return SimpleNamespace(texts=texts)

    monkeypatch.setattr(simulation, "corrupt", corrupt)
    found: Any = SimpleNamespace(substitutions=0.1, deletions=0.0, insertions=0.0)
    monkeypatch.setattr(simulation, "measure_profile", lambda *_: found)
    monkeypatch.setattr(simulation, "correct_confusions", lambda table, *_: table)
    target = TargetRates(0.2)
    plan: Any = SimpleNamespace(target=target, profile=profile, mode=mode, beyond=Beyond(), table=None)
    assert simulation.simulate_errors(TEXTS, plan, 7, None, None)[1] is found
    assert drawn == pytest.approx(rates)
