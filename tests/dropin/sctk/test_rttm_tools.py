"""The filters and the validator of RTTM files beside the originals."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from dropin.sctk.test_md_eval import Meeting
from programs import Call, Done, agree, agree_on_calls, ours, without_remarks
from speeches import Coarse

BROKEN = ["", "; x", ";; x", "SPEAKER f 1 1.0", "FOO f 1 1 1 <NA> <NA> a <NA>", "SPEAKER f 3 <NA> -1 x <NA> b 2"]
# Where records of one type begin at the same time, or several speakers speak, Perl's hashes decide.
WRAPPER = '#!/bin/sh\nexec {} "$@"\n'


def sort_lines(done: Done) -> Done:
    """What is printed, without its order, and without Perl's remarks."""
    done = without_remarks(done)
    return done._replace(output=b"".join(sorted(done.output.splitlines(keepends=True))))


def break_fields(rng: random.Random, line: str) -> str:
    fields = line.split()
    for _ in range(rng.choice([0, 0, 0, 0, 0, 0, 1, 2])):
        value = rng.choice(
            ["<NA>", "1", "2", "x", "-0.5", "1.5*", "lex", "speaker", "adult_male", "A.", "{_A_/_B_}", ".7"]
        )
        fields[rng.randrange(len(fields))] = value
    return " ".join(fields[: rng.choice([9, 9, 9, 9, 8, 10])])


def draw_rttm(rng: random.Random) -> str:
    kinds = rng.choice([{"words"}, {"words", "events"}, {"words", "events", "others"}, set()])
    lines = list(dict.fromkeys(Meeting(rng, ["f1", "g"][: rng.randint(1, 2)], kinds, "s").lines))
    if rng.random() < 0.5:
        lines = [break_fields(rng, line) for line in lines]
    if rng.random() < 0.2:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(BROKEN))
    if rng.random() < 0.3:
        lines.insert(0, f";; EXP-ID: {rng.choice(['x_bnews', 'CTS_1'])}")
    return "".join(f"{line}\n" for line in lines)


def draw_stm(rng: random.Random) -> str:
    lines = []
    for speaker in rng.sample(["anna", "bob", "excluded_region", "Inter_Segment_Gap"], rng.randint(1, 3)):
        time = rng.uniform(0, 2)
        sex = rng.choice(["male", "female", "unk", "unknown", "x"][: rng.choice([4, 4, 4, 5])])
        for _ in range(rng.randint(1, 9)):
            end = time + rng.uniform(0.1, 3)
            label = f"<o,{sex}>" if rng.random() < 0.8 else f"<o,f0,{sex}>"
            lines.append(f"talk 1 {speaker} {time:.2f} {end:.2f} {label} a b\n")
            time = end + rng.choice([0, 0.1, 0.3, 0.5, 1.2]) - rng.choice([0] * 30 + [0.5])
    return "".join(rng.sample(lines, len(lines)) if rng.random() < 0.3 else lines)


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call of each filter."""
    text = draw_rttm(rng)
    (folder / "f1.rttm").write_text(text, encoding="utf-8")
    (folder / "a.stm").write_text(draw_stm(rng), encoding="utf-8")
    source: tuple[list[str], bytes] = rng.choice([(["f1.rttm"], b""), ([], text.encode())])
    yield Call("rttmSort.pl", *source)
    yield Call("spkr2sad.pl", *source)
    yield Call("rttmSmooth.pl", rng.choice([[], ["-s", "1"], ["-s", "0.05"]]), text.encode())
    yield Call("rttm2ctm.pl", *rng.choice([(["-i", "f1.rttm", "-o", "x.ctm"], b""), ([], text.encode())]))
    options = [f"-{letter}" for letter in "usepfS" if rng.random() < 0.3]
    yield Call("rttmValidator.pl", [*options, "-i", "f1.rttm"])
    yield Call("stm2rttm.pl", ["-e", rng.choice(["rt02", "rt04s", "rt05s"]), "a.stm"])


# Records of a speaker in SUs from 0 to 2, 2 to 4 and 5 to 7: type, begin, duration and subtype.
INTERRUPTIONS = [
    "EDIT 0 1 repetition",
    "EDIT 0 1 repetition;IP 1 <NA> edit",
    "EDIT 0 1 repetition;IP 1 <NA> filler",
    "EDIT 0 1 repetition;IP 1.0004 <NA> edit",
    "EDIT 0 1 repetition;IP 1.02 <NA> edit",
    "FILLER 1 0.5 filled_pause",
    "FILLER 1 0.5 filled_pause;IP 1 <NA> filler",
    "FILLER 1 0.5 filled_pause;IP 1.5 <NA> filler",
    "FILLER 0 0.5 filled_pause;IP 0 <NA> filler",
    "EDIT 0 1 repetition;FILLER 1 0.5 filled_pause;IP 1 <NA> edit&filler",
    "EDIT 0 1 repetition;IP 1 <NA> edit&filler",
    "EDIT 0 1 repetition;EDIT 0.5 0.5 repetition;IP 1 <NA> edit",
    "EDIT 0 1 repetition;EDIT 0.5 0.5 repetition;IP 1 <NA> edit;IP 1 <NA> edit",
    "EDIT 1 1 repetition;IP 2 <NA> edit",
    "EDIT 3 1 repetition;IP 4 <NA> edit",
    "EDIT 1.5 1 repetition;IP 2.5 <NA> edit",
    "IP 1 <NA> edit",
    "IP 2 <NA> filler",
    "IP 4 <NA> edit;IP 4.5 <NA> edit",
    "EDIT 6 1 repetition;IP 7 <NA> edit",
    "IP 7 <NA> edit&filler;IP 0 <NA> edit",
]


@pytest.mark.parametrize("records", INTERRUPTIONS)
def test_the_validator_agrees_on_interruption_points(tmp_path: Path, records: str) -> None:
    """An edit ends at one, a filler begins at one; of either kind or both, within an SU or where two meet."""
    lines = ["SPKR-INFO f 1 <NA> <NA> <NA> adult_male s <NA>", "SPEAKER f 1 0.000 8.000 <NA> <NA> s <NA>"]
    lines += [f"SU f 1 {at} 2.000 <NA> statement s <NA>" for at in ("0.000", "2.000", "5.000")]
    lines += [f"LEXEME f 1 {at / 2:.3f} 0.500 w lex s <NA>" for at in range(14)]
    for record in records.split(";"):
        kind, begin, duration, subtype = record.split()
        length = duration if duration == "<NA>" else f"{float(duration):.3f}"
        lines.append(f"{kind} f 1 {float(begin):.4f} {length} <NA> {subtype} s <NA>")
    (tmp_path / "f.rttm").write_text("\n".join([*lines, ""]), encoding="utf-8")
    agree("rttmValidator.pl", ["-u", "-s", "-i", "f.rttm"], tmp_path, but=sort_lines)


@pytest.mark.parametrize("seed", range(40))
def test_the_originals_agree(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path, but=sort_lines)


@pytest.mark.parametrize("seed", range(20))
def test_the_originals_agree_where_times_are_equal(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(Coarse(seed), tmp_path), tmp_path, but=sort_lines)


@pytest.mark.parametrize("seed", range(10))
def test_words_are_given_to_those_who_speak_them(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    for name in ("rttmSmooth", "rttmSort"):
        tool = tmp_path / "tools" / name / f"{name}.pl"
        tool.parent.mkdir(parents=True)
        tool.write_text(WRAPPER.format(tool.name), encoding="utf-8")
        tool.chmod(0o755)
    turns, words, time = [], [], 0.0
    for _ in range(12):
        length = rng.uniform(0.5, 2)
        turns.append(f"SPEAKER f 1 {time:.2f} {length:.2f} <NA> <NA> s{rng.randint(1, 3)} <NA>\n")
        time += length + rng.uniform(0.05, 0.5)
    for number in range(30):
        kind = rng.choice(["lex", "lex", "fp"])
        words.append(f"f 1 {rng.uniform(0, time):.2f} 0.2 w{number} 0.5 {kind} x\n")
    turns += [f"SPKR-INFO f 1 <NA> <NA> <NA> unknown s{number} <NA>\n" for number in (1, 2, 3)]
    (tmp_path / "r").write_text("".join(turns), encoding="utf-8")
    (tmp_path / "c").write_text(";; x\n" + "".join(words), encoding="utf-8")
    agree("mergectm2rttm.pl", ["-r", "r", "--ctmfile", "c", "-p", "tools"], tmp_path, but=sort_lines)


CALLS = [
    *(
        "rttmSort.pl no",
        "rttmSort.pl bad",
        "rttmSort.pl twice",
        "rttmSmooth.pl -x",
        "rttmSmooth.pl -s",
        "rttm2ctm.pl -i no",
    ),
    *(
        "rttm2ctm.pl -i bad -o out",
        "rttm2ctm.pl -o no/x -i info",
        "spkr2sad.pl no",
        "spkr2sad.pl words",
        "spkr2sad.pl info",
    ),
    *(
        "stm2rttm.pl",
        "stm2rttm.pl -e x",
        "stm2rttm.pl -e rt02 no",
        "stm2rttm.pl -e rt02 short",
        "stm2rttm.pl -e rt04s both",
    ),
    *("stm2rttm.pl -e rt05s overlap", "stm2rttm.pl --evaluation rt05s both", "mergectm2rttm.pl", "mergectm2rttm.pl -v"),
    *("mergectm2rttm.pl -h", "mergectm2rttm.pl -r info", "mergectm2rttm.pl -c c", "mergectm2rttm.pl -r no -c no"),
    *(
        "mergectm2rttm.pl -r info -c no",
        "rttmValidator.pl",
        "rttmValidator.pl -h",
        "rttmValidator.pl -i no",
        "rttmValidator.pl -t -i info",
    ),
]


@pytest.mark.parametrize("call", CALLS)
def test_the_originals_agree_on_arguments_and_what_is_wrong(tmp_path: Path, call: str) -> None:
    info = "SPKR-INFO f 1 <NA> <NA> <NA> unknown a <NA>\n"
    for name, text in {
        "bad": "LEXEME f 1 0 1 a lex a 0.5\nx\n", "twice": info + info, "info": info,
        "words": "LEXEME f 1 0 1 a lex a 0.5\n",
        "short": "f 1", "both": "f 1 a 0 1 <o,male> x\nf 1 a 2 3 <o,female> x\n",
        "overlap": "f 1 a 0 2 <o,male> x\nf 1 a 1 3 <o,male> x\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text, encoding="utf-8")
    name, *arguments = call.split()
    agree(name, arguments, tmp_path, but=without_remarks)


def test_names_that_are_no_patterns_are_names(tmp_path: Path) -> None:
    # The original takes names of speakers and files for patterns, and dies of some.
    text = "SPKR-INFO (f 1 <NA> <NA> <NA> unknown *a <NA>\nSPEAKER (f 1 0 1 <NA> <NA> *a <NA>\n"
    (tmp_path / "(f.rttm").write_text(text, encoding="utf-8")
    done = ours("rttmValidator.pl", ["-t", "-i", "(f.rttm"], tmp_path)
    assert (done.code, done.output) == (0, b"")


def test_words_are_merged_without_the_tools_of_the_original(tmp_path: Path) -> None:
    (tmp_path / "r").write_text(
        "SPKR-INFO f 1 <NA> <NA> <NA> unknown a <NA>\nSPEAKER f 1 0 1 <NA> <NA> a <NA>\n", encoding="utf-8"
    )
    (tmp_path / "c").write_text("f 1 0.1 0.2 w 0.5 lex x\n", encoding="utf-8")
    done = ours("mergectm2rttm.pl", ["-r", "r", "-c", "c"], tmp_path)
    assert done.output.splitlines()[2:] == [b"SPEAKER f 1 0.1 0.2 <NA> <NA> a <NA>", b"LEXEME f 1 0.1 0.2 w lex a 0.5"]
