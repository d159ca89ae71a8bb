"""Distances in sound against those that an independent implementation found, and against the table that it used."""

import pytest

from mondegreen.simulation.pronunciations import load_pronunciations, make_hayes_phonology, make_panphon_phonology


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ([], [], 0.0),
        (["AH0", "T"], ["ah2", "t_E"], 0.0),  # stress, capitals and places in words are none of a sound
        (["S"], ["Z"], 1.0),  # voice
        (["T", "AA"], ["T"], 6.25),  # a vowel is lost: 25 features that are not left open
    ],
)
def test_symbols_are_read_as_dictionaries_write_them(one: list[str], other: list[str], far: float) -> None:
    assert make_hayes_phonology().distance(one, other) == far


def test_sounds_of_other_languages() -> None:
    pytest.importorskip("panphon")
    french = make_panphon_phonology(["p", "b", "ɑ̃", "ʁ", "tʃ", "aɪ", "ER0"])
    # They differ in voice alone.
    assert french.distance(["p"], ["b"]) == 1.0
    # A diphthong is two sounds, an affricate is one, and ARPABET's r-coloured vowel is two.
    assert [len(french.parse([symbol])) for symbol in ("aɪ", "tʃ", "ER0", "ɑ̃")] == [2, 1, 2, 1]
    with pytest.raises(KeyError):
        french.parse(["?!"])


def test_both_sets_of_features_agree_on_what_is_far() -> None:
    pytest.importorskip("panphon")
    stats = pytest.importorskip("scipy.stats")
    dictionary = load_pronunciations("cmudict")
    words = [word for word in list(dictionary.entries) if word.isalpha()][::400]  # type: ignore[attr-defined]
    said = [ways[0] for ways in dictionary.pronounce(words)]
    other = make_panphon_phonology({symbol for way in said for symbol in way})
    pairs = [(one, two) for at, one in enumerate(said) for two in said[at + 1 : at + 12]]
    ranks = stats.spearmanr(*zip(*((make_hayes_phonology().distance(*pair), other.distance(*pair)) for pair in pairs)))
    assert ranks.statistic > 0.9
