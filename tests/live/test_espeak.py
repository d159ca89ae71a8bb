"""Phonemes of the library beside those that the installed program prints, on fresh random texts."""

import os
import random
import shutil
import subprocess

import pytest

from mondegreen.resources.phonemes import ASIDE, BETWEEN, Espeak

if shutil.which("espeak-ng") is None:
    pytest.skip("espeak-ng is not installed", allow_module_level=True)

pytestmark = pytest.mark.full
SEED = os.environ.get("MONDEGREEN_SEED") or os.urandom(4).hex()
WORDS = ["le", "chat", "les", "amis", "l'été", "chien,", "dort.", "où?", "12", "3,5", "straße", "—", "(non)", "a;"]


@pytest.mark.parametrize("voice", ["fr", "en", "de"])
def test_the_program_prints_what_the_library_says(voice: str) -> None:
    rng = random.Random(f"{SEED} {voice}")
    ours = Espeak(voice)
    for _ in range(10):
        text = " ".join(rng.choices(WORDS, k=rng.randint(1, 12)))
        command = ["espeak-ng", "-q", "-v", voice, "--ipa", f"--sep={BETWEEN}", "--", text]
        printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        expected = ASIDE.sub("", printed.replace(BETWEEN, " ")).split()
        assert ours.speak(text) == expected, f"MONDEGREEN_SEED={SEED}: {text}"
