"""hubscr.pl beside the original, each with its own sclite and sc_stats: every file, every message."""

import random
import re
from pathlib import Path

import pytest

from programs import SCTK, Done, needs, ours, theirs

DATE = re.compile(rb"(creation_date=|Creation date: )\"[^\"]*\"")
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
    "arabic": ["السلام", "آه", "أهلا", "كتابٌ", "شكرًا", "إلى", "بيت", "نهر"],
}
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    needs("hubscr.pl")
    return tmp_path


def write(folder: Path, language: str, seed: int) -> None:
    words = VALID if language == "english" and seed % 2 else WORDS[language]
    stm, systems = corpus(random.Random(seed), language, words)
    encoding = "gb2312" if language == "mandarin" else "utf-8"
    for name, text in {"ref.stm": stm, "r.glm": RULES[language], **systems}.items():
        (folder / name).write_bytes(text.encode(encoding))
    (folder / "sub").mkdir(exist_ok=True)


def undated(done: Done) -> Done:
    return done._replace(files={name: DATE.sub(rb'\1"DATE"', data) for name, data in done.files.items()})


def spoken(complaints: bytes) -> bytes:
    """Without Perl's own remarks, and what the shell says of a crash."""
    lines = complaints.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b"Use of uninit", b'Argument "', b"sh: ")))


def same(folder: Path, words: list[str]) -> Done:
    expected, done = undated(theirs("hubscr.pl", words, folder)), undated(ours("hubscr.pl", words, folder))
    expected = expected._replace(complaints=spoken(expected.complaints))
    assert done.output == expected.output
    assert done._replace(complaints=spoken(done.complaints)) == expected, words
    return done


CALLS = [
    f"-p {SCTK} -V -l english -h hub5 -g r.glm -r ref.stm one.ctm",  # as Kaldi's recipes
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
]


@pytest.mark.parametrize("call", CALLS)
def test_the_original_agrees(folder: Path, call: str) -> None:
    language = next((name for name in RULES if name in call.lower()), "english")
    write(folder, language, CALLS.index(call))
    same(folder, call.split())


def test_a_filter_that_fails_leaves_no_file(folder: Path) -> None:
    write(folder, "english", 0)
    (folder / "ref.stm").write_text(HEAD + "a A s 0 1 <O> so ( long\n", encoding="utf-8")
    done = same(folder, ["-V", "-l", "english", "-h", "hub5", "-g", "r.glm", "-r", "ref.stm", "one.ctm"])
    assert (done.code, done.files) == (255, {})


def test_sclite_that_fails_ends_the_run(folder: Path) -> None:
    write(folder, "english", 0)
    (folder / "ref.stm").write_text("a_1 A s 0 1 <O,F> so\n", encoding="utf-8")
    assert same(folder, ["-V", "-l", "english", "-h", "hub5", "-g", "r.glm", "-r", "ref.stm", "one.ctm"]).code == 1


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
def test_the_original_agrees_on_arguments(folder: Path, words: str) -> None:
    write(folder, "english", 0)
    same(folder, words.split())


def test_systems_without_words_are_refused_where_the_original_crashes(folder: Path) -> None:
    # Without -d and a lexicon nothing passes def_art.pl, and the original's sclite crashes on what is left.
    write(folder, "arabic", 0)
    words = ["-V", "-v", "-l", "arabic", "-h", "hub5", "-g", "r.glm", "-r", "ref.stm", "one.ctm"]
    crash, done = theirs("hubscr.pl", words, folder), ours("hubscr.pl", words, folder)
    assert b"Error: SCLITE execution failed" in crash.complaints
    assert (done.code, done.output.startswith(crash.output.rstrip(b"\n"))) == (1, True)
    assert b"one.ctm.filt: nothing to score" in done.complaints
    assert b"Error: SCLITE execution failed" in done.complaints
    assert done.files.keys() == {"one.ctm.filt", "ref.stm.filt"}
    assert done.files["one.ctm.filt"] == crash.files["one.ctm.filt"] == b""


def test_a_path_with_blanks_is_refused(folder: Path) -> None:
    write(folder, "english", 0)
    same(folder, ["-p", "a b", *BASE.split(), "-r", "ref.stm", "one.ctm"])


UNSUPPORTED = ["-a", "-a -f rttm -h sastt", "-f rttm", "-F rttm", "-d -l german -L r.glm"]


@pytest.mark.parametrize("words", UNSUPPORTED)
def test_what_needs_other_programs_is_refused_before_anything_is_written(folder: Path, words: str) -> None:
    write(folder, "english", 0)
    done = ours("hubscr.pl", [*BASE.split(), *words.split(), "-r", "ref.stm", "one.ctm"], folder)
    assert (done.code, done.output, done.files) == (1, b"", {})
    assert done.complaints.startswith(b"Error: not supported: this evaluation needs ")


@pytest.mark.parametrize("verb", ["sortCTM", "sortSTM"])
def test_the_sorters_agree(folder: Path, verb: str) -> None:
    for data in (
        b"f 1 3  1 x\nf 1 0.5 1 y\n ;; c\n\n g A 3 1 z\nf\t1 0.1 2 q",
        b"f 1 s 3  1 x\nf 1 r 0.5 1 y\n ;; c\n\n g A r 3 1 z\nf\t1 s 0.1 2 q\n",
        b"f 1 1e1 1 x\nf 1 9 1 x\nf 1 09 1 y\nf  1 2 1 x\n;;\n",
    ):
        expected, done = theirs("hubscr.pl", [verb], folder, data), ours("hubscr.pl", [verb], folder, data)
        assert done == expected._replace(complaints=spoken(expected.complaints))
