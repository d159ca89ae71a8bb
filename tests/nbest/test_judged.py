"""Oracles by sclite's costs, by which the best alignment may not have the fewest errors: such texts are looked for."""

from pathlib import Path

import pytest

from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.nbest.lists import NBest


def fewest(reference: list[str], hypothesis: list[str]) -> int:
    """The least number of errors of any alignment, by the textbook's table."""
    before = list(range(len(hypothesis) + 1))
    for row, word in enumerate(reference, 1):
        now = [row]
        for column, other in enumerate(hypothesis, 1):
            now.append(min(before[column - 1] + (word != other), before[column] + 1, now[-1] + 1))
        before = now
    return before[-1]


def by_sclite(reference: list[str], hypothesis: list[str]) -> set[int]:
    """How many errors the alignments have that cost least where a substitution costs 4, and others 3."""
    before = [(3 * column, {column}) for column in range(len(hypothesis) + 1)]
    for row, word in enumerate(reference, 1):
        now = [(3 * row, {row})]
        for column, other in enumerate(hypothesis, 1):
            ways = [(before[column - 1], 4, 1) if word != other else (before[column - 1], 0, 0)]
            ways += [(before[column], 3, 1), (now[-1], 3, 1)]
            least = min(cost + price for (cost, _), price, _ in ways)
            counts = {count + more for (cost, all_), price, more in ways if cost + price == least for count in all_}
            now.append((least, counts))
        before = now
    return before[-1][1]


# A reference and a text, each said twice, so that sclite counts two errors more than there need to be.
FOUND = [
    ("bccaacbacccccbba", "bcaccccacabacabba"),
    ("baacbcccbaaccbbc", "bbabbaaabcacb"),
    ("bbbbbacbcabbccbc", "bcaacccbaaccaccbc"),
]


def judged(place: int) -> tuple[str, list[str]]:
    """A reference, a text that sclite counts two errors too many of, and one with an error more than that one needs."""
    reference, hypothesis = (list(side * 2) for side in FOUND[place])
    wrong = fewest(reference, hypothesis) + 1
    return " ".join(reference), [" ".join(hypothesis), " ".join(["x"] * wrong + reference[wrong:])]


@pytest.mark.parametrize("whole", [True, False], ids=["lattice", "list"])
@pytest.mark.parametrize("label", ["wer", "wer:ties=best"])
@pytest.mark.parametrize("seed", range(3))
def test_the_errors_are_those_of_sclites_alignment(seed: int, label: str, whole: bool, tmp_path: Path) -> None:
    """The first text needs fewer errors, but sclite counts more of them than of the second."""
    reference, texts = judged(seed)
    words = reference.split()
    needed = [fewest(words, text.split()) for text in texts]
    counted = [by_sclite(words, text.split()) for text in texts]
    assert needed[0] < needed[1]
    assert max(counted[1]) < min(counted[0])
    lists = [NBest("u", texts, {})]
    if whole:
        numbers = {word: at for at, word in enumerate(["<eps>", *sorted({*"abcx"})])}
        rows, end = [], 0
        for text in texts:
            places = [0, *range(end + 1, end + len(text.split()) + 1)]
            end = places[-1]
            rows += [
                f"{one} {other} {numbers[word]} 1,1,1" for one, other, word in zip(places, places[1:], text.split())
            ]
            rows.append(f"{end} 0,0,")
        rows.sort(key=lambda row: int(row.split()[0]))
        (tmp_path / "lat").write_text("\n".join(["u ", *rows, "", ""]), encoding="utf-8")
        (tmp_path / "words.txt").write_text("".join(f"{word} {at}\n" for word, at in numbers.items()), encoding="utf-8")
        lists = list(nbest.read(str(tmp_path / "lat"), words=str(tmp_path / "words.txt"), count=1))
    found = nbest.oracle({"u": reference}, lists, nbest.metrics([label]), Settings(policy="sclite"))
    assert found.choices[label].texts == [texts[1]]
    assert found.unsure == ({label: 0} if whole else {})
    kaldi = nbest.oracle({"u": reference}, lists, nbest.metrics([label]), Settings(policy="kaldi"))
    assert kaldi.choices[label].texts == [texts[0]]
