"""One browser for the tests of a module, and a page in it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from browsers import ATTACK, BASE, REFERENCE, SPEAKERS, SYSTEM, Page, start_browser
from conftest import Answer


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    started = start_browser()
    yield started
    started.quit()


@pytest.fixture
def opened(files: Path, command: Callable[..., Answer], browser: Any) -> Page:
    for name, text in {"ref": REFERENCE, "base": BASE, "new": SYSTEM, "utt2spk": SPEAKERS}.items():
        Path(f"{name}.txt").write_text(text, encoding="utf-8")
    words = ("--utt2spk", "utt2spk.txt", "--resamples", "20", "--title", ATTACK)
    answer = command("report", "ref.txt", "base.txt", "new.txt", *words, "-o", "report.html")
    assert [answer.code, answer.err] == [0, ""]
    page = Page(browser, Path("report.html"))
    page.complaints()
    return Page(browser, Path("report.html"), "#order=corpus")
