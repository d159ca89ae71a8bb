"""Pairs as long as a book: exact by an independent distance, and given up at once when asked."""

import random
import signal
import subprocess
import sys

import pytest
from rapidfuzz.distance import Levenshtein

import mondegreen as mg
from mondegreen.alignment import PolicyName


def book(words: int, seed: int) -> tuple[list[str], list[str]]:
    """A text of so many words, and the text misheard: 15 % errors and a chapter in another place."""
    source = random.Random(seed)
    spoken = [f"w{int(source.paretovariate(0.6)) % 9000}" for _ in range(words)]
    heard = []
    for word in spoken:
        luck = source.random()
        if luck < 0.07:
            heard.append(source.choice(spoken))
        elif luck < 0.08:
            heard += [word, source.choice(spoken)]
        elif luck > 0.15:
            heard.append(word)
    chapter = words // 10
    return spoken, heard[:chapter] + heard[2 * chapter : 3 * chapter] + heard[chapter : 2 * chapter] + heard[
        3 * chapter :
    ]


@pytest.mark.parametrize("policy", ["kaldi", "sub-first", "rapidfuzz"])
def test_a_book_has_the_fewest_errors(policy: PolicyName) -> None:
    spoken, heard = book(30_000, 5)
    alignment = mg.align([spoken], [heard], policy=policy)
    assert alignment.errors[0] == Levenshtein.distance(spoken, heard)
    path = alignment[0].tolist()
    row = column = 0
    for step in path:
        if step < 2:
            assert (spoken[row] == heard[column]) == (step == 0), (row, column)
        row += step != 2
        column += step != 3
    assert (row, column) == (len(spoken), len(heard))


def test_an_interrupt_ends_a_long_alignment() -> None:
    program = (
        "import mondegreen as mg\n"
        "texts = [' '.join(f'{side}{word}' for word in range(250_000)) for side in 'rh']\n"
        "print('begun', flush=True)\n"
        "mg.align(texts[:1], texts[1:], policy='sclite')\n"
        "print('ended', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert b"ended" not in out
    assert b"KeyboardInterrupt" in err
