"""hubscr.pl beside the original, each with its own sclite and sc_stats: every file, every message."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dropin.sctk.test_align2html import told
from dropin.sctk.test_asclite import COMPRESSED, SPEAKERS, Meeting, order_pairs
from programs import COPIED, Call, Done, agree, agree_on_calls, ours, theirs, without

RULES = {
    "english": """;; rules
* CASE_SENSITIVE = 'F'
UH => (%HESITATION) / [ ] __ [ ]
CAN'T => [{CAN'T / CAN NOT}] / [ ] __ [ ]
OKAY => O. K. / [ ] __ [ ]
;; INPUT_DEPENDENT_APPLICATION = "hyp"
LAUGHTER => / [ ] __ [ ]
""",
    "mandarin": ";; rules\n嗯 => [ %HESITATION ]\n电话号码 => 电话 号码\n",
    "german": ";; rules\näh => (%HESITATION) / [ ] __ [ ]\nbahnsteig => gleis / [ ] __ [ ]\n",
    "arabic": ";; rules\nآه => [(%HESITATION)] / [ ] __ [ ]\nالسلام => سلام / [ ] __ [ ]\n",
}
WORDS = {
    "english": [
        "uh",
        "can't",
        "okay",
        "well-known",
        "the",
        "sea",
        "sees",
        "frag-",
        "(so)",
        "laughter",
        "i'm",
        "x.",
        "boat",
    ],
    "mandarin": ["嗯", "电话号码", "你", "好", "x-ray", "OK", "天", "气", "地"],
    "german": ["äh", "hausbahn", "bahnhof", "Bahnhöfe", "bahnshof", "steig", "bahnsteig", "(so)", "bahn-", "haus-"],
    "arabic": ["السلام", "آه", "أهلا", "كتابٌ", "شكرًا", "إلى", "بيت", "نهر"],
}
COMPOUNDS = "bahn_hof\nhaus noun\nbahn\nhof\nsteig_bahn\nhöfe\nhöfe_haus\n"
# Those that the check of filtered files lets pass.
VALID = ["uh", "okay", "sea", "sees", "i'm", "o'clock", "boat", "well-known"]
HEAD = ';; CATEGORY "0" "" ""\n;; LABEL "O" "Overall" "All"\n'


def corpus(rng: random.Random, language: str, words: list[str]) -> tuple[str, dict[str, str]]:
    """References, and two systems that mishear them; the system's words carry scores, and one is always wrong."""
    stm: list[str] = []
    systems: dict[str, list[str]] = {"one.ctm": [";; out\n"], "two.ctm": []}
    for utterance in range(rng.randint(3, 6)):
        text = rng.choices(words, k=rng.randint(2, 6))
        file, channel = rng.choice(["a_1", "b_2"]), rng.choice("AB")
        start = 10 * utterance
        stm.append(f"{file} {channel} {file}_{channel} {start}.00 {start + 8}.00 <O> {' '.join(text)}\n")
        for lines in systems.values():
            heard = [word if rng.random() < 0.7 else rng.choice(words) for word in text if rng.random() < 0.9]
            for place, word in enumerate([*heard, "zzz"]):
                score = f"0.{rng.randint(10, 99)}" + ("" if words is VALID else rng.choice(["", " lex", " fp spk"]))
                lines.append(f"{file} {channel} {start + place}.25 0.50 {word.strip('()')} {score}\n")
    for lines in (stm, *systems.values()):
        # Mandarin is expected in order.
        lines.sort() if language == "mandarin" else rng.shuffle(lines)
    return HEAD + "".join(stm), {name: "".join(lines) for name, lines in systems.items()}


def write(folder: Path, language: str, rng: random.Random, words: list[str] | None = None) -> None:
    stm, systems = corpus(rng, language, words or WORDS[language])
    encoding = {"mandarin": "gb2312", "german": "latin-1"}.get(language, "utf-8")
    more = {"lex": COMPOUNDS} if language == "german" else {}
    for name, text in {"ref.stm": stm, "r.glm": RULES[language], **systems, **more}.items():
        (folder / name).write_bytes(text.encode(encoding))
    (folder / "sub").mkdir(exist_ok=True)


# Perl's own remarks, and what the shell says of a crash.
spoken = without(b"Use of uninit", b'Argument "', b"sh: ")


def same(folder: Path, words: list[str]) -> Done:
    return agree("hubscr.pl", words, folder, but=spoken)


CALLS = [
    "-p SCTK -V -l english -h hub5 -g r.glm -r ref.stm one.ctm",  # as Kaldi's recipes
    "-V -v -l english -h hub4 -g r.glm -r ref.stm one.ctm two.ctm",
    r"-V -v -l English -h RT-STT -n sub/all -e words -g r.glm -r ref.stm one.ctm\#first two.ctm\#\#sub/two",
    "-l english -h hub5 -g r.glm -r ref.stm one.ctm",
    "-v -l english -h hub5 -g r.glm -r ref.stm one.ctm two.ctm",
    "-V -l english -h hub5 -w r.glm -L lexicon -g r.glm -r ref.stm one.ctm",
    "-V -v -l mandarin -h hub5 -g r.glm -r ref.stm one.ctm two.ctm",
    "-l mandarin -h hub5 -g r.glm -r ref.stm one.ctm",
    "-V -v -d -l arabic -h hub5 -g r.glm -r ref.stm one.ctm",
    "-v -d -H -T -l arabic -h hub5 -g r.glm -r ref.stm one.ctm two.ctm",
    "-V -v -L r.glm -l arabic -h hub5 -g r.glm -r ref.stm one.ctm",
    "-V -l spanish -h hub5 -g r.glm -r ref.stm one.ctm",
    "-V -v -l italian -h hub5 -g r.glm -r ref.stm one.ctm",
    "-V -v -d -l german -L lex -h hub5 -g r.glm -r ref.stm one.ctm two.ctm",
    "-V -d -l German -L lex -h rt-stt -g r.glm -r ref.stm one.ctm",
    "-v -d -l german -h hub5 -g r.glm -r ref.stm one.ctm",
    "-d -l german -L none -h hub5 -g r.glm -r ref.stm one.ctm",
]


def draw(rng: random.Random, folder: Path, number: int) -> Iterator[Call]:
    """One of the calls, with a corpus in its language."""
    call = CALLS[number]
    language = next((name for name in RULES if name in call.lower()), "english")
    write(folder, language, rng, VALID if language == "english" and number % 2 else None)
    yield Call("hubscr.pl", call.split())


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_the_original_agrees(tmp_path: Path, number: int) -> None:
    for call in draw(random.Random(number), tmp_path, number):
        same(tmp_path, call.arguments)


MEETINGS = [
    "-V -v -a -l english -h rt-stt -g r.glm -r ref.stm hyp.ctm",
    r"-V -v -a -G -C -B 64 -o 2 -m 1:2 -l english -h hub5 -g r.glm -r ref.stm hyp.ctm\#title\#sub/x",
    "-V -v -a -G -l english -h sastt -f rttm -F rttm -g r.glm -r ref.rttm hyp.rttm",
    "-V -v -a -G -o 1 -l english -h sastt -f rttm -u x.uem -g r.glm -r one.stm hyp.rttm",
]


def undated(done: Done) -> Done:
    """Without dates, what Perl itself says, the order of lines of a page, and what asclite says of compression."""
    done = told(spoken(done))
    files = {name: data for name, data in done.files.items() if not name.endswith(COPIED)}
    for name, data in files.items():
        if name.endswith(".csv"):
            files[name] = order_pairs(COMPRESSED.sub(b"", data))
        elif name.endswith(".mdeval"):
            files[name] = re.sub(rb"run on .* Version|/\S*/(?=md-eval)", b"", data)
    return done._replace(files=files)


def settled(done: Done) -> Done:
    """With what follows Perl's hashes or the original's memory in a fixed order, too."""
    done = undated(done)
    listed = (".csv", ".rttm", ".rttm.filt")
    files = {
        name: b"\n".join(sorted(data.splitlines())) if name.endswith(listed) else data
        for name, data in done.files.items()
    }
    return done._replace(files=files)


def draw_meeting(rng: random.Random, folder: Path, number: int) -> Iterator[Call]:
    """A call that has asclite score a meeting."""
    write(folder, "english", rng)
    meeting = Meeting(rng)
    # One speaker does not overlap with himself; rttmSort.pl takes no letters for channels.
    turns = [
        f"{segment[0]} {segment[1]} spA {3 * index} {3 * index + 2} <o> ba no\n"
        for index, segment in enumerate(meeting.segments)
    ]
    info = "".join(f"SPKR-INFO f1 1 <NA> <NA> <NA> unknown {name} <NA>\n" for name in ["x", "y", *SPEAKERS])
    texts = {
        "ref.stm": meeting.write_stm(),
        "hyp.ctm": meeting.write_ctm(),
        "ref.rttm": info + meeting.write_reference_rttm(),
        "hyp.rttm": info + meeting.write_rttm(),
        "one.stm": "".join(turns),
        "x.uem": "f1 A 0 99\nf1 B 0 99\nf2 A 0 99\nf1 1 0 99\n",
    }
    texts = {
        name: text.replace(" A ", " 1 ").replace(" B ", " 2 ").replace(" misc ", " other ")
        for name, text in texts.items()
    }
    texts["x.uem"] = "".join(sorted({line + "\n" for line in texts["x.uem"].splitlines()}))
    for name, text in texts.items():
        (folder / name).write_text(text)
    yield Call("hubscr.pl", MEETINGS[number].split())


@pytest.mark.parametrize("number", range(len(MEETINGS)))
def test_the_original_agrees_on_meetings(tmp_path: Path, number: int) -> None:
    agree_on_calls(draw_meeting(random.Random(f"meeting {number}"), tmp_path, number), tmp_path, but=settled)


def test_a_filter_that_fails_leaves_no_file(tmp_path: Path) -> None:
    write(tmp_path, "english", random.Random(0))
    (tmp_path / "ref.stm").write_text(HEAD + "a A s 0 1 <O> so ( long\n", encoding="utf-8")
    done = same(tmp_path, ["-V", "-l", "english", "-h", "hub5", "-g", "r.glm", "-r", "ref.stm", "one.ctm"])
    assert (done.code, done.files) == (255, {})


def test_sclite_that_fails_ends_the_run(tmp_path: Path) -> None:
    write(tmp_path, "english", random.Random(0))
    (tmp_path / "ref.stm").write_text("a_1 A s 0 1 <O,F> so\n", encoding="utf-8")
    assert same(tmp_path, ["-V", "-l", "english", "-h", "hub5", "-g", "r.glm", "-r", "ref.stm", "one.ctm"]).code == 1


BASE = "-l english -h hub5 -g r.glm"
WRONG = [
    *(
        "",
        "-x",
        "-g",
        "-g nofile",
        "-g r.glm",
        "-l klingon -g r.glm",
        "-H -l english -g r.glm",
        "-T -l english -g r.glm",
    ),
    *("-o 3 -l english -g r.glm", "-m 3 -l english -g r.glm", "-m x", "-m 2:1 -g r.glm", "-a -l arabic -g r.glm"),
    *("-l english -g r.glm", "-l english -h foo -g r.glm", BASE, f"{BASE} -r nofile", f"{BASE} -r ref.stm"),
    *(
        f"{BASE} -r ref.stm nofile",
        "-l german -h hub5 -g r.glm -r ref.stm one.ctm",
        f"{BASE} -M x -w x -r ref.stm one.ctm",
    ),
    *(
        f"{BASE} -M x -r ref.stm one.ctm",
        f"{BASE} -w x -r ref.stm one.ctm",
        "-l english -h sastt -g r.glm -r ref.stm one.ctm",
    ),
    *("-l english -h sastt -f rttm -g r.glm -r ref.stm one.ctm", f"{BASE} -V -f foo -r ref.stm one.ctm"),
    f"{BASE} -V -K lm -r ref.stm one.ctm",
]


@pytest.mark.parametrize("words", WRONG)
def test_the_original_agrees_on_arguments(tmp_path: Path, words: str) -> None:
    write(tmp_path, "english", random.Random(0))
    same(tmp_path, words.split())


def test_systems_without_words_are_refused_where_the_original_crashes(tmp_path: Path) -> None:
    # Without -d and a lexicon nothing passes def_art.pl, and the original's sclite crashes on what is left.
    write(tmp_path, "arabic", random.Random(0))
    words = ["-V", "-v", "-l", "arabic", "-h", "hub5", "-g", "r.glm", "-r", "ref.stm", "one.ctm"]
    crash, done = theirs("hubscr.pl", words, tmp_path), ours("hubscr.pl", words, tmp_path)
    assert b"Error: SCLITE execution failed" in crash.complaints
    assert (done.code, done.output.startswith(crash.output.rstrip(b"\n"))) == (1, True)
    assert b"one.ctm.filt: nothing to score" in done.complaints
    assert b"Error: SCLITE execution failed" in done.complaints
    assert done.files.keys() == {"one.ctm.filt", "ref.stm.filt"}
    assert done.files["one.ctm.filt"] == crash.files["one.ctm.filt"] == b""


def test_what_def_art_prints_goes_down_the_chain(tmp_path: Path) -> None:
    # def_art.pl reports what it cannot split on standard output, the chain's next input (seen with SCTK 2.4.10).
    (tmp_path / "r.glm").write_text(";; rules\n[zz] => [qq] / [ ] __ [ ]\n")
    (tmp_path / "lex").write_text("qil+kitAb\tXX\t1\t2\til+kitAb+article:noun\n")
    (tmp_path / "ref.stm").write_text(HEAD + "f A spk 0 1 <o> XX yy\n")
    (tmp_path / "one.ctm").write_text("f A 0.1 0.2 XX\nf A 0.4 0.2 yy\n")
    words = ["-V", "-l", "arabic", "-h", "hub5", "-L", "lex", "-g", "r.glm", "-r", "ref.stm", "one.ctm"]
    filtered = ours("hubscr.pl", words, tmp_path).files["ref.stm.filt"]
    assert filtered.startswith(b"HELP il+kitAb+article qil+kitAb XX 1 2 il+kitAb+article:noun\n;; CATEGORY")


def test_a_path_with_blanks_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "english", random.Random(0))
    same(tmp_path, ["-p", "a b", *BASE.split(), "-r", "ref.stm", "one.ctm"])


@pytest.mark.parametrize("verb", ["sortCTM", "sortSTM"])
def test_the_sorters_agree(tmp_path: Path, verb: str) -> None:
    for data in (
        b"f 1 3  1 x\nf 1 0.5 1 y\n ;; c\n\n g A 3 1 z\nf\t1 0.1 2 q",
        b"f 1 s 3  1 x\nf 1 r 0.5 1 y\n ;; c\n\n g A r 3 1 z\nf\t1 s 0.1 2 q\n",
        b"f 1 1e1 1 x\nf 1 9 1 x\nf 1 09 1 y\nf  1 2 1 x\n;;\n",
    ):
        expected, done = theirs("hubscr.pl", [verb], tmp_path, data), ours("hubscr.pl", [verb], tmp_path, data)
        assert done == spoken(expected)
