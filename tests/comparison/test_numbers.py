"""Numbers from elsewhere beside metrics: coefficients by numpy over the scores of utterances, and what is refused."""

import json
import math
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from conftest import Answer

RNG = random.Random(5)
TEXTS = [" ".join(RNG.choices("abcdefgh", k=RNG.randint(3, 9))) for _ in range(40)]
KEYS = [f"u{place}" for place in range(40)]
NOISE = {key: RNG.uniform(0, 30) for key in KEYS}


def spoil(seed: int) -> list[str]:
    """Words are wrong the more often the lower the number is."""
    rng = random.Random(seed)
    return [
        " ".join("x" if rng.random() * 40 > 10 + NOISE[key] else word for word in text.split())
        for key, text in zip(KEYS, TEXTS, strict=True)
    ]


def run(name: str, seed: int) -> mg.Run:
    reference = mg.Corpus(KEYS, TEXTS, "ref", fields={"level": [str(NOISE[key]) for key in KEYS]})
    return mg.score(reference, mg.Corpus(KEYS, spoil(seed), name), ["wer", "chrf"])


RUNS = [run("one", 1), run("two", 2)]
NUMBERS = list(NOISE.values())


def values(system: mg.Run, label: str) -> list[float]:
    return [math.nan if value is None else value for value in system[label].values()]


@pytest.mark.parametrize("given", [["level"], {"level": NOISE}], ids=["column", "mapping"])
def test_numbers_correlate_as_metrics_do(given: list[str] | dict[str, dict[str, float]]) -> None:
    found = mg.correlate(RUNS[:1], numbers=given, resamples=20)
    wanted = np.corrcoef(values(RUNS[0], "wer"), NUMBERS)[0, 1]
    assert found.value("wer", "level") == pytest.approx(wanted)
    assert wanted < -0.3


def test_units_of_several_utterances_have_the_mean_of_those_known() -> None:
    numbers = NOISE | {"u0": math.nan}
    found = mg.correlate(RUNS[:1], over="blocks:4", numbers={"noise": numbers}, resamples=20)
    blocks = [range(start, start + 4) for start in range(0, 40, 4)]
    means = [np.nanmean([numbers[f"u{place}"] for place in block]) for block in blocks]
    (sample,) = found.samples
    assert sample.values[:, 2] == pytest.approx(means)


def test_unknown_numbers_exclude_their_utterances() -> None:
    found = mg.correlate(RUNS[:1], numbers={"noise": NOISE | {"u3": math.nan}}, resamples=20)
    assert (len(found.samples[0].names), found.samples[0].left_out) == (39, 1)


def test_changes_correlate_too() -> None:
    base, system = RUNS
    (found,) = mg.compare(RUNS, resamples=20).correlated({"noise": NOISE})
    each = {(one.metric, one.what): one for one in found}
    for label in ("wer", "chrf"):
        one, other = np.array(values(base, label)), np.array(values(system, label))
        for what, side in {"base": one, "system": other, "change": other - one}.items():
            assert each[label, what].pearson.value == pytest.approx(np.corrcoef(side, NUMBERS)[0, 1])
            assert each[label, what].units == 40


def test_utterances_of_which_a_metric_is_undefined_are_excluded_from_changes() -> None:
    references = {"a": "", "b": "x y", "c": "x z", "d": "y", "e": "w x"}
    base = dict.fromkeys(references, "x")
    system = references | {"a": "x"}
    (found,) = mg.compare(references, {"base": base, "new": system}, metrics="wer", resamples=20).correlated(
        {"n": dict(zip("abcde", (9.0, 1.0, 2.0, 3.0, 2.0), strict=True))}
    )
    assert {each.units for each in found} == {4}


@pytest.mark.parametrize(
    ("arguments", "lines", "said"),
    [
        (["noise=numbers"], "u0 1\n", "2 utterances without a number of noise: u1, u2"),
        (["noise=numbers"], "u0 1\nu1 x\nu2 3\n", 'numbers: utterance u1: "x" is not a number'),
        (["noise=numbers"], "u0 1\nu1 inf\nu2 3\n", "write nan for one that is not known"),
        (["wer=numbers"], "u0 1\nu1 2\nu2 3\n", '--with gives "wer", which is a metric here'),
        (["noise"], "", 'there is no column "noise" (columns: none); for a file write --with noise=FILE'),
        (["noise=numbers", "noise=numbers"], "u0 1\nu1 2\nu2 3\n", '--with gives "noise" twice'),
    ],
)
@pytest.mark.parametrize("action", [["study", "correlate"], ["compare"]], ids=" ".join)
def test_what_is_no_number_is_refused(
    action: list[str], arguments: list[str], lines: str, said: str, files: Path, command: Callable[..., Answer]
) -> None:
    Path("ref").write_text("u0 a b\nu1 c d\nu2 e f\n", encoding="utf-8")
    Path("hyp").write_text("u0 a b\nu1 c x\nu2 y z\n", encoding="utf-8")
    Path("numbers").write_text(lines, encoding="utf-8")
    options = [word for each in arguments for word in ("--with", each)]
    answer = command(*action, "ref", "hyp", "hyp", *options)
    assert answer.code == 2
    assert said in answer.err


def test_over_systems_numbers_do_not_vary() -> None:
    with pytest.raises(mg.ScoreError, match="the same for all systems"):
        mg.correlate([*RUNS, run("three", 3)], over="system", numbers={"noise": NOISE}, resamples=20)


def test_the_command_shows_base_system_and_change(files: Path, command: Callable[..., Answer]) -> None:
    Path("ref").write_text("u0 a b\nu1 c d\nu2 e f\n", encoding="utf-8")
    Path("base").write_text("u0 a b\nu1 c x\nu2 y z\n", encoding="utf-8")
    Path("new").write_text("u0 a b\nu1 c d\nu2 e z\n", encoding="utf-8")
    Path("numbers").write_text("u0 1\nu1 2\nu2 3\n", encoding="utf-8")
    answer = command("compare", "ref", "base", "new", "--with", "noise=numbers", "--metrics", "wer", "--as", "json")
    (table,) = [each for each in json.loads(answer.out)["reports"] if each["report"] == "with"]
    rows = {row["of"]: row for row in table["rows"]}
    assert rows["base"]["pearson"] == pytest.approx(1.0)
    assert rows["change"]["pearson"] == pytest.approx(-math.sqrt(3) / 2)


@pytest.mark.parametrize(("texts", "said"), [(TEXTS, "the same for all systems"), (["", *TEXTS[1:]], "its own")])
def test_whether_systems_share_their_utterances_is_said(
    texts: list[str], said: str, files: Path, command: Callable[..., Answer]
) -> None:
    for name, side in {"ref": TEXTS, "one": spoil(1), "two": texts}.items():
        lines = (f"{key} {text}\n" for key, text in zip(KEYS, side, strict=True))
        Path(name).write_text("".join(lines), encoding="utf-8")
    answer = command("study", "correlate", "ref", "one", "two", "--resamples", "20")
    assert said in " ".join(answer.out.split())
