"""asclite beside the original, rule by rule: fragments, optional words, alternatives, mappings and confidences."""

import re
from itertools import product
from pathlib import Path

import pytest

from mondegreen.errors import ScoreError
from programs import agree, ours

REPORTS = ["-f", "4", "-o", "sum", "rsum", "sgml", "stdout"]
FORMS = ["ba", "ri", "bari", "ba-", "b-", "-ri", "-i", "bari-", "-bari"]
RTTM_HEAD = "SPEAKER f 1 0 9 <NA> <NA> {} <NA>\n"


def call(folder: Path, reference: tuple[str, str], hypothesis: tuple[str, str], *options: str) -> list[str]:
    """The arguments for the formats and the texts of both sides, whose files are written."""
    for side, (kind, text) in (("ref", reference), ("hyp", hypothesis)):
        (folder / f"{side}.{kind}").write_text(text, encoding="utf-8")
    kinds = reference[0], hypothesis[0]
    return ["-r", f"ref.{kinds[0]}", kinds[0], "-h", f"hyp.{kinds[1]}", kinds[1], *options, *REPORTS]


@pytest.mark.parametrize("options", [[], ["-F"], ["-F", "-s"]], ids=" ".join)
def test_each_fragment_with_each(tmp_path: Path, options: list[str]) -> None:
    """Beginnings, ends and whole words, the one within the other or not."""
    pairs = [*product(FORMS, FORMS), ("BA-", "bari"), ("Bari", "-RI")]
    sides = ["".join(f"{pair[side]} (s-{at:03})\n" for at, pair in enumerate(pairs)) for side in (0, 1)]
    agree("asclite", call(tmp_path, ("trn", sides[0]), ("trn", sides[1]), *options), tmp_path)


def rttm(*words: tuple[str, str], speaker: str = "a", head: bool = True) -> str:
    """Words with their kinds, one a second."""
    lines = [f"LEXEME f 1 {at}.0 0.5 {word} {kind} {speaker} 0.5\n" for at, (word, kind) in enumerate(words)]
    return RTTM_HEAD.format(speaker) * head + "".join(lines)


@pytest.mark.parametrize("base", [[], ["-time-base-cost"]], ids=["words", "times"])
@pytest.mark.parametrize("sides", ["", "-D", "-D ref", "-D hyp", "-D both", "-D none"])
def test_words_that_may_be_missing_on_either_side(tmp_path: Path, sides: str, base: list[str]) -> None:
    reference = rttm(("ba", "lex"), ("uh", "fp"), ("no", "lex"), ("ka", "lex"), ("ti", "frag"))
    hypothesis = rttm(("ba", "lex"), ("er", "lex"), ("xx", "fp"), ("ka", "fp"), ("mm", "un-lex"), head=False)
    agree("asclite", call(tmp_path, ("rttm", reference), ("rttm", hypothesis), *sides.split(), *base), tmp_path)
    texts = "ba (uh) no (ka)\n", "(er) ba (uh) ka (mm)\n"
    trn = [("trn", text.replace("\n", " (s-1)\n")) for text in texts]
    if not base:
        agree("asclite", call(tmp_path, trn[0], trn[1], *sides.split()), tmp_path)


ALTERNATIVES = {
    "one word each": ["<ALT_BEGIN>", "ba", "<ALT>", "no", "<ALT_END>"],
    "words within": ["<ALT_BEGIN>", "ba", "no", "ka", "<ALT>", "no", "ka", "<ALT_END>"],
    "words around": ["ti", "<ALT_BEGIN>", "ba", "no", "<ALT>", "ka", "ba", "no", "<ALT_END>", "ti"],
    "three": ["<ALT_BEGIN>", "ba", "<ALT>", "no", "no", "<ALT>", "ka", "ti", "ba", "<ALT_END>", "ti"],
    "twice": [*(["<ALT_BEGIN>", "ba", "<ALT>", "no", "<ALT_END>", "ti"] * 2)],
}


@pytest.mark.parametrize("name", ALTERNATIVES)
@pytest.mark.parametrize("text", ["ti ba no ti", "no ka", "ka ti ba ti"])
def test_alternatives_of_a_hypothesis(tmp_path: Path, name: str, text: str) -> None:
    lines, at = [], 0.0
    for word in ALTERNATIVES[name]:
        is_word = not word.startswith("<")
        lines.append(f"f 1 {at:.1f} 0.2 {word} 0.5\n" if is_word else f"f 1 * * {word}\n")
        at += 0.3 * is_word
    lines.append("f 1 5.0 0.2 end 0.5\n")
    agree("asclite", call(tmp_path, ("stm", f"f 1 a 0 6 {text} end\n"), ("ctm", "".join(lines))), tmp_path)


HEADING = "File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap\n"
MAPPINGS = {
    "none": "",
    "heading": HEADING,
    "right": f"{HEADING}f,1,a,x,mapped,1.0\nf,1,b,y,mapped,1.0\n",
    "crossed": f"{HEADING}f,1,a,y,mapped,1.0\nf,1,b,x,mapped,1.0\n",
    "comment": "# f,1,a,x,mapped,1.0\nf,1,a,x,mapped,1.0\n",
    "not mapped": "f,1,a,x,notmapped,1.0\n",
    "twice": "f,1,a,x,mapped,1.0\nf,1,b,x,mapped,1.0\n",
    "without the overlap": "f,1,a,x,mapped\nf,1,a,x,mapped,1.0\n",
    "few": "f,1,a,x\n\nf,1,a,x,mapped,1.0\n",
    "much": "f,1,a,x,mapped,1.0,2.0\nf,1,a,x,mapped,1.0\n",
}


@pytest.mark.parametrize("name", MAPPINGS)
def test_speakers_are_those_of_a_mapping(tmp_path: Path, name: str) -> None:
    (tmp_path / "map.csv").write_text(MAPPINGS[name], encoding="utf-8")
    reference = rttm(("ba", "lex"), ("no", "lex")) + rttm(("ka", "lex"), ("ti", "lex"), speaker="b")
    hypothesis = "".join(
        f"LEXEME f 1 {at} 0.5 {word} lex {speaker} 0.5\n"
        for at, word, speaker in (("0.0", "ba", "x"), ("0.0", "ka", "y"), ("1.0", "no", "x"), ("1.0", "xx", "y"))
    )
    agree("asclite", call(tmp_path, ("rttm", reference), ("rttm", hypothesis), "-spkr-align", "map.csv"), tmp_path)


@pytest.mark.parametrize("sure", ["0", "0.0000001", "1", "0.9999999", "2", "-1", "x", ""])
def test_confidences_at_their_ends(tmp_path: Path, sure: str) -> None:
    ctm = f"f 1 0.1 0.2 ba {sure}\nf 1 0.5 0.2 no 0.5\nf 1 0.8 0.2 ka 0.25\n"
    agree("asclite", call(tmp_path, ("stm", "f 1 a 0 1 ba no ti\n"), ("ctm", ctm)), tmp_path)


@pytest.mark.parametrize("options", [["-noisg"], ["-uem", "x.uem"], ["-noisg", "-uem", "x.uem", "both"]], ids=" ".join)
def test_utterances_have_no_times_to_be_left_out_by(tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "x.uem").write_text("f 1 0 1\n", encoding="utf-8")
    agree("asclite", call(tmp_path, ("trn", "ba no (s-1)\n"), ("trn", "ba ka (s-1)\n"), *options), tmp_path)


@pytest.mark.parametrize(("start", "end"), [("0", "1"), ("0.01", "0.5"), ("0.001", "0.5"), ("100000", "200000")])
def test_times_have_a_common_divisor(tmp_path: Path, start: str, end: str) -> None:
    """Costs by times are counted in as large a unit as divides them all."""
    head = RTTM_HEAD.replace("9 <NA>", "300000 <NA>").format("a")
    reference = f"{head}LEXEME f 1 {start} {end} ba lex a <NA>\nLEXEME f 1 {end} {end} no lex a <NA>\n"
    hypothesis = f"LEXEME f 1 {start} {end} ba lex a 0.5\nLEXEME f 1 {start} {end} ka lex a 0.5\n"
    agree("asclite", call(tmp_path, ("rttm", reference), ("rttm", hypothesis), "-time-base-cost"), tmp_path)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "said"),
    [
        (("rttm", "SPEAKER f 1 0 9\n"), ("rttm", ""), "ref.rttm:1: expected type, file, channel, start"),
        (("rttm", rttm(("ba", "lex"))), ("rttm", "LEXEME f 1 0 1 ba\n"), "hyp.rttm:1: expected type, file, channel"),
        (("stm", "f 1 a 0 1 ba\n\nf 1 a 2\n"), ("ctm", "f 1 0 1 ba\n"), "ref.stm:3: expected file, channel, speaker"),
        (("stm", "f 1 a 0 1 ba\n"), ("ctm", "f 1 0 1 ba\n\nf 1 2\n"), "hyp.ctm:3: expected file, channel, start"),
    ],
)
def test_lines_with_too_few_fields_are_named(
    tmp_path: Path, reference: tuple[str, str], hypothesis: tuple[str, str], said: str
) -> None:
    with pytest.raises(ScoreError, match=said):
        ours("asclite", call(tmp_path, reference, hypothesis), tmp_path)


def test_many_speakers_are_aligned_within_a_window_of_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.dropin.sctk.asclite.alignment.LEAST_MEMORY", 1 << 20)
    lines, heard = [], []
    for speaker in range(6):
        # All overlap, so that references alone have 41 ** 6 cells.
        words = [f"w{speaker}{index % 7}" for index in range(40)]
        lines.append(f"f 1 s{speaker} {speaker / 10} {40 + speaker / 10} {' '.join(words)}\n")
        heard += [(index + speaker / 10, word) for index, word in enumerate(words)]
    ctm = "".join(f"f 1 {start:.2f} 0.50 {word} 0.9\n" for start, word in sorted(heard))
    files = call(tmp_path, ("stm", "".join(lines)), ("ctm", ctm))[: -len(REPORTS)]
    options = ["-overlap-limit", "6", "-memory-limit", "0.001", "-memory-compression", "256", "-noisg", "-f", "3"]
    done = ours("asclite", [*files, *options, "-o", "sum", "stdout"], tmp_path)
    warning = rb"\[  WARN   \] Only words within \d+ ms are compared in .*: it has 1144775122081 cells\n"
    assert re.fullmatch(warning, done.complaints)
    assert b"| Sum/Avg |     6    240 |  100.0 " in done.output
