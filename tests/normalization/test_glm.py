"""NIST's global mapping files, by hand and beside csrfilt."""

import random
import re
from pathlib import Path

import pytest

from mondegreen import ScoreError, score
from mondegreen.normalization import Normalizer, make_normalizer, normalize, parse_normalizers
from mondegreen.normalization.text_function import name_function
from programs import theirs

CASES = [
    ("CANNOT => CAN NOT", "I CANNOT CANNOTS", "I CAN NOT CAN NOTS", "without a context, anywhere"),
    ("UH => %HES / [ ] __ [ ]", "UH UH HUH UH", "%HES %HES HUH %HES", "neighbors share their blank"),
    ("A => B\nB => C", "A B", "B C", "what is written is not looked at again"),
    ("AB => X\nA => Y\nABC => Z", "ABC A", "XC Y", "the first of the file, not the longest"),
    ("A => X / [B ] __\nA => Y", "B A A", "B X Y", "a rule whose context fails leaves it to the next"),
    ("FALKNER => FAULKNER / [WILLIAM ] __", "WILLIAM FALKNER FALKNER", "WILLIAM FAULKNER FALKNER", "left context"),
    ("T. => TEE / __ [ SHIRT]", "T. SHIRT T.", "TEE SHIRT T.", "right context"),
    ("A => B / [X ] __\nX => Y", "X A", "Y B", "contexts are those of the text as it was"),
    ("UH =>", "UH A UH", "A", "nothing written"),
    ("[UNITED STATES'] => UNITED STATES / __ [ ]", "UNITED STATES' UNITED STATES'S", None, "brackets hold blanks"),
    ('" OK " => " OKAY "', "OK OK BOOK", "OKAY OK BOOK", "quotation marks too; the blank between is used up"),
    ("'EM => THEM", "LET 'EM", "LET THEM", "apostrophes are characters"),
    ("AND/OR => AND OR", "AND/OR", "AND OR", "a slash to be found"),
    ("A => [B/C]", "A", "B/C", "a slash to be written, in brackets"),
    ("AB  => C ;; why AB => D", "AB", "C", "comments"),
    (';; INPUT_DEPENDENT_APPLICATION = ".*"\nA => B', "A", "B", "rules for all kinds of input"),
    ("* case_sensitive = 'F'\nStraße => x / [ ] __ [ ]", "STRAßE straße", "x x", "case does not matter"),
    ("É => E", "É é", "E é", "case matters unless the file says otherwise"),
    ("A => B\n* NAME \"x\"\n* desc 'y'\n* MAX_NRULES = '1'\n* format = 'nist2'\nC => D", "A C", "B D", "headers"),
    ("CAN'T => [{CAN'T / CAN NOT}] / [ ] __ [ ]", "CAN'T", "CAN NOT", "the reading that is not what was found"),
    ("* case_sensitive='F'\nX => [{x / X / Y}]", "X x", "Y Y", "nor its like in the other case"),
    ("AIN'T => [{ARE NOT / HAVE NOT}] / [ ] __ [ ]", "AIN'T", "ARE NOT", "else the first"),
    ("A => [B {C / {D / E} F} G]", "A", "B C G", "alternatives among others"),
    ("A => [{A / @}]", "A B", "B", "the word that is none"),
    ("UH => (%HESITATION) / [ ] __ [ ]", "A UH B", "A B", "what may be left out is"),
    ("A => B (C D) E", "A", "B E", "with all words of the parentheses"),
    (';; INPUT_DEPENDENT_APPLICATION = "hyp"\nA => B', "A", "A", "rules of one side are not those of both"),
    ('" => INCH', 'A " B', "A INCH B", "one quotation mark bounds nothing"),
    ("A => [{A / A}]", "A B", "A B", "alternatives of which none is another"),
    ("A => [{  B   C  / D}]", "A", "B C", "blanks among alternatives do not matter"),
    ("* case_sensitive = 'F'\nN => X / [ŉ ] __", "ŉ n", "ŉ X", "a capital of two letters moves no place"),
    ("A => B / C __ D", "CAD CA AD", "CBD CA AD", "both sides of a context"),
    ("A => B/C / [ ] __ [ ]", "A", "B/C", "the last slash begins the context"),
    *(
        (f"* case_sensitive = '{value}'\nA => B", "A a", expected, f"case: {value}")
        for value, expected in [
            *((value, "B a") for value in ("T", "YES", "TRUE", "true", "yes", "t")),
            *((value, "B B") for value in ("F", "NO", "FALSE", "false", "no", "f")),
        ]
    ),
    *(
        (f"* copy_no_hit = '{value}'\n* format='{kind}'\nA => B", "A C", "B C", f"{value}, {kind}")
        for value, kind in (("T", "NIST1"), ("yes", "nist1"), ("True", "NIST2"))
    ),
]
WRONG = [
    ("A => [{B / C] / [ ] __ [ ]", "a { of {B / C has no partner"),
    ("UH => (%HESITATION / [ ] __ [ ]", "a ( of (%HESITATION has no partner"),
    (';; INPUT_DEPENDENT_APPLICATION = "("', '"(" is not a regular expression'),
    ("A B", 'expected a rule such as "A => B / C __ D", found no =>'),
    ("=> B", "nothing before the =>"),
    ("[] => B", "nothing before the =>"),
    ("A => B / [ ]", "a / must be followed by a context"),
    ("[A => B", "a bracket of [A has no partner"),
    ("* copy_no_hit = 'F'", "COPY_NO_HIT = F would delete all that no rule matches; that is not supported"),
    ("* copy_no_hit = 'no'", "COPY_NO_HIT = F would delete"),
    ("* copy_no_hit = 'false'", "COPY_NO_HIT = F would delete"),
    ("A] => B", "a bracket of A] has no partner"),
    ("A => B) / [ ] __ [ ]", "a ) of B) has no partner"),
    ("A => B / [ ] [ ]", "a / must be followed by a context such as [ ] __ [ ]"),
    ("* case_sensitive = 'perhaps'", 'CASE_SENSITIVE is "PERHAPS"; write T or F'),
    ("* format = 'NIST3'", 'the format is "NIST3"'),
    ("* colour = 'red'", 'there is no header "colour"'),
    ("* case_sensitive", "expected a header such as"),
]


def glm(folder: Path, rules: str) -> str:
    (folder / "t.glm").write_text(f";; rules\n{rules}\n", encoding="utf-8")
    return f"glm:{folder / 't.glm'}"


@pytest.mark.parametrize(("rules", "text", "expected", "why"), CASES, ids=[case[3] for case in CASES])
def test_glm(tmp_path: Path, rules: str, text: str, expected: str | None, why: str) -> None:
    assert make_normalizer(glm(tmp_path, rules))(text) == (expected or "UNITED STATES UNITED STATES'S")


@pytest.mark.parametrize(("rules", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_cannot_be_followed_is_refused_with_its_line(tmp_path: Path, rules: str, sentence: str) -> None:
    line = 2 + rules.count("\n")
    with pytest.raises(ScoreError, match=re.escape(f"t.glm:{line}: {sentence}")):
        make_normalizer(glm(tmp_path, rules))


SECTIONS = """\
A => 1
;; INPUT_DEPENDENT_APPLICATION = "ref"
B => 2
;;   INPUT_DEPENDENT_APPLICATION="^ctm|hyp"
C => 3
;; INPUT_DEPENDENT_APPLICATION = "stm|ctm"
D => 4
;; INPUT_DEPENDENT_APPLICATION = ""
A => 5
"""


def test_rules_of_one_side_are_used_on_it(tmp_path: Path) -> None:
    # As csrfilt does it: `-i stm -t ref` gives "1 2 C 4", `-i ctm -t hyp` "1 B 3 4".
    one = parse_normalizers(glm(tmp_path, SECTIONS))
    assert normalize(["A B C D"], one, "references") == ["1 2 C 4"]
    assert normalize(["A B C D"], one, "hypotheses") == ["1 B 3 4"]
    assert normalize(["A B C D"], one) == ["1 B C 4"]
    assert wer(["A B C D"], ["1 2 C D"], one) == 1
    assert wer(["A B C D"], ["A 2 C D"], one) == 1


def wer(references: list[str], hypotheses: list[str], normalize: tuple[Normalizer, ...]) -> float:
    return score(references, hypotheses, ["wer"], normalize=normalize).scores["wer"].total["errors"]


@pytest.mark.parametrize("first", ["", "A => B", "* name 'x'", "\n", "AB", "# A => B", "*", "1 rule"])
def test_the_first_line_says_what_marks_comments(tmp_path: Path, first: str) -> None:
    (tmp_path / "t.glm").write_text(first, encoding="utf-8")
    with pytest.raises(ScoreError, match=r"t\.glm:1: the first line must be a comment"):
        make_normalizer(f"glm:{tmp_path / 't.glm'}")


def test_comments_may_be_marked_otherwise(tmp_path: Path) -> None:
    for mark, used in (("#", "#"), ("--", "--"), (";;", ";;"), (";;;;x", ";;"), (";", ";")):
        (tmp_path / "t.glm").write_text(f"{mark} rules\nA => B {used} why => C\n{used} B => D", encoding="utf-8")
        assert make_normalizer(f"glm:{tmp_path / 't.glm'}")("A B") == "B B"


def test_the_signature_is_that_of_what_the_file_does(tmp_path: Path) -> None:
    one, same, other, cased = (
        name_function(make_normalizer(glm(tmp_path, rules)))
        for rules in (
            "A => B\nC => D",
            "A  => [B] ;; x\n\nC => D",
            "C => D\nA => B",
            "* case_sensitive='F'\nA => B\nC => D",
        )
    )
    assert re.fullmatch(r"glm\([0-9a-f]{64}\)", one)
    assert one == same
    assert len({one, other, cased}) == 3


def test_the_signature_holds_the_rules_of_either_side(tmp_path: Path) -> None:
    sections = {side: f';; INPUT_DEPENDENT_APPLICATION = "{side}"' for side in ("ref", "hyp")}
    bodies = [
        "A => B",
        f"A => B\n{sections['hyp']}\nC => D",
        f"A => B\n{sections['hyp']}\nC => E",
        f"A => B\n{sections['ref']}\nC => D",
        f"{sections['ref']}\nA => B\n{sections['hyp']}\nA => B",
    ]
    one, *others, same = (name_function(make_normalizer(glm(tmp_path, body))) for body in bodies)
    assert len({one, *others}) == 4
    assert one == same, "the same rules for both sides, one after the other"


def random_glm(rng: random.Random, words: list[str]) -> list[str]:
    """A file of which all is within what csrfilt and the rule both do."""
    lines = [";; rules", f"* case_sensitive = '{rng.choice('TF')}'"]
    for _ in range(rng.randint(1, 12)):
        found = " ".join(rng.choices(words, k=rng.choice([1, 1, 1, 2])))
        written = " ".join(rng.choices([*words, "X", "y"], k=rng.choice([0, 1, 1, 2, 3])))
        context = rng.choice(["", "/ [ ] __ [ ]", "/ [ ] __", "/ __ [ ]", "/ [B ] __ [ ]", "/ __ [ A]"])
        lines.append(rng.choice(["{} => {} {}", "[{}] => [{}] {} ;; why"]).format(found, written, context))
    return lines


@pytest.mark.parametrize("seed", range(5))
def test_csrfilt_agrees(tmp_path: Path, seed: int) -> None:
    compare(random.Random(seed), tmp_path)


def compare(rng: random.Random, folder: Path) -> None:
    """That csrfilt makes the same of random texts by random rules."""
    words = ["A", "B", "AB", "ABC", "B.", "'C", "CD", "D-E", "UH", "BA"]
    (folder / "t.glm").write_text("\n".join(random_glm(rng, words)) + "\n", encoding="ascii")
    texts = [
        " ".join(rng.choice([word, word.lower()]) for word in rng.choices(words, k=rng.randint(1, 9)))
        for _ in range(100)
    ]
    stdin = "".join(f"{text}\n" for text in texts).encode()
    lines = theirs("csrfilt.sh", ["-s", "-i", "txt", "t.glm"], folder, stdin).output.decode().splitlines()
    one = make_normalizer(f"glm:{folder / 't.glm'}")
    assert [one(text).split() for text in texts] == [line.split() for line in lines[: len(texts)]]


def test_csrfilt_splits_the_same_hyphens(tmp_path: Path) -> None:
    (tmp_path / "t.glm").write_text(";; rules\nQQQ => QQQ\n", encoding="ascii")
    texts = ["uh-huh wor- -ly a", "twenty-one-year-old a - b", "- a", "(wor-) a-b"]
    stdin = "".join(f"{text}\n" for text in texts).encode()
    lines = theirs("csrfilt.sh", ["-s", "-dh", "-i", "txt", "t.glm"], tmp_path, stdin).output.decode().splitlines()
    assert [make_normalizer("hyphens")(text).split() for text in texts] == [line.split() for line in lines[:4]]
