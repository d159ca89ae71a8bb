"""Error rates of some words, and keywords that were found."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.metrics.wer_of import script_of
from oracles import MATCH, TOOLKIT_FILES, random_pairs, twin

WORDS = {"a", "cd", "straße"}


@pytest.fixture
def listed(tmp_path: Path) -> str:
    (tmp_path / "list").write_text("\n".join(sorted(WORDS)) + "\n\n", encoding="utf-8")
    return str(tmp_path / "list")


def test_listed_words_and_others_are_all_words(listed: str) -> None:
    """Beside a plain count over the steps of a twin of the core."""
    pairs = random_pairs(5, 200)
    expected = {True: [0, 0], False: [0, 0]}
    for reference, hypothesis in pairs:
        said, heard = iter(reference), iter(hypothesis)
        for step in twin(reference, hypothesis, "kaldi"):
            first = next(said) if step != 2 else None
            second = next(heard) if step != 3 else None
            which = (second if first is None else first) in WORDS
            expected[which][0] += step != MATCH
            expected[which][1] += step != 2
    specs = [f"wer:words={listed}", f"wer:words={listed}:which=others", "wer"]
    run = mg.score([" ".join(pair[0]) for pair in pairs], [" ".join(pair[1]) for pair in pairs], specs)
    found = [[run[spec].rows.total()[column] for column in ("errors", "words")] for spec in specs]
    assert found[:2] == [expected[True], expected[False]]
    assert found[2] == [first + second for first, second in zip(*found[:2], strict=True)]


def test_scripts(tmp_path: Path) -> None:
    run = mg.score(
        ["我 要 green tea 5", "да вода"],
        ["我 喝 green bee tea 6", "да"],
        ["wer:script=han", "wer:script=Latin", "wer:script=cyrillic"],
    )
    assert [(score.rows.total().errors, score.rows.total().words) for score in run.scores.values()] == [
        (1, 2),
        (1, 2),
        (1, 2),
    ]


def test_the_error_rate_of_punctuation() -> None:
    said, heard = ["Well, yes. No"], ["well yes, now!"]
    run = mg.score(said, heard, ["wer:script=marks"], tokenize="punctuated", normalize="lower")
    total = run["wer:script=marks"].total  # no comma, a comma for the full stop, and one mark too many
    assert (total.errors, total.words) == (3, 2)
    assert (total.deletions, total.substitutions, total.insertions) == (1, 1, 1)


@pytest.mark.parametrize(
    ("word", "script"),
    [
        ("été", "latin"),
        ("5e", "latin"),
        ("5", ""),
        ("", ""),
        ("日本", "han"),
        ("かな", "hiragana"),
        ("ไก่", "thai"),
        ("\ue000", ""),
        (",", "marks"),
        ("...", "marks"),
        ("5%", ""),
    ],
)
def test_script_of_a_word(word: str, script: str) -> None:
    assert script_of(word) == script


PHRASES = "green tea\ncup\nof\n"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "hits", "spoken", "recognized"),
    [
        ("a cup of green tea", "a cup of green tea", 3, 3, 3),
        ("green tea", "green bee tea", 0, 1, 0),  # no phrase
        ("green tea", "green", 0, 1, 0),
        ("tea green", "green tea", 0, 0, 1),
        ("cup", "a cup cup", 1, 1, 2),
        ("green green tea", "green tea", 1, 1, 1),
        ("", "", 0, 0, 0),
    ],
)
def test_phrases(tmp_path: Path, reference: str, hypothesis: str, hits: int, spoken: int, recognized: int) -> None:
    (tmp_path / "list").write_text(PHRASES, encoding="utf-8")
    spec = f"keywords:list={tmp_path}/list"
    total = mg.score([reference], [hypothesis], [spec])[spec].rows.total()
    assert [total.hits, total.spoken, total.recognized] == [hits, spoken, recognized]


def test_what_texterrors_found() -> None:
    """Its list, its texts, and the recall and precision that it printed: 0.83 and 1.00."""
    folder = TOOLKIT_FILES / "texterrors"
    assert "recall 0.83 - precision 1.00" in (folder / "expected" / "keywords.txt").read_text(encoding="utf-8")
    spec = f"keywords:list={folder}/inputs/keywords_list"
    run = mg.score(
        folder / "inputs" / "ref", folder / "inputs" / "hyp", [spec, f"{spec}:of=precision", f"{spec}:of=f1"]
    )
    recall, precision, f1 = (score.value for score in run.scores.values())
    assert [round(recall), precision] == [83, 100]
    assert f1 == pytest.approx(2 * recall * precision / (recall + precision))


def test_a_list_that_was_changed_is_read_anew(tmp_path: Path) -> None:
    spec = f"keywords:list={tmp_path}/list"
    for word, value in (("cup", 100), ("green", 0)):
        (tmp_path / "list").write_text(word, encoding="utf-8")
        assert mg.score(["a green cup"], ["a cup"], [spec])[spec].value == value


@pytest.mark.parametrize(
    ("text", "spec", "what"),
    [
        (None, "wer:words", "cannot be read"),
        ("\n \n", "keywords:list", "holds no words"),
        (PHRASES, "wer:words", '"green tea" is a phrase; give a list of words, one a line'),
        ("b c\na d\ne\n", "wer:words", '"a d" is a phrase'),  # the first of several, whatever their order
    ],
)
def test_a_list_that_will_not_do(tmp_path: Path, text: str | None, spec: str, what: str) -> None:
    if text is not None:
        (tmp_path / "words").write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError, match=f"words: {what}"):
        mg.score(["a b"], ["a c"], [f"{spec}={tmp_path}/words"])


@pytest.mark.parametrize("spec", ["keywords:list", "wer:words"])
def test_what_is_listed_follows_the_rules_of_the_run(tmp_path: Path, spec: str) -> None:
    (tmp_path / "list").write_text("Anna!\nRome\n", encoding="utf-8")
    spec = f"{spec}={tmp_path}/list"
    run = mg.score(["Anna in Rome."], ["anna in Roma"], [spec], normalize=["lower", "punctuation"])
    assert run[spec].value == 50  # one of two


def test_what_is_listed_is_cut_as_texts_are(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("绿茶\n", encoding="utf-8")
    spec = f"keywords:list={tmp_path}/list"
    assert mg.score(["我要绿茶"], ["要绿茶"], [spec], tokenize="characters")[spec].value == 100
