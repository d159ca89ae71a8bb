"""Rates over lemmas, by a rule that takes an s from the end of a word."""

import pytest

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.metrics import make_metric
from toys import TOYS

OWN = mg.Resources(chosen=TOYS)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "spec", "errors", "total"),
    [
        ("les chats", "le chat", "ler", 0, 2),  # other forms of the same words
        ("les chats", "les chiens", "ler", 1, 2),
        ("les chats", "", "ler", 2, 2),
        ("", "les chats", "ler", 2, 0),
        ("l'été", "l'étés", "ler", 0, 1),  # a word of the recognizer's is one word
        ("l'été", "l'hiver", "ler", 1, 1),
        ("l'été", "l'hiver", "ler:units=text", 1, 2),  # the rule cuts at the apostrophe
        ("les chats", "le chat", "lcer", 0, 7),
        ("les chats", "le chut", "lcer", 1, 7),
        ("les chats", "lechat", "lcer", 1, 7),  # the blank between lemmas counts
        ("les chats", "lechat", "lcer:spaces=no", 0, 6),
        ("a  b", " a b ", "lcer:units=text", 0, 3),  # more blanks than one are one
    ],
)
def test_lemmas_are_compared(reference: str, hypothesis: str, spec: str, errors: int, total: int) -> None:
    rows = make_metric(spec).measure(Batch([reference], [hypothesis], Settings(resources=OWN)))
    assert rows.values[0, :2].tolist() == [errors, total]


def test_words_are_those_of_the_run() -> None:
    run = mg.score(["les-chats"], ["le-chat"], ["ler"], tokenize=r"regex:\w\w*", resources=OWN)
    assert run["ler"].total.words == 2
    assert run["ler"].signature.startswith(r"ler.v1|policy:kaldi|norm:none|tok:regex(\w\w*)|analyzer:rules-1|")
    text = mg.score(["les-chats"], ["le-chat"], ["ler:units=text"], tokenize=r"regex:\w\w*", resources=OWN)
    assert "|tok:text|analyzer:rules-1|" in text["ler:units=text"].signature


def test_all_metrics_share_one_analysis() -> None:
    counting, own = asking()
    mg.score(["a b", "a b", "c", ""], ["a b", "d e f", "c", ""], ["ler", "lcer", "uposer", "dposer"], resources=own)
    assert sorted(counting.asked) == [("a", "b"), ("c",), ("d", "e", "f")]


@pytest.mark.parametrize(("options", "asked"), [("", [("d",), ("e", "f")]), (":only=c", [("c",), ("d",), ("e", "f")])])
def test_nobody_is_asked_about_equal_sides_unless_their_tags_are_counted(
    options: str, asked: list[tuple[str, ...]]
) -> None:
    counting, own = asking()
    metrics = [f"uposer{options}", *([] if options else ["ler", "dposer"])]
    run = mg.score(["c", "d"], ["c", "e f"], metrics, resources=own)
    assert sorted(counting.asked) == asked
    errors, words = (0, 1) if options else (2, 2)
    assert all(found.total.errors == errors and found.total.words == words for found in run.scores.values())


class Counting:
    """An annotator to which words are their own lemmas and tags; it notes what it was asked."""

    identity = "counting"

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def annotate(self, sentences: list[tuple[str, ...]]) -> list[tuple[tuple[str, ...], ...]]:
        self.asked.extend(sentences)
        return [(words, words, words) for words in sentences]


def asking() -> tuple[Counting, mg.Resources]:
    """An annotator, and resources that have no other."""
    counting = Counting()
    return counting, mg.Resources(chosen={"analyzer": counting})
