"""Our programs beside those of the installed SCTK, on fresh random inputs by the generators of the recorded tests.

A failure names its seed; MONDEGREEN_SEED in the environment draws the same inputs again.
"""

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from align import test_sclite as steps
from differential import difference
from dropin.sctk import (
    test_acomp,
    test_align2html,
    test_arabic,
    test_asclite,
    test_chfilt,
    test_confidence_graphs,
    test_csrfilt,
    test_csrfilt_plain,
    test_hubscr,
    test_md_eval,
    test_rfilter1,
    test_rover,
    test_rttm_tools,
    test_sc_stats,
    test_slatreport,
    test_table_reports,
    test_validators,
    test_word_weights,
)
from dropin.sctk.utf_filt import test_original
from normalization import test_glm
from programs import SCTK, Call, Done, agree_on_calls, without_remarks
from sclite_inputs import Case
from tokenization import test_tokenize
from utf_transcripts import write_definition

if not (SCTK / "sclite").exists():
    pytest.skip(f"{SCTK} has no sclite (Debian's package sctk)", allow_module_level=True)

pytestmark = pytest.mark.full
SEED = os.environ.get("MONDEGREEN_SEED") or os.urandom(4).hex()
TURNS = 30
# What the originals crash on is rare; more than this of few cases is no chance.
CRASHES = 0.2
Compare = Callable[[random.Random, Path], list[bool]]


def sclite(rng: random.Random, folder: Path) -> list[bool]:
    found = difference(Case(rng), folder)
    assert found in (None, "crash")
    return [found is None]


def align2html(rng: random.Random, folder: Path) -> list[bool]:
    return agree_on_calls(
        test_align2html.draw(rng, folder, mapped=rng.random() < 0.5), folder, but=test_align2html.told
    )


def chfilt(rng: random.Random, folder: Path) -> list[bool]:
    return agree_on_calls(test_chfilt.draw(rng, folder, rng.choice(list(test_chfilt.WORDS))), folder)


def hubscr(rng: random.Random, folder: Path) -> list[bool]:
    number = rng.randrange(len(test_hubscr.CALLS))
    return agree_on_calls(test_hubscr.draw(rng, folder, number), folder, but=test_hubscr.spoken)


def draw_again(
    draw: Callable[[random.Random, Path], Iterator[Call]], but: Callable[[Done], Done], rng: random.Random, folder: Path
) -> list[bool]:
    """An input that the original does not crash on, if need be after others: some do often."""
    compared = [False]
    for attempt in range(10):
        if not all(compared):
            place = folder / str(attempt)
            place.mkdir()
            compared = agree_on_calls(draw(rng, place), place, but=but)
    return compared


def draw_meeting(rng: random.Random, folder: Path) -> Iterator[Call]:
    return test_hubscr.draw_meeting(rng, folder, rng.randrange(len(test_hubscr.MEETINGS)))


def utf_filt(rng: random.Random, folder: Path) -> list[bool]:
    with pytest.MonkeyPatch.context() as patch:
        write_definition(folder, patch)
        calls = test_original.draw(rng, folder, rng.choice(test_original.FORMATS))
        return agree_on_calls(calls, folder, but=without_remarks)


def reports(rng: random.Random, folder: Path) -> list[bool]:
    test_table_reports.compare(rng, folder)
    return [True]


def rules(rng: random.Random, folder: Path) -> list[bool]:
    test_glm.compare(rng, folder)
    return [True]


def graphemes(rng: random.Random, folder: Path) -> list[bool]:
    test_tokenize.compare_with_perl(rng, folder)
    return [True]


def paths(rng: random.Random, folder: Path) -> list[bool]:
    steps.compare(rng.getrandbits(32), folder, rng.choice([12, 70, 120]))
    return [True]


SUITES: dict[str, Compare] = {
    "sclite": sclite,
    "sc_stats": lambda rng, folder: agree_on_calls(test_sc_stats.draw(rng, folder), folder),
    "graphs": lambda rng, folder: agree_on_calls(test_confidence_graphs.draw(rng, folder), folder),
    "reports": reports,
    "weights": lambda rng, folder: agree_on_calls(test_word_weights.draw(rng, folder), folder),
    "rfilter1": lambda rng, folder: agree_on_calls(test_rfilter1.draw(rng, folder), folder),
    "csrfilt": lambda rng, folder: agree_on_calls(test_csrfilt.draw(rng, folder), folder),
    "chfilt": chfilt,
    "utf_filt": utf_filt,
    "arabic": lambda rng, folder: agree_on_calls(test_arabic.draw(rng, folder), folder, but=without_remarks),
    "asclite": partial(draw_again, test_asclite.draw, test_asclite.ordered),
    "generic": lambda rng, folder: agree_on_calls(
        test_asclite.draw_generic(rng, folder), folder, but=test_asclite.drop_compression
    ),
    "validators": lambda rng, folder: agree_on_calls(test_validators.draw(rng, folder), folder),
    "hubscr": hubscr,
    "meetings": partial(draw_again, draw_meeting, test_hubscr.undated),
    "align2html": align2html,
    "md_eval": partial(draw_again, test_md_eval.draw, without_remarks),
    "rover": lambda rng, folder: agree_on_calls(test_rover.draw(rng, folder), folder),
    "rttm_tools": lambda rng, folder: agree_on_calls(
        test_rttm_tools.draw(rng, folder), folder, but=test_rttm_tools.sort_lines
    ),
    "slatreport": lambda rng, folder: agree_on_calls(test_slatreport.draw(rng, folder), folder, but=without_remarks),
    "acomp": lambda rng, folder: agree_on_calls(test_acomp.draw(rng, folder), folder, but=without_remarks),
    "csrfilt_plain": lambda rng, folder: agree_on_calls(test_csrfilt_plain.draw(rng, folder), folder),
    "rules": rules,
    "graphemes": graphemes,
    "paths": paths,
}
# These take long, or compare much at once.
FEW = {"hubscr": 6, "meetings": 4, "align2html": 10, "sc_stats": 15, "graphemes": 3, "paths": 3, "rules": 5}


@pytest.mark.parametrize("suite", SUITES)
def test_the_original_agrees_on_fresh_inputs(tmp_path: Path, suite: str) -> None:
    compared = []
    for turn in range(FEW.get(suite, TURNS)):
        folder = tmp_path / str(turn)
        folder.mkdir()
        try:
            compared += SUITES[suite](random.Random(f"{SEED} {suite} {turn}"), folder)
        except Exception as error:
            raise AssertionError(f"MONDEGREEN_SEED={SEED}, turn {turn}, in {folder}: {error}") from error
    assert compared.count(False) <= CRASHES * len(compared), f"MONDEGREEN_SEED={SEED}"
