"""What several tests share: small files, and the command run inside this process."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from espeak import Library
from kaldi_cases import FEW, Cases
from mondegreen.cli import main
from mondegreen.resources import phonemes

# Workers share the cores: let none of them take all for its matrices.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# A machine may be slow, or busy with other work.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

REFERENCE = "utt-1 le chat dort\nutt-2 été\nutt-3 a b c d\n"
HYPOTHESIS = "utt-1 le chien dort\nutt-2 été\nutt-3 a c d e\n"


TESTS = Path(__file__).parent
# Folders whose tests are of the full tier, all of them.
FULL = ("faults", "live", "shared")


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of those folders, before pytest selects by marks."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in FULL:
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session", autouse=True)
def _interruptions_are_heard() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would the programs that tests interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's cache is left alone: what an earlier version kept must not answer for this one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def _leaves_the_folder() -> Iterator[None]:
    """A test that stays where it went would change what others find."""
    before = Path.cwd()
    yield
    assert Path.cwd() == before


@pytest.fixture(scope="session")
def kaldi() -> Cases:
    """A few cases of each of Kaldi's programs."""
    return FEW


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with ref.txt and hyp.txt."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text(REFERENCE, encoding="utf-8")
    (tmp_path / "hyp.txt").write_text(HYPOTHESIS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def espeak(monkeypatch: pytest.MonkeyPatch) -> None:
    """espeak-ng, whether or not it is installed: its recorded answers."""
    library = Library()
    monkeypatch.setattr(phonemes, "load_library", lambda: library)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Runs `mondegreen` with the given words."""

    def run(*words: str) -> Answer:
        try:
            code = main(list(words))
        except SystemExit as end:  # argparse's way
            code = int(end.code or 0)
        return Answer(code, *capsys.readouterr())

    return run


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Writes a file below a directory of its own, in which the commands run."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str) -> str:
        Path(name).parent.mkdir(exist_ok=True, parents=True)
        Path(name).write_text(text, encoding="utf-8")
        return name

    return write
