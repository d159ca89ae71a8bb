"""Phonemes are compared, by a rule that reads letters and by espeak-ng."""

import pytest

import mondegreen as mg
from toys import TOYS

OWN = mg.Resources(chosen=TOYS)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "errors", "total"),
    [
        ("photo", "foto", 0, 4),
        ("a b", "ab", 0, 2),  # where words end is not heard
        ("photo", "", 4, 4),
        ("", "photo", 4, 0),
        ("", "", 0, 0),
    ],
)
def test_phonemes_are_compared(reference: str, hypothesis: str, errors: int, total: int) -> None:
    score = mg.score([reference], [hypothesis], ["per"], resources=OWN)["per"]
    assert [score.total.errors, score.total.phonemes] == [errors, total]
    assert score.signature.startswith("per.v2|policy:kaldi|norm:none|tok:phonemes|phonemes:letters-1|")


def test_elided_words_are_read_with_the_next() -> None:
    class French:
        identity, elides = "letters-2", True

        def speak(self, text: str) -> list[str]:
            return text.split()

    own = mg.Resources(chosen={"phonemes": French()})
    run = mg.score(["l'  été d’ or '"], ["l'été d’or '"], ["per:elisions=join", "per"], resources=own)
    assert [score.total.errors for score in run.scores.values()] == [0, 4]


def test_words_that_sound_alike_are_alike(espeak: None) -> None:
    own = mg.Resources("fr", cache=mg.Cache(None))
    run = mg.score(["les chats verts"], ["les chas vers"], ["per", "per:voice=en"], resources=own)
    assert run["per"].value == 0
    assert run["per:voice=en"].value > 0
    assert run["per"].signature.split("|")[4].startswith("phonemes:espeak-ng-1.")
