"""sc_stats against the original on random systems, and what the original cannot do."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours
from speeches import hypothesis, reference, sgml

RUNS = 100
TESTS = ["mapsswe", "sign", "wilc", "mcn", "anovar", "std4", "mapsswe_seg"]
REPORTS = ["sum", "rsum", "es", "res", "prn", "lur"]
GRAPHS = ["range", "grange", "grange2", "det"]


def random_systems(rng: random.Random, folder: Path, *, labelled: bool) -> bytes:
    """Some systems that sclite scored on the same reference."""
    text, segments = reference(rng, labelled=labelled, longest=rng.choice([3, 9, 20]))
    (folder / "ref.stm").write_text(text, encoding="latin-1")
    confident = rng.random()
    title = rng.choice(["s", "system_number_", "a/b", "x" * rng.randint(1, 16)])
    systems = []
    for number in range(rng.choice([1, 2, 2, 3, 3, 4, 6])):
        errors = rng.choice([0.05, 0.1, 0.2, 0.4, 0.7, 1.0])
        heard = hypothesis(rng, segments, confident=rng.random() < confident, errors=errors)
        (folder / "hyp.ctm").write_text(heard, encoding="latin-1")
        options = [option for option in ("-F", "-D", "-s") if rng.random() < 0.3]
        systems.append(sgml(folder, f"{title}{number}", *options))
    return b"".join(systems)


def random_arguments(rng: random.Random, systems: bytes, *, labelled: bool) -> list[str]:
    """Some options; none that let the original read memory that is not its own."""
    arguments = ["-p"]
    speakers = len(set(re.findall(rb'<SPEAKER id="([^"]*)"', systems)))
    tests = [test for test in TESTS if test != "anovar" or systems.count(b"<SYSTEM ") <= speakers]
    # Where a system heard a word that may be left out, and has none for it, the original's prn mostly crashes.
    loose = b'C,"",' in systems and rng.random() < 0.9
    reports = [each for each in REPORTS if (each != "lur" or labelled) and (each != "prn" or not loose)]
    for option, names, chance in (("-t", tests, 0.8), ("-r", reports, 0.6), ("-g", GRAPHS, 0.5)):
        if rng.random() < chance:
            arguments += [option, *rng.sample(names, rng.randint(1, 4))]
    asked = {"-t", "-g"} & set(arguments)
    arguments += ["-u"] if asked and rng.random() < 0.4 else []
    overflows = {"sign", "std4"} & set(arguments)  # the heap, if the sign test is verbose
    arguments += ["-v"] if rng.random() < (0.1 if overflows else 0.6) else []
    for option, values, chance in (
        ("-e", ["Eval", "A much longer test name", ""], 0.3),
        ("-n", ["Ens", "-", "x"], 0.5),
        ("-O", ["out", "nowhere", "."], 0.3),
        ("-f", ["0", "1"], 0.2),
        ("-l", ["60", "80", "140"], 0.3),
    ):
        arguments += [option, rng.choice(values)] if rng.random() < chance else []
    return arguments


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call with some systems."""
    labelled = rng.random() < 0.5
    systems = random_systems(rng, folder, labelled=labelled)
    for name in ("out", "a"):
        (folder / name).mkdir()
    yield Call("sc_stats", random_arguments(rng, systems, labelled=labelled), systems)


@pytest.mark.parametrize("seed", range(RUNS))
def test_random_systems_are_compared_alike(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "-x",
        "-p -x",
        "-p stray -x",  # the first word that is no option ends them
        "-t",
        "-r",
        "-g",
        "-f",
        "-O",
        "-n",
        "-e",
        "-l",
        "-a",
        "-a -p",
        "-a file -p",
        "-p -t bogus -r npr bogus -g bogus",
        "-p -t sign sign -r sum none -g det det",  # twice is not at all
        "-p -f W",
        "-w -x",
    ],
)
def test_arguments_are_taken_and_refused_alike(tmp_path: Path, line: str) -> None:
    agree("sc_stats", line.split(), tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        b"stray\n",
        b'<SPEAKER id="s">\n',
        b'<SYSTEM title="t">\n</SPEAKER>\n',
        b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="u" word_cnt="1">\nX,"a","b"\n</PATH>\n',
        # Items are looked at line by line, and not only where their path ends.
        b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="u" word_cnt="1">\nX,"a","b"\n',
        b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="u" word_cnt="1">\nC,"a","a":S,"b",\n',
        b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="u" word_cnt="1">\nX,"a","b"\n</SPEAKER>\n',
        b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="u" word_cnt="1">\nX,"a","b"\n<x',
        b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="u" word_cnt="1">\nX,"a","b"\n<PATH id="v">\n</PATH>\n',
    ],
)
def test_sgml_that_cannot_be_read_is_told_of_alike(tmp_path: Path, text: bytes) -> None:
    agree("sc_stats", ["-p"], tmp_path, text)


def system(title: str, *items: str, speaker: str = "s") -> bytes:
    """A system with an utterance for each list of items."""
    head = '<PATH id="({}-{})" word_cnt="{}" sequence="{}" word_aux="h_conf">\n{}\n</PATH>\n'
    paths = [head.format(speaker, at, text.count(":") + 1, at, text) for at, text in enumerate(items)]
    return f'<SYSTEM title="{title}">\n<SPEAKER id="{speaker}">\n{"".join(paths)}</SPEAKER>\n</SYSTEM>\n'.encode()


RIGHT, WRONG = 'C,"a","a",0.9', 'S,"a","b",0.8'


def test_nothing_to_compare_is_said(tmp_path: Path) -> None:
    """The original crashes."""
    done = ours("sc_stats", ["-p", "-t", "std4"], tmp_path)
    assert done.code == 1
    assert done.complaints.startswith(b"sc_stats: nothing to compare")
    assert done.files == {}


@pytest.mark.parametrize("tag", [b'<PATH id="', b'<PATH id="u\n', b'<PATH id="u>\n', b'<PATH id="u" word_cnt="2'])
def test_a_value_without_its_end_is_refused(tmp_path: Path, tag: bytes) -> None:
    # The original reads on in the memory behind the line, and mostly refuses it as well.
    done = ours("sc_stats", ["-p", "-r", "es"], tmp_path, b'<SYSTEM title="t">\n<SPEAKER id="s">\n' + tag)
    assert (done.code, done.files) == (1, {})
    assert b"Unable to parse SGML tag '" + tag + b"'" in done.complaints


@pytest.mark.parametrize("options", ["-t sign", "-t wilc", "-t wilc -v", "-t anovar", "-t anovar -u", "-g range"])
def test_systems_without_speakers_are_compared_alike(tmp_path: Path, options: str) -> None:
    agree(
        "sc_stats",
        ["-p", *options.split()],
        tmp_path,
        b'<SYSTEM title="a">\n</SYSTEM>\n<SYSTEM title="b">\n</SYSTEM>\n',
    )


@pytest.mark.parametrize("options", ["-t sign -v", "-g grange", "-g grange2"])
def test_systems_without_speakers_have_no_means(tmp_path: Path, options: str) -> None:
    # The original crashes on these, or does so by the length of titles.
    systems = b'<SYSTEM title="a">\n</SYSTEM>\n<SYSTEM title="b">\n</SYSTEM>\n'
    done = ours("sc_stats", ["-p", *options.split()], tmp_path, systems)
    assert (done.code, done.output.endswith(b"Successful Completion\n")) == (0, True)


@pytest.mark.parametrize("test", ["mapsswe", "mapsswe_seg"])
def test_systems_without_errors_do_not_differ(tmp_path: Path, test: str) -> None:
    """The original crashes where there are no segments with errors."""
    done = ours("sc_stats", ["-p", "-t", test, "-u"], tmp_path, system("one", RIGHT) + system("two", RIGHT))
    assert done.code == 0
    if test == "mapsswe":
        assert re.search(rb"\| +~ +1\.000 +\|", done.files["Ensemble.stats.unified"])
    else:
        assert b"|      10     |     0.000      |" in done.output


def test_short_titles_do_not_stop_a_verbose_sign_test(tmp_path: Path) -> None:
    """The original writes behind the end of its memory."""
    done = ours("sc_stats", ["-p", "-t", "sign", "-v"], tmp_path, system("a", RIGHT, WRONG) + system("b", RIGHT, RIGHT))
    assert done.code == 0
    assert b"[a - b]" in done.files["Ensemble.stats.sign"]


def test_utterances_that_a_system_lacks_are_left_out(tmp_path: Path) -> None:
    done = ours("sc_stats", ["-p", "-t", "mcn", "-v"], tmp_path, system("a", RIGHT, WRONG) + system("b", WRONG))
    assert done.code == 0
    assert done.complaints == b"Warning: Speaker's 's' path '(s-1)' in system 'a' is not in system 'b'\n"
    assert b"corr     0          1" in done.files["Ensemble.stats.mcn"]


def test_utterances_are_those_of_a_name_in_whatever_order(tmp_path: Path) -> None:
    """Right and wrong change places between the systems, unless utterances go by their places."""
    one = system("a", RIGHT, speaker="s").removesuffix(b"</SYSTEM>\n")
    both = one + system("", WRONG, speaker="t").partition(b"\n")[2]
    turned = system("b", WRONG, speaker="t").removesuffix(b"</SYSTEM>\n")
    turned += system("", RIGHT, speaker="s").partition(b"\n")[2]
    done = ours("sc_stats", ["-p", "-t", "mcn", "-v", "-n", "-"], tmp_path, both + turned)
    assert re.search(rb"corr +1 +0\n\s+incorr +0 +1\n", done.output)


@pytest.mark.parametrize("test", ["mcn", "mapsswe", "mapsswe_seg", "sign", "wilc", "std4"])
@pytest.mark.parametrize("seed", range(6))
def test_systems_that_lack_utterances_or_have_them_in_another_order(tmp_path: Path, seed: int, test: str) -> None:
    rng = random.Random(seed)
    keys = [(speaker, number) for speaker in "stu" for number in range(4)]

    def shuffled(title: str) -> bytes:
        text = f'<SYSTEM title="{title}">\n'
        for speaker in rng.sample("stu", 3):
            own = [key for key in keys if key[0] == speaker and rng.random() < 0.8] or [(speaker, 0)]
            text += f'<SPEAKER id="{speaker}">\n'
            for name, number in rng.sample(own, len(own)):
                items = ":".join(rng.choice([RIGHT, WRONG]) for _ in range(3))
                text += f'<PATH id="({name}-{number})" word_cnt="3" sequence="0" word_aux="h_conf">\n{items}\n</PATH>\n'
            text += "</SPEAKER>\n"
        return f"{text}</SYSTEM>\n".encode()

    agree("sc_stats", ["-p", "-t", test, "-u", "-n", "-"], tmp_path, shuffled("one") + shuffled("another"))


def test_unequal_references_are_shown_one_by_one(tmp_path: Path) -> None:
    """Where a later system has more words in the reference, the original crashes."""
    longer = system("b", f"{RIGHT}:{WRONG}")
    done = ours("sc_stats", ["-p", "-r", "prn"], tmp_path, system("a", RIGHT) + longer)
    assert done.code == 0
    assert b";; Reference strings not identical" in done.files["Ensemble.prn"]


def test_unified_results_of_no_test_are_an_empty_table(tmp_path: Path) -> None:
    """The original takes the number of systems from memory that nobody wrote."""
    done = ours("sc_stats", ["-p", "-r", "sum", "-u"], tmp_path, system("a", RIGHT) + system("b", WRONG))
    assert done.code == 0
    assert set(done.files) == {"Ensemble.stats.unified", "Ensemble.sys"}


def test_long_titles_have_room_in_the_matrix_of_ranks(tmp_path: Path) -> None:
    """The original's lines come from a store of 20 letters, and from what lies before it."""
    systems = system("a" * 30, RIGHT) + system("b" * 30, WRONG)
    done = ours("sc_stats", ["-p", "-t", "anovar", "-v"], tmp_path, systems)
    lines = [line.strip() for line in done.files["Ensemble.stats.anovar"].splitlines() if line.strip().startswith(b"|")]
    assert {len(line) for line in lines[:6]} == {3 * 33 + 1}


def test_a_speaker_whom_a_system_lacks_has_no_errors_in_it(tmp_path: Path) -> None:
    """The original reads what was never written."""
    pair = system("a", WRONG).removesuffix(b"</SYSTEM>\n") + system("-", WRONG, speaker="t").partition(b"\n")[2]
    done = ours("sc_stats", ["-p", "-r", "sum", "-t", "wilc", "-v"], tmp_path, pair + system("b", WRONG))
    assert done.code == 0
    row = next(line for line in done.files["Ensemble.sys"].splitlines() if b" t " in line)
    assert [float(cell) for cell in row.replace(b"|", b" ").split()[1:]][-2:] == [100.0, 0.0]


def test_ranks_of_more_systems_than_speakers(tmp_path: Path) -> None:
    """The original counts ties in memory that is not its own."""
    texts = [(RIGHT, RIGHT), (RIGHT, WRONG), (WRONG, WRONG)]
    systems = b"".join(system(f"sys{number}", *items) for number, items in enumerate(texts))
    done = ours("sc_stats", ["-p", "-t", "anovar", "-v"], tmp_path, systems)
    assert done.code == 0
    # Friedman's statistic of the ranks 1, 2, 3 in one block: 12 / (3 * 4) * (1 + 4 + 9) - 3 * 4.
    assert re.search(rb"\b2\.00", done.files["Ensemble.stats.anovar"])


def test_more_than_forty_systems_are_compared(tmp_path: Path) -> None:
    """The original has room for 40 systems and for tables of 50 columns."""
    titles = [f"system{number:02}" for number in range(60)]
    systems = b"".join(system(title, RIGHT, WRONG if number % 2 else RIGHT) for number, title in enumerate(titles))
    done = ours("sc_stats", ["-p", "-r", "sum", "rsum", "-t", "mcn", "sign", "-u"], tmp_path, systems)
    assert (done.code, done.complaints) == (0, b"")
    heads = next(line for line in done.files["Ensemble.sys"].splitlines() if b"system00" in line)
    assert re.findall(rb"system\d\d", heads) == [title.encode() for title in titles]
    sums = next(line for line in done.files["Ensemble.sys"].splitlines() if b"Mean" in line)
    assert [float(cell) for cell in sums.replace(b"|", b" ").split()[1:]] == [0.0, 50.0] * 30


def test_long_titles_have_their_place(tmp_path: Path) -> None:
    """The original has room for 200 letters in a cell."""
    title = "t" * 1000
    done = ours("sc_stats", ["-p", "-r", "sum"], tmp_path, system(title, RIGHT) + system("b", WRONG))
    assert done.code == 0
    assert title.encode() in done.files["Ensemble.sys"]


@pytest.mark.parametrize("report", ["sum", "rsum"])
def test_a_system_without_utterances_sums_up_to_nothing(tmp_path: Path, report: str) -> None:
    """The original crashes."""
    nobody = b'<SYSTEM title="none">\n</SYSTEM>\n'
    done = ours("sc_stats", ["-p", "-r", report], tmp_path, nobody)
    assert done.code == 0
    (text,) = done.files.values()
    row = next(line for line in text.splitlines() if b"Mean" in line)
    assert [float(cell) for cell in row.replace(b"|", b" ").split()[1:]] == [0.0]


def test_no_wrong_word_lets_nothing_through(tmp_path: Path) -> None:
    """The original mostly crashes on a curve of right words alone."""
    done = ours("sc_stats", ["-p", "-g", "det"], tmp_path, system("a", RIGHT, RIGHT))
    assert done.code == 0
    curve = next(data for name, data in done.files.items() if ".dat" in name)
    assert all(line.split()[0] == b"nan" for line in curve.splitlines()[1:])
