"""The page of `mondegreen report`: three systems over ten thousand utterances."""

from __future__ import annotations

import io
import random
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from table import MEGABYTE, Faster, Row, Under
from timing import Effort, best

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.reports import View
from mondegreen.results.interval import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

UTTERANCES, SYSTEMS, RESAMPLES, SPEAKERS = 10_000, 3, 10_000, 40
SECONDS, MEGABYTES, VIEW = 5, 25, 1
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LOADED = "return performance.getEntriesByType('navigation')[0].loadEventEnd"
METRICS = ["wer", "cer", "ser"]
WORDS = [f"word{place}" for place in range(3000)]


def page(effort: Effort) -> Iterator[Row]:
    """Comparing and writing, wall time; beside it the comparison alone, and what the page takes on a disk."""
    runs = scored(effort.size(UTTERANCES), random.Random(1))
    how = Bootstrap(resamples=effort.size(RESAMPLES))
    work = {"page": lambda: written(runs, how), "comparison": lambda: Comparison(runs, how).verdicts}
    times = best(work, effort.rounds(3), time.perf_counter)
    what = f"a page of {len(runs[0].pairs)} utterances and {SYSTEMS} systems by {len(METRICS)} metrics"
    yield Row(what, "the comparison alone", Under(SECONDS), times["page"], times["comparison"])
    whole = written(runs, how)
    yield Size("the file", "what is allowed", Faster(1), megabytes=len(whole.encode()) / MEGABYTE)
    yield viewed(whole, effort.rounds(3))


def viewed(whole: str, rounds: int) -> Row:
    """How long a browser takes until the first utterances are built and can be filtered."""
    work, peer, wanted = "its first view in Chromium", "what is allowed", Under(VIEW)
    binary, driver = (next(filter(None, map(which, names)), None) for names in (BROWSERS, ["chromedriver"]))
    if find_spec("selenium") is None or binary is None or driver is None:
        return Row(work, peer, wanted, skipped="no Chromium with its driver and selenium")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(word)
    with TemporaryDirectory() as folder, webdriver.Chrome(options, webdriver.ChromeService(driver)) as browser:
        path = Path(folder, "page.html")
        path.write_text(whole, encoding="utf-8")
        times = []
        for _ in range(rounds):
            browser.get(path.as_uri())
            times.append(browser.execute_script(LOADED) / 1000)
    return Row(work, peer, wanted, min(times), VIEW)


@dataclass(frozen=True)
class Size(Row):
    """How large a file is."""

    megabytes: float = 0.0

    @property
    def reached(self) -> tuple[str, bool]:
        """No ratio, and whether it is small enough."""
        return "", self.megabytes <= MEGABYTES

    @property
    def cells(self) -> list[str]:
        """The size where times stand else."""
        verdict = "yes" if self.reached[1] else "NO"
        return [
            self.work,
            f"{self.megabytes:.1f} MB",
            self.peer,
            f"{MEGABYTES} MB",
            "",
            f"≤ {MEGABYTES} MB",
            "",
            verdict,
        ]


def written(runs: Sequence[mg.Run], how: Bootstrap) -> str:
    """The page."""
    from mondegreen.render.page.write import write

    out = io.StringIO()
    write(runs, Comparison(runs, how), View(top=100, all=True), out)
    return out.getvalue()


def scored(count: int, rng: random.Random) -> list[mg.Run]:
    """Runs over made-up utterances, each of fewer errors than the one before."""
    keys = [f"utterance-{place:05}" for place in range(count)]
    texts = [" ".join(rng.choices(WORDS, k=rng.randint(2, 25))) for _ in keys]
    speakers = [f"speaker-{place % SPEAKERS}" for place in range(count)]
    reference = mg.Corpus(keys, texts, "references", fields={"speaker": speakers})
    heard = ([garbled(text, 0.12 - 0.03 * place, rng) for text in texts] for place in range(SYSTEMS))
    return [mg.score(reference, mg.Corpus(keys, each, f"system-{place}"), METRICS) for place, each in enumerate(heard)]


def garbled(text: str, share: float, rng: random.Random) -> str:
    """The text with so many of its words replaced, doubled or lost."""
    words = []
    for word in text.split():
        words += rng.choice([[rng.choice(WORDS)], [word, rng.choice(WORDS)], []]) if rng.random() < share else [word]
    return " ".join(words)
