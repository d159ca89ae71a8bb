"""Transcripts as ESPnet writes them, by our sclite and by the original: signs that it reads, and what it refuses."""

from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Shield, Transcript, compare_transcripts, find_merged, run_sclite
from programs import theirs

SIDES = ("ref.trn", "hyp.trn")
WORDS = ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "rm", "-o", "all", "stdout"]


def write_sides(*texts: list[str]) -> list[Transcript]:
    """Both sides in files, of the speaker S-1."""
    sides = []
    for path, own in zip(SIDES, texts, strict=True):
        ids = [f"u{number}" for number in range(len(own))]
        sides.append(Transcript(path, ["S-1"] * len(own), ids, own))
        Path(path).write_bytes(sides[-1].encode())
    return sides


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        (["a b c", "d"], ["a x c", "d e"]),
        (["{ a / b } c", "d"], ["b c", "d"]),
        (["a @ c", "d*"], ["a c", "d"]),
        (['a ;; LABEL "x" "y" "z"', "b"], ["a b", "b"]),
        (["", "b"], ["a", ""]),
    ],
)
def test_a_literal_report_is_the_originals(
    reference: list[str], hypothesis: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sides = write_sides(reference, hypothesis)
    outcome = run_sclite(sides[0], sides[1], Recipe(literal=True))
    assert outcome.report == theirs("sclite", WORDS, tmp_path).output


def test_comments_of_the_reference_are_the_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Categories of utterances are declared in comments, which are texts of ESPnet's that begin with `;;`."""
    monkeypatch.chdir(tmp_path)
    sides = write_sides([';; CATEGORY "0" "x" "y"', ';; LABEL "a" "Alpha" "all"', "a b"], ["c", "d", "a b"])
    outcome = run_sclite(sides[0], sides[1], Recipe(literal=True))
    assert outcome.report == theirs("sclite", WORDS, tmp_path).output


@pytest.mark.parametrize("literal", [False, True])
def test_an_utterance_without_a_reference_is_refused_as_by_the_original(
    literal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sides = write_sides(["a"], ["a", "b"])
    said = theirs("sclite", WORDS, tmp_path).complaints.decode()
    if literal:
        outcome, notes = compare_transcripts(sides[0], sides[1], "result.txt", Recipe(literal=True))
        assert outcome.scored is None
        assert outcome.totals().utterances == 0
        assert "\n".join([*notes, ""]) == said
        return
    with pytest.raises(ScoreError) as found:
        compare_transcripts(sides[0], sides[1], "result.txt", Recipe())
    assert str(found.value) == f"hyp.trn: {said.strip()}"
    assert not Path("result.txt").exists()


def test_texts_that_hold_every_control_character_are_read_as_sclite_reads_them() -> None:
    """Nothing is left to hide its signs behind; one less, and there is: nine signs and a mark are put in."""
    codes = [chr(code) for code in range(1, 28) if not chr(code).isspace()]
    for count, is_hidden in ((len(codes) - 10, True), (len(codes) - 9, False)):
        sides = Transcript("t", ["s", "s"], ["u", "U"], ["{ a }", "".join(codes[:count])])
        shield = Shield(sides)
        data = shield.protect(sides)
        assert (b"{" not in data) == is_hidden
        assert (data == sides.encode()) != is_hidden
        # IDs that differ by case alone are one to sclite.
        assert (b"(s-u)" in data, b"(s-U)" in data) == (True, not is_hidden)
        assert shield.restore(data).replace(b"\t(", b"").count(b"{ a }") == 1


@pytest.mark.parametrize(
    ("speakers", "found"),
    [
        (["a-1", "a-2", "b"], {}),
        (["a-1", "a-2", "a-1"], {"a": ["a-1", "a-2"]}),
        (["a-1", "A", "b", "a-1"], {"a": ["a-1", "A"]}),
        (["ab-1", "a-1", "a-1"], {}),
        ([], {}),
    ],
)
def test_speakers_are_merged_by_their_names_up_to_the_hyphen(speakers: list[str], found: dict[str, list[str]]) -> None:
    """None where each utterance is a speaker of its own."""
    assert find_merged(speakers) == found
