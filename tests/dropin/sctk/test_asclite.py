"""asclite beside the original: random references and hypotheses in all formats, with all options."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mondegreen.errors import ScoreError
from programs import Call, Done, agree, agree_on_calls, ours

WORDS = ["ba", "ba", "no", "Ti", "tibe", "kari", "be-", "-ri", "(ba)", "(no)", "ka_ri"]
# Insertions of the kind that a hypothesis has.
NOISE = ["ba", "no", "kari", "tib-", "(uh)", "@x"]
SPEAKERS = ["spA", "spB", "s_c", "Inter_Segment_Gap"]
HEADING = "File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap"


class Meeting:
    """What some people say: segments with their words, and a hypothesis with times."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.segments: list[tuple[str, str, str, int, int, list[str]]] = []
        self.heard: list[tuple[str, str, int, int, str]] = []
        speakers = rng.sample(SPEAKERS[:3], rng.randint(1, 3)) + SPEAKERS[3:] * (rng.random() < 0.05)
        for file, channel in rng.choice([[("f1", "1")], [("f1", "1")], [("f2", "A"), ("f1", "A"), ("f1", "B")]]):
            self.talk(file, channel, speakers)

    def talk(self, file: str, channel: str, speakers: list[str]) -> None:
        rng = self.rng
        time = {speaker: rng.randrange(0, 300, 10) for speaker in speakers}
        for _ in range(rng.randint(1, 5)):
            speaker = rng.choice(speakers)
            words = rng.choices(WORDS, k=rng.choice([0, 1, 2, 3, 3, 4]))
            start = time[speaker] + rng.choice([0, 0, 100, 500])
            end = start + 200 * len(words) + rng.choice([50, 130])
            time[speaker] = end if rng.random() < 0.95 else end - 60
            self.segments.append((file, channel, speaker, start, end, words))
            for index, word in enumerate(words):
                self.hear(file, channel, start + 200 * index, word)
        if rng.random() < 0.3:
            self.hear(file, channel, max(time.values()) + 400, "no")

    def hear(self, file: str, channel: str, start: int, word: str) -> None:
        rng = self.rng
        heard = {0: [], 1: [rng.choice(NOISE)], 2: [word, rng.choice(NOISE)]}.get(rng.randrange(12), [word])
        for each in heard:
            begin = max(0, start + rng.randrange(-80, 80, 10))
            self.heard.append((file, channel, begin, rng.randrange(50, 220, 10), each))

    def write_stm(self) -> str:
        lines = [';; LABEL "o" "Overall" "All of it"', ';; CATEGORY "0" "" ""'] if self.rng.random() < 0.3 else []
        for file, channel, speaker, start, end, words in self.segments:
            label = self.rng.choice([" <o,f0>", "", ""])
            text = " ".join(self.branch(words)) if self.rng.random() < 0.95 else "IGNORE_TIME_SEGMENT_IN_SCORING"
            lines.append(f"{file} {channel} {speaker} {start / 1000:.2f} {end / 1000:.2f}{label} {text}")
        return "\n".join([*lines, ""])

    def branch(self, words: list[str]) -> list[str]:
        """The words, with alternations but at the beginning, where an empty one lets the original crash."""
        out = []
        for index, word in enumerate(words):
            form = self.rng.randrange(12)
            other = " ".join(self.rng.choices(WORDS, k=self.rng.randint(1, 2)))
            out.append({0: f"{{ {word} / {other} }}", 1: f"{{{word}/@}}" if index else word}.get(form, word))
        return out

    def write_ctm(self) -> str:
        lines, sure = [], self.rng.random() < 0.8
        for file, channel, start, duration, word in sorted(self.heard):
            shown = f"{file} {channel} {start / 1000:.2f} {duration / 1000:.2f} {word}"
            confidence = f" {self.rng.random():.3f}" if sure or self.rng.random() < 0.5 else ""
            lines.append(shown + confidence)
            if self.rng.random() < 0.05:
                place = f"{file} {channel} * *"
                lines[-1:] = [f"{place} <ALT_BEGIN>", lines[-1], f"{place} <ALT>", lines[-1], f"{place} <ALT_END>"]
                lines.append(f"{file} {channel} {(start + duration) / 1000:.2f} 0.05 end 0.5")
        return "\n".join([*lines, ""])

    def write_reference_rttm(self) -> str:
        lines = []
        for file, channel, speaker, start, end, words in self.segments:
            times = f"{start / 1000:.2f} {(end - start) / 1000:.2f}"
            lines.append(f"SPEAKER {file} {channel} {times} <NA> <NA> {speaker} <NA>")
            for index, word in enumerate(words):
                kind = self.rng.choice(["lex", "lex", "lex", "fp", "frag", "misc"])
                where = f"{file} {channel} {(start + 200 * index) / 1000:.2f} 0.18"
                lines.append(f"LEXEME {where} {word} {kind} {speaker} <NA>")
        return "\n".join([*lines, ""])

    def write_rttm(self) -> str:
        sure, lines = self.rng.random() < 0.9, []
        for file, channel, start, duration, word in sorted(self.heard):
            kind = self.rng.choice(["lex", "lex", "lex", "fp", "un-lex", "misc"])
            confidence = f"{self.rng.random():.2f}" if sure or self.rng.random() < 0.8 else "<NA>"
            times = f"{start / 1000:.2f} {duration / 1000:.2f}"
            lines.append(f"LEXEME {file} {channel} {times} {word} {kind} {self.rng.choice(['x', 'y'])} {confidence}")
        return "\n".join([*lines, ""])

    def write_mapping(self) -> str:
        rows = [f"f1,1,{speaker},{own},mapped,1.0" for speaker, own in zip(SPEAKERS, "xy", strict=False)]
        return "\n".join([HEADING, *rows, "f1,1,spB,z,notmapped,1.0", ""])

    def write_uem(self) -> str:
        """Times of a channel, so that not all references are left out, and perhaps others."""
        end = max(segment[4] for segment in self.segments)
        rows = [f"f1 1 0 {end / 2000:.3f}", "f1 A 9 8", "f2 A 0.1 0.9", "f1"]
        return "\n".join(
            [";; times", f"f {self.segments[0][1]} 0 9.5", *self.rng.sample(rows, self.rng.randint(0, 2)), ""]
        )


def draw_trn(rng: random.Random) -> tuple[str, str]:
    """Utterances of both sides, in orders of their own."""
    meeting = Meeting(rng)
    sides: list[list[str]] = [[], []]
    for number, (*_, speaker, _, _, words) in enumerate(meeting.segments):
        heard = [word for word in words if rng.random() < 0.9] + rng.choices(NOISE[:-1], k=rng.randint(0, 1))
        for side, text in zip(sides, (words, heard), strict=True):
            side.append(f"{' '.join(meeting.branch(text))} ({speaker}{rng.choice('_-')[:1]}{number})")
    names = [line[line.rindex("(") :] for line in sides[0]]
    sides[1] = [line[: line.rindex("(")] + name for line, name in zip(sides[1], names, strict=True)]
    rng.shuffle(sides[1])
    return "\n".join([*sides[0], ""]), "\n".join([*sides[1], "more (of-it)", ""])


def draw_options(rng: random.Random, *, timed: bool, formats: str) -> list[str]:
    choices = [["-F"], ["-D"], ["-D", rng.choice(["ref", "hyp", "both", "none"])], ["-s"], ["-wordalign-cost"]]
    if timed:
        choices += [["-adaptive-cost"], ["-time-prune", rng.choice(["0", "100", "500"])], ["-noisg"]]
        choices += [["-word-time-align", rng.choice(["0", "100", "500"])], ["-overlap-limit", rng.choice("12")]]
        choices += [["-spkrautooverlap", "ref"], ["-only-SG", "30"], ["-overlap-min", "2"]]
        choices += [["-difficulty-limit", "0.00000005"], ["-uem", "x.uem", rng.choice(["ref", "hyp", "both"])]]
        choices += [["-memory-limit", "0.0000001"], ["-memory-limit", "0.0000001", "-memory-compression", "16"]]
    if formats == "rttm rttm":
        choices += [["-time-base-cost"], ["-spkr-align", "map.csv"]] * 3
    return [word for option in rng.sample(choices, rng.choice([0, 1, 1, 2, 3])) for word in option]


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call with its files."""
    formats = rng.choice(["trn trn", "stm ctm", "stm ctm", "stm rttm", "rttm rttm"])
    reference, hypothesis = formats.split()
    meeting = Meeting(rng)
    if reference == "trn":
        texts = draw_trn(rng)
    else:
        texts = (
            meeting.write_stm() if reference == "stm" else meeting.write_reference_rttm(),
            meeting.write_ctm() if hypothesis == "ctm" else meeting.write_rttm(),
        )
    names = [f"ref.{reference}", f"hyp.{hypothesis}"]
    for name, text in zip(
        [*names, "x.uem", "map.csv"], [*texts, meeting.write_uem(), meeting.write_mapping()], strict=True
    ):
        (folder / name).write_text(text)
    options = draw_options(rng, timed=reference != "trn", formats=formats)
    level = rng.choice(["0", "4", "4", "5", "6", "7"])
    reports = rng.choice([["sum", "rsum", "sgml", "stdout"], ["sgml", "sum"]])
    if {"-only-SG", "-overlap-min", "-uem"} & {*options}:  # perhaps nothing is aligned, and sgml crashes
        reports = ["rsum", "sum", "stdout"]
    files = ["-r", names[0], reference, "-h", names[1], hypothesis]
    yield Call("asclite", [*files, *options, "-f", level, "-o", *reports])


def draw_generic(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call without a reference: several hypotheses, all alike."""
    meeting = Meeting(rng)
    words = []
    for number in range(rng.choice([1, 2, 2, 3, 4])):
        others = Meeting(rng)
        others.heard = [each for each in meeting.heard + others.heard[:4] if rng.random() < 0.8] or meeting.heard
        kind = rng.choice(["ctm", "ctm", "rttm"])
        name = f"{number}.{kind}"
        text = others.write_ctm() if kind == "ctm" else others.write_rttm().replace("kari", "{_ba_/_no_ti_/_ba_ti_}")
        (folder / name).write_text(text)
        words += ["-h", name, kind, *rng.choice([[], [f"s{number}"], ["same"] * (rng.random() < 0.2)])]
    (folder / "x.uem").write_text(meeting.write_uem())
    choices = [["-F"], ["-D"], ["-D", rng.choice(["ref", "hyp", "none"])], ["-s"], ["-time-base-cost"], ["-noisg"]]
    choices += [["-uem", "x.uem", "hyp"], ["-memory-limit", "0.0000001"], ["-r", "none.stm", "stm"], ["-only-SG", "60"]]
    choices += [["-difficulty-limit", "0.00000002"], ["-spkrautooverlap", rng.choice(["ref", "hyp"])]]
    options = [word for option in rng.sample(choices, rng.choice([0, 1, 1, 2, 3])) for word in option]
    output = rng.choice([[], ["-o", "sum", "stdout"], ["-O", "out"]])
    (folder / "out").mkdir(exist_ok=True)
    yield Call("asclite", ["-generic-cost", *words, *options, *output, "-f", rng.choice(["0", "4", "5", "6", "7"])])


# Which pairs of a group come first depends on where the original's memory is.
PAIRED = re.compile(rb"^\[ALIGNMENT\] YES,.*\n", re.MULTILINE)
# Nothing is compressed here.
COMPRESSED = re.compile(rb"^\[  DEBUG  \] (?:Compress|Garbage collection).*\n", re.MULTILINE)


def order_pairs(log: bytes) -> bytes:
    """A log with the lines of pairs at its end, in a fixed order."""
    return PAIRED.sub(b"", log) + b"".join(sorted(PAIRED.findall(log)))


def drop_compression(done: Done) -> Done:
    """Without what is said of compressed memory."""
    return done._replace(complaints=COMPRESSED.sub(b"", done.complaints))


def ordered(done: Done) -> Done:
    """With the lines of pairs in a fixed order, and without what is said of compressed memory."""
    done = drop_compression(done)
    return done._replace(complaints=order_pairs(done.complaints))


@pytest.mark.parametrize("seed", [*range(180), 291])
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(f"asclite {seed}"), tmp_path), tmp_path, but=ordered)


@pytest.mark.parametrize("seed", range(80))
def test_the_original_agrees_without_a_reference(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw_generic(random.Random(f"generic {seed}"), tmp_path), tmp_path, but=drop_compression)


STM = "f 1 a 0 1 ba no\nf 1 b 0.5 2 no\n"
CTM = "f 1 0.1 0.2 ba 0.5\nf 1 0.4 0.2 no 0.5\nf 1 0.8 0.2 no 0.5\n"
FILES = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm"]
TURN = "SPEAKER f 1 0 1 <NA> <NA> a <NA>\nLEXEME f 1 0.1 0.2 ba lex a <NA>\n"
HEARD = "LEXEME f 1 0.1 0.2 {} lex {} 0.5\n"


def write(folder: Path, reference: str = STM, hypothesis: str = CTM, kinds: tuple[str, str] = ("stm", "ctm")) -> None:
    for name, text in zip(("ref", "hyp"), (reference, hypothesis), strict=True):
        (folder / f"{name}.{kinds[name == 'hyp']}").write_text(text)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["-h"],
        ["-r", "ref.stm", "stm"],
        [*FILES, "-x"],
        ["-h", "hyp.ctm", "title"],
        ["-r", "ref.stm", "x", "-h", "hyp.ctm", "ctm", "title"],
        [*FILES[:3], "-h", "hyp.ctm", "trn"],
        [*FILES, "-time-base-cost"],
        [*FILES, "-o"],
        [*FILES, "-o", "sum", "pra"],
        [*FILES, "-o", "sum", "sum", "rsum", "rsum", "stdout"],
        [*FILES, "-o", "sum", "sum", "rsum", "stdout"],
        [*FILES, "-threads", "0"],
        [*FILES, "-overlap-limit", "-s"],
        [*FILES, "-f"],
        [*FILES, "-f", "-s", "-l", "9", "-threads", "2", "-spkrmap", "-i", "x"],
        [*FILES, "-O", "nowhere"],
        [*FILES, "-D", "neither"],
        [*FILES, "-uem", "none.uem"],
        [*FILES, "-spkr-align", "ref.stm"],
        [*FILES[:-2], "none.ctm", "ctm"],
        ["-generic-cost"],
        ["-generic-cost", "-noisg", "-r", "ref.stm", "-x"],
        ["-generic-cost", "-h", "hyp.ctm", "-f", "5"],
        ["-generic-cost", *FILES, "-O", "nowhere"],
        ["-generic-cost", "-r", "ref.stm", "trn", "-uem", "none.uem", "hyp", *FILES[3:]],
        [*FILES[3:], "-h", "none.ctm", "ctm", "-generic-cost"],
        [*FILES[3:], "title", *FILES[3:], "-generic-cost", "-D", "neither"],
    ],
    ids=" ".join,
)
def test_the_command_line_is_read_alike(tmp_path: Path, arguments: list[str]) -> None:
    write(tmp_path)
    agree("asclite", arguments, tmp_path)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "options", "said"),
    [
        (STM + "f 1 a 3\n", CTM, [], "ref.stm:3: expected file, channel, speaker, start and end, found 4 fields"),
        (STM, "f 1 0 1\n", [], "hyp.ctm:1: expected file, channel, start, duration and word, found 4 fields"),
        (STM, "f 1 0 1 <ALT>\nf 1 0 1 ba\n", [], "hyp.ctm:2: an alternative has no beginning"),
        (STM, CTM, ["-only-SG", "1", "-o", "sgml"], "no segments were aligned, and a report in sgml needs some"),
        (STM, CTM, ["-uem", "x.uem", "-f", "0"], "ref.stm: no segment of the reference is left to be aligned"),
        (
            "f 1 a 0 1 " + "{ a / " * 300 + "b" + " }" * 300,
            CTM,
            [],
            "ref.stm:1: alternations lie within others more than 200 times",
        ),
    ],
)
def test_what_crashes_the_original_is_refused(
    tmp_path: Path, reference: str, hypothesis: str, options: list[str], said: str
) -> None:
    write(tmp_path, reference, hypothesis)
    (tmp_path / "x.uem").write_text("g 1 0 1\n")
    with pytest.raises(ScoreError, match=re.escape(said)):
        ours("asclite", [*FILES, *options], tmp_path)


# Kinds of files, what is in them, and options.
ODD = {
    "times that are no stretch": ("stm ctm", STM, CTM, ["-uem", "empty.uem"]),
    "gaps that are there": ("stm ctm", STM + "f 1 inter_segment_gap 2 3\n", CTM + "f 1 2.5 0.1 no\n", ["-f", "5"]),
    "another recording": ("stm ctm", STM, CTM + "g 1 0.1 0.2 ba\n", []),
    "another channel": ("stm ctm", STM, CTM + "f 2 0.1 0.2 ba\n", []),
    "another recording without gaps": ("stm ctm", STM, CTM + "g 1 0.1 0.2 ba\n", ["-noisg"]),
    "other ids": ("trn trn", "a b (s_1)\n", "a c (s_1)\n", ["-i", "wsj"]),
    "ids with both signs": ("trn trn", "a b (s-t_1)\nc (x)\n", "a c (s-t_1)\nc (x)\n", ["-f", "6"]),
    "a quote in a word": ("rttm rttm", TURN, HEARD.format('b"a', "x"), []),
    "a word of nobody": (
        "rttm rttm",
        TURN + "LEXEME f 1 0.5 0.2 no lex c <NA>\n",
        HEARD.format("ba", "x"),
        ["-f", "1"],
    ),
    "a word of nobody's first": ("rttm rttm", "LEXEME f 1 0.5 0.2 no lex a <NA>\n" + TURN, HEARD.format("ba", "x"), []),
    "nothing that was heard": ("rttm rttm", TURN, HEARD.format("ba", "x").replace(" lex ", " misc "), []),
    "a turn of no time": ("stm ctm", STM + "f 1 a 3 3 ba\n", CTM, ["-noisg"]),
    "a turn that ends before it begins": ("stm ctm", STM + "f 1 a 4 3 ba\n", CTM, ["-noisg"]),
    "a word beyond": ("stm ctm", STM, CTM + "f 1 7.5 0.2 no 0.5\n", ["-noisg"]),
    "words between turns": ("stm ctm", STM + "f 1 a 8 9 ba\n", CTM + "f 1 7.5 0.2 no 0.5\n", ["-f", "4"]),
}


@pytest.mark.parametrize("name", ODD)
def test_the_original_agrees_on_what_does_not_belong_together(tmp_path: Path, name: str) -> None:
    kinds, reference, hypothesis, options = ODD[name]
    one, other = kinds.split()
    write(tmp_path, reference, hypothesis, (one, other))
    (tmp_path / "empty.uem").write_text(";; f 1 0 1\nf 1 2 1\nf 1\n")
    agree(
        "asclite",
        ["-r", f"ref.{one}", one, "-h", f"hyp.{other}", other, "-o", "stdout", *options],
        tmp_path,
        but=ordered,
    )


@pytest.mark.parametrize("kind", ["ctm", "rttm"])
@pytest.mark.parametrize("sides", ["ref", "hyp", "both"])
@pytest.mark.parametrize("stretches", ["1 6", "0 5", "0 2;3 6", "2 4", "0 1;2 3;5 6", "0 6", "0.5 1.5"])
def test_words_beside_those_that_a_uem_leaves_out_follow_each_other(
    tmp_path: Path, kind: str, sides: str, stretches: str
) -> None:
    """Six turns of a word each, at the beginning, in the middle or at the end outside of the times."""
    said, heard = ["ba", "no", "ka", "ti", "ba", "no"], ["ba", "ti", "no", "ka", "no", "ti"]
    turns = [f"f 1 {'ab'[at % 2]} {at} {at + 1} {word}\n" for at, word in enumerate(said)]
    words = [
        f"f 1 {at}.2 0.5 {word} 0.5\n" if kind == "ctm" else f"LEXEME f 1 {at}.2 0.5 {word} lex {'xxyxyy'[at]} 0.5\n"
        for at, word in enumerate(heard)
    ]
    write(tmp_path, "".join(turns), "".join(words), ("stm", kind))
    (tmp_path / "x.uem").write_text("".join(f"f 1 {each}\n" for each in stretches.split(";")))
    options = ["-uem", "x.uem", sides, "-f", "6", "-o", "rsum", "stdout"]
    agree("asclite", [*FILES[:3], "-h", f"hyp.{kind}", kind, *options], tmp_path, but=ordered)


def test_a_word_without_duration_ends_an_alignment_of_hypotheses(tmp_path: Path) -> None:
    write(tmp_path, hypothesis="f 1 0.5 0 ba\nf 1 0.5 0.2 no\n")
    assert agree("asclite", ["-generic-cost", *FILES[3:], "-f", "5"], tmp_path).code == 6


def test_hypotheses_alone_have_no_speakers_of_a_reference(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "map.csv").write_text(f"{HEADING}\n")
    done = agree("asclite", ["-generic-cost", *FILES[3:], "-spkr-align", "map.csv", "-noisg"], tmp_path)
    assert (done.code, done.output) == (4, b"")
    assert done.complaints.startswith(b"[  ERROR  ] -spkr-align needs a reference!\n")


@pytest.mark.parametrize("option", [["-uem", "x.uem"], ["-uem", "x.uem", "both"], ["-spkrautooverlap"]])
def test_filters_of_both_sides_are_those_of_hypotheses(tmp_path: Path, option: list[str]) -> None:
    # The original means them to be, and crashes.
    write(tmp_path)
    (tmp_path / "x.uem").write_text("f 1 0 0.7\n")
    files = ["-generic-cost", *FILES[3:], "-o", "stdout"]
    found = agree("asclite", [*files, *option], tmp_path)
    assert found == agree("asclite", [*files, *option[:2], "hyp"], tmp_path)
    assert found.output.count(b"<putative") == (2 if option[0] == "-uem" else 3)


def test_nothing_is_aligned_where_a_uem_names_nothing(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "x.uem").write_text("g 1 0 1\n")
    with pytest.raises(ScoreError, match=r"^no segment of the hypotheses is left to be aligned$"):
        ours("asclite", ["-generic-cost", *FILES[3:], "-uem", "x.uem", "hyp"], tmp_path)


def test_blank_lines_are_no_words(tmp_path: Path) -> None:
    # The original takes the line before once more.
    write(tmp_path)
    plain = ours("asclite", [*FILES, "-f", "0"], tmp_path)
    write(tmp_path, STM.replace("\n", "\n\n"), CTM.replace("\n", "\n \n"))
    assert ours("asclite", [*FILES, "-f", "0"], tmp_path) == plain


def test_a_missing_utterance_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a (s-1)\nb (s-2)\n", "a (s-1)\n", ("trn", "trn"))
    with pytest.raises(ScoreError, match=r"^hyp.trn: no utterance \(s-2\), which the reference has$"):
        ours("asclite", ["-r", "ref.trn", "-h", "hyp.trn"], tmp_path)


def test_one_hypothesis_is_aligned_in_a_run(tmp_path: Path) -> None:
    write(tmp_path)
    done = ours("asclite", [*FILES, *FILES[3:]], tmp_path)
    assert done.code == 4
    assert done.complaints.startswith(b"[  ERROR  ] Only one hypothesis can be aligned in a run!\n")


def test_an_alternation_at_the_beginning_may_be_skipped(tmp_path: Path) -> None:
    # The original prints this and crashes at its end.
    write(tmp_path, "{ a / @ } b (s-1)\n{ a / b / @ } c (s-2)\n", "b (s-1)\na c (s-2)\n", ("trn", "trn"))
    done = ours("asclite", ["-r", "ref.trn", "-h", "hyp.trn", "-o", "sgml", "stdout", "-f", "0"], tmp_path)
    assert (done.code, re.findall(rb"[CSDI],.*", done.output)) == (0, [b'C,"b","b"', b'C,"a","a":C,"c","c"'])


@pytest.mark.parametrize("gaps", [[], ["-noisg"]])
def test_a_segment_without_duration_is_of_no_group(tmp_path: Path, gaps: list[str]) -> None:
    write(tmp_path, "f 1 a 0.01 0.11 ba\nf 1 b 2.12 2.12 a c\n", "f 1 0.05 0.1 ba\nf 1 1.3 0.1 a\nf 1 4.6 1.5 a\n")
    agree("asclite", [*FILES, *gaps, "-overlap-min", "0", "-o", "sum", "sgml", "stdout"], tmp_path)
