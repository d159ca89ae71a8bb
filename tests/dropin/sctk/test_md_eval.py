"""md-eval.pl beside the original, on random meetings with words, metadata events and regions."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mondegreen.dropin.emulation.perl_sort import sort_as_perl
from mondegreen.dropin.sctk.md_eval.bipartite import match_speakers
from mondegreen.dropin.sctk.md_eval.metadata import pair_events
from mondegreen.dropin.sctk.md_eval.records import Token
from programs import Call, Done, agree, agree_on_calls, ours, without_remarks
from speeches import Coarse

WORDS = ["a", "b", "uh", "the", "um-hmm", "mm-hmm", "foo-bar", "cat-", "-dog", "x-y-z", "don't"]
LEXEMES = ["lex"] * 6 + ["fp", "frag", "un-lex", "for-lex", "alpha", "interjection"]
EVENTS = {
    "EDIT": "repetition restart revision simple complex",
    "FILLER": "filled_pause discourse_marker explicit_editing_term",
    "IP": "edit filler edit&filler",
    "SU": "statement question incomplete unannotated backchannel",
    "CB": "clausal coordinating",
    "A/P": "<NA>",
}
OTHERS = ["NOSCORE <NA>", "NO_RT_METADATA <NA>", "NON-LEX laugh", "NON-LEX cough", "NON-SPEECH noise", "SEGMENT eval"]
GENDERS = ["adult_male", "adult_female", "child", "unknown"]
FILES = ["fA", "f.b", "CALL"]
GLM = "* x\n;; y\ndon't => do not / [ ] __ [ ]\nthe => [x]\ncat- => cat\n"
FLAGS = {"w": 0.3, "W": 0.2, "x": 0.2, "o": 0.2, "1": 0.25, "e": 0.2, "d": 0.2, "D": 0.3, "m": 0.3, "v": 0.2, "n": 0.05}
VALUES = {
    "-c": (0.4, "0.25 0 0.1 1"), "-a": (0.4, "c f cf gs cfgs S"), "-A": (0.3, "c f cf"), "-u": (0.4, "x.uem"),
    "-g": (0.2, "g.glm"), "-t": (0.15, "0.5 2"), "-T": (0.15, "0.2 3"), "-l": (0.15, "1 4.5"), "-p": (0.1, "3 20 .5"),
    "-P": (0.1, "3 0.5"), "-Y": (0.3, "MIN NONE FRAG FRAG_UNLEX"), "-M": (0.1, "map.csv"),
}  # fmt: skip


class Meeting:
    """The records of one side."""

    def __init__(self, rng: random.Random, files: list[str], kinds: set[str], prefix: str) -> None:
        self.rng, self.kinds = rng, kinds
        self.lines: list[str] = []
        for file in files:
            for channel in "12"[: rng.choice([1, 1, 2])]:
                self.where = f"{file} {channel}"
                self.channel([f"{prefix}{number}" for number in range(rng.randint(1, 4))])
        if rng.random() < 0.5:
            rng.shuffle(self.lines)

    def add(self, kind: str, begin: float, length: float | None, words: str) -> None:
        times = f"{begin:.2f} {'<NA>' if length is None else f'{length:.2f}'}"
        self.lines.append(f"{kind} {self.where} {times} {words} <NA>")

    def channel(self, speakers: list[str]) -> None:
        if self.rng.random() < 0.6:
            named = [speaker for speaker in speakers if self.rng.random() < 0.8]
            info = f"SPKR-INFO {self.where} <NA> <NA> <NA>"
            self.lines += [f"{info} {self.rng.choice(GENDERS)} {speaker} <NA>" for speaker in named]
        end = self.rng.uniform(5, 30)
        for speaker in speakers:
            self.speaker(speaker, end)
        for _ in range(self.rng.choice([0, 0, 1, 3]) if "others" in self.kinds else 0):
            kind, subtype = self.rng.choice(OTHERS).split()
            begin = self.rng.choice([self.rng.uniform(0, end), float(self.rng.randint(0, int(end)))])
            self.add(kind, begin, self.rng.uniform(0, 3), f"<NA> {subtype} <NA>")

    def speaker(self, speaker: str, last: float) -> None:
        time = self.rng.uniform(0, 2)
        while time < last:
            begin = round(time, 2)
            length = round(self.rng.choice([self.rng.uniform(0.1, 4), self.rng.randint(1, 3)]), 2)
            if self.rng.random() < 0.7:
                self.add("SPEAKER", begin, length, f"<NA> <NA> {speaker}")
                self.fill(speaker, begin, length)
            # Now and then someone speaks twice at a time.
            time = begin + (length + self.rng.choice([0, self.rng.uniform(0, 2)]) if self.rng.random() < 0.95 else 0)

    def fill(self, speaker: str, begin: float, length: float) -> None:
        time = begin
        while time < begin + length and "words" in self.kinds:
            share = self.rng.uniform(0.1, 0.6)
            self.add("LEXEME", time, share, f"{self.rng.choice(WORDS)} {self.rng.choice(LEXEMES)} {speaker}")
            time += share
        for _ in range(self.rng.randint(0, 3) if "events" in self.kinds else 0):
            kind = self.rng.choice(list(EVENTS))
            offset = self.rng.uniform(0, length)
            rest = None if kind in {"IP", "CB"} else self.rng.uniform(0, length - offset)
            self.add(kind, begin + offset, rest, f"<NA> {self.rng.choice(EVENTS[kind].split())} {speaker}")


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call."""
    kinds = {"others", *rng.choice([("words", "events"), ("words", "events"), ("words",), ()])}
    files = FILES[: rng.randint(1, 3)]
    for name, used, mine, prefix in (
        ("r.rttm", files, kinds, "s"),
        ("s.rttm", files[: rng.randint(1, 3)], kinds - {"others"}, "x"),
    ):
        lines = Meeting(rng, used, mine, prefix).lines
        (folder / name).write_text("\n".join(["; a comment", *lines, ""]), encoding="utf-8")
    regions = []
    for file in files:
        for channel in "12":
            time = 0.0
            for _ in range(rng.randint(0, 3)):
                begin = time + rng.choice([0, rng.uniform(0, 4)])
                time = round(begin + rng.uniform(1, 12), 2)
                regions.append(f"/d/{file}.sph {channel} {begin:.2f} {time:.2f}\n")
    (folder / "x.uem").write_text("".join(regions), encoding="utf-8")
    (folder / "g.glm").write_text(GLM, encoding="utf-8")
    options = [f"-{flag}" for flag, chance in FLAGS.items() if rng.random() < chance]
    for option, (chance, values) in VALUES.items():
        if rng.random() < chance:
            options += [option, rng.choice(values.split())]
    yield Call("md-eval.pl", ["-r", "r.rttm", "-s", "s.rttm", *options])


def without_chance(done: Done) -> Done:
    """Leaves out Perl's remarks, and what the order of its hashes decides: of time, what is missed or false by type."""
    table = re.compile(rb"^  REF\\SYS \(seconds\).*?(?=^---)", re.MULTILINE | re.DOTALL)
    last_cell = re.compile(rb"^  FALSE ALARM.*|[^%\n]*%$", re.MULTILINE)
    output = table.sub(lambda found: last_cell.sub(b"", found[0]), done.output)
    return without_remarks(done)._replace(output=output)


@pytest.mark.parametrize("seed", [*range(40), 43, 47, 51, 74, 83, 106])
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    compared = agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path, but=without_chance)
    assert compared in ([True], [False])


@pytest.mark.parametrize("seed", range(40))
def test_the_original_agrees_where_times_are_equal(tmp_path: Path, seed: int) -> None:
    compared = agree_on_calls(draw(Coarse(seed), tmp_path), tmp_path, but=without_chance)
    assert compared in ([True], [False])


RECORD = "SPEAKER f 1 {} {} <NA> <NA> {} <NA>\n"
PLAIN = RECORD.format(0, 2, "a") + RECORD.format(2, 1.5, "b") + RECORD.format(1, 4, "c")
ARGUMENTS = [
    *("", "-h", "-r r", "-s r", "-r r -R r -s r", "-r r -s r -S r", "-r no -s r", "-r r -s no", "-R no -s r"),
    *("-r r -s r -c -1", "-r r -s r -l 0", "-r r -s r -W -l 0.5", "-r r -s r -y X", "-r r -s r -Y X", "-r r -s r -z X"),
    *("-r r -s r -Z X", "-r r -s r -u no", "-r r -s r -g no", "-r r -s r -q", "-rr -sr -c0.25", "-r r -s r -M no/x"),
    *(
        "-R list -S list",
        "-r r -s r -u short",
        "-r r -s r -u empty",
        "-r r -s r -u overlap",
        "-r r -s bad",
        "-r few -s r",
    ),
    "-r stars -s r",
    *("-r twice -s r", "-r negative -s r", "-r r -s r -w", "-r events -s r", "-r r -s r -W", "-r r -s r -u far -c 1"),
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_original_agrees_on_arguments_and_what_is_wrong(tmp_path: Path, arguments: str) -> None:
    info = "SPKR-INFO f 1 <NA> <NA> <NA> child a <NA>\n"
    for name, text in {
        "r": PLAIN, "list": "r\n", "short": "f 1 0\n", "empty": "f 1 3 3\n", "overlap": "f 1 0 3\nf 1 2 4\n",
        "bad": RECORD.replace("<NA> <NA>", "<NA> x", 1), "few": "SPEAKER f 1\n", "twice": info + info,
        "negative": RECORD.format(0, -1, "a"), "events": "EDIT f 1 0 1 <NA> simple a <NA>\n", "far": "f 1 90 91\n",
        "stars": PLAIN.replace(" 2 1.5 ", " 2* 1.5* "),
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text, encoding="utf-8")
    agree("md-eval.pl", arguments.split(), tmp_path, but=without_chance)


def test_a_beam_that_leaves_no_path_maps_nothing(tmp_path: Path) -> None:
    # The original has no end.
    words = "".join(f"LEXEME f 1 {time} 0.5 w{time} lex a <NA>\n" for time in range(5))
    (tmp_path / "r").write_text(PLAIN + words, encoding="utf-8")
    (tmp_path / "s").write_text("LEXEME f 1 90 1 x lex a <NA>\n", encoding="utf-8")
    done = ours("md-eval.pl", ["-r", "r", "-s", "s", "-w", "-d", "-p", "0"], tmp_path)
    assert done.code == 255
    (tmp_path / "s").write_text("LEXEME f 1 2 1 x lex a <NA>\n", encoding="utf-8")
    done = ours("md-eval.pl", ["-r", "r", "-s", "s", "-w", "-d", "-p", "0"], tmp_path)
    assert (done.code, done.complaints) == (0, b"")


@pytest.mark.parametrize("option", ["-v", "-e"])
def test_a_channel_without_records_of_the_system_is_shown(tmp_path: Path, option: str) -> None:
    # The original dies of lists that it does not find.
    (tmp_path / "r").write_text(PLAIN + "LEXEME f 1 0 1 x lex a <NA>\n", encoding="utf-8")
    (tmp_path / "s").write_text("", encoding="utf-8")
    done = ours("md-eval.pl", ["-r", "r", "-s", "s", option], tmp_path)
    assert done.code == 0
    assert b"MISSED SPEAKER TIME =      7.50 secs (100.0 percent" in done.output


def test_words_that_are_no_patterns_are_words(tmp_path: Path) -> None:
    # The original takes each word for a pattern, and dies of some.
    for name, kind in (("r", "lex"), ("s", "frag")):
        word = "(b" if name == "r" else "(b-"
        (tmp_path / name).write_text(PLAIN + f"LEXEME f 1 0 1 {word} {kind} a <NA>\n", encoding="utf-8")
    done = ours("md-eval.pl", ["-r", "r", "-s", "s", "-w", "-d"], tmp_path)
    assert b"   1   -   -   0               (b lex" in done.output


def test_equal_matchings_are_decided_as_by_the_original() -> None:
    assert match_speakers({}) == {}
    assert match_speakers({b"a": {b"x": 1.0, b"y": 1.0}, b"b": {b"x": 1.0, b"y": 1.0}}) == {b"a": b"x", b"b": b"y"}
    assert match_speakers({b"a": {b"x": 3.0, b"y": 2.0}, b"b": {b"x": 2.0}}) == {b"a": b"y", b"b": b"x"}


@pytest.mark.parametrize("seed", range(20))
def test_a_matching_has_the_greatest_sum(seed: int) -> None:
    from itertools import permutations

    rng = random.Random(seed)
    rows, columns = [b"%d" % number for number in range(rng.randint(1, 4))], b"a b c d".split()[: rng.randint(1, 4)]
    overlaps = {row: {column: rng.randint(1, 9) / 4 for column in columns if rng.random() < 0.8} for row in rows}

    def add_up(mapping: dict[bytes, bytes]) -> float:
        return sum(overlaps[row].get(column, 0.0) for row, column in mapping.items())

    padded = [*columns, *rows]
    best = max(add_up(dict(zip(rows, order, strict=False))) for order in permutations(padded, len(rows)))
    assert add_up(match_speakers(overlaps)) == best


@pytest.mark.parametrize("size", [0, 1, 2, 5, 40, 300])
def test_a_consistent_order_is_python_s(size: int) -> None:
    rng = random.Random(size)
    items = [(rng.randrange(1 + size // 2), number) for number in range(size)]
    for given in (items, sorted(items), sorted(items, reverse=True)):
        assert sort_as_perl(given, lambda one, two: one[0] - two[0]) == sorted(given, key=lambda item: item[0])


def test_what_is_mapped_across_another_is_said(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """In the columns of the original's printf; words behind the last reference have a gap less."""
    first, second, third = (
        Token(b"LEXEME", b"f", b"1", at, 0.5, word, b"sub", b"spk", word_type=b"lex")
        for at, word in ((1.0, b"a"), (2.0, b"b"), (3.0, b"c"))
    )
    refs = [Token(b"LEXEME", b"f", b"1", at, 0.25, b"r", b"rsub", b"ref", word_type=b"lex") for at in (1.5, 2.5)]
    refs[0].mapped, refs[1].mapped, first.mapped, third.mapped = second, first, refs[1], refs[0]
    expected = [(None, first), (refs[0], second), (None, third)]
    for kind in (b"MD", b"word"):
        pairs = list(pair_events(refs[:1], [first, second, third], kind))
        assert pairs == expected
        assert list(pair_events(refs, [first, second], kind)) == expected[:2]
    lines = capsysbinary.readouterr().out.decode().splitlines()
    words, subtypes = [f"{name:>16} lex    " for name in "abcr"], [f"{name:>16} LEXEME " for name in ("sub", "rsub")]
    gap, speakers = " " * 18, [f"{name:16} " for name in ("spk", "ref")]
    unexpected, missing = " " * 44 + "UNEXPECTED MAPPED SYS MD:  ", " " * 40 + "SYS MD NOT FOUND FOR REF MD:   "
    word, lacking = f"{'UNEXPECTED MAPPED SYS WORD:':>71}", f"{'SYS WRD NOT FOUND FOR REF WRD:':>71}"
    assert [*map(str.rstrip, lines)] == [
        line.rstrip()
        for line in (
            f"{unexpected}{subtypes[0]}    1.00    1.50 {speakers[0]}",
            f"{unexpected}{subtypes[0]}    3.00    3.50 {speakers[0]}",
            f"{unexpected}{subtypes[0]}    1.00    1.50 {speakers[0]}",
            f"{missing}{subtypes[1]}    2.50    2.75 {speakers[1]}",
            f"{word}{words[0]}{gap}    1.00    0.50 {speakers[0]}",
            f"{word}{words[2]}    3.00    0.50 {speakers[0]}",
            f"{word}{words[0]}{gap}    1.00    0.50 {speakers[0]}",
            f"{lacking}{words[3]}{gap}    2.50    0.25 {speakers[1]}",
        )
    ]
