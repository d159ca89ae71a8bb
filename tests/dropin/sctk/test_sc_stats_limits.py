"""sc_stats against the original on either side of each limit: critical values, ties, ends of segments and of graphs."""

from pathlib import Path

import pytest

from programs import agree

ITEMS = {"C": 'C,"a","a"', "S": 'S,"a","b"', "D": 'D,"a",', "I": 'I,,"b"'}


def aligned(title: str, speakers: dict[str, list[str]]) -> bytes:
    """A system by the edit operations of each speaker's utterances."""
    text = f'<SYSTEM title="{title}">\n'
    for name, utterances in speakers.items():
        text += f'<SPEAKER id="{name}">\n'
        for at, letters in enumerate(utterances):
            items = ":".join(ITEMS[letter] for letter in letters)
            text += f'<PATH id="({name}-{at})" word_cnt="{len(letters)}" sequence="{at}">\n{items}\n</PATH>\n'
        text += "</SPEAKER>\n"
    return f"{text}</SYSTEM>\n".encode()


def by_errors(title: str, errors: list[int]) -> bytes:
    """A system whose speakers, of ten words each, have so many errors."""
    return aligned(title, {f"s{at:02}": ["S" * count + "C" * (10 - count)] for at, count in enumerate(errors)})


# How many speakers are better with one system, with the other, and with neither: Friedman's statistic is the square of
# the difference over their sum, here on either side of each critical value; up to 20 tosses of a coin are summed up.
SIGNS = [
    *((2, 0, 0), (3, 0, 0), (4, 0, 0), (6, 0, 0), (7, 0, 0), (11, 0, 0), (0, 7, 0), (2, 2, 0), (3, 2, 0)),
    *((5, 4, 0), (9, 7, 0), (12, 11, 0), (5, 1, 0), (8, 1, 1), (9, 1, 1), (15, 5, 0), (15, 6, 0), (6, 15, 0)),
    *((11, 10, 0), (11, 11, 0), (3, 1, 3), (3, 1, 4), (0, 0, 3), (1, 0, 1), (5, 0, 20), (0, 1, 8), (18, 2, 5)),
]


@pytest.mark.parametrize("signs", SIGNS, ids=str)
def test_speakers_decide_as_with_the_original(tmp_path: Path, signs: tuple[int, int, int]) -> None:
    first, second, both = signs
    one = [at % 4 for at in range(first)] + [3 + at % 3 for at in range(second)] + [2] * both
    other = [1 + at % 4 + at % 2 for at in range(first)] + [2 - at % 3 for at in range(second)] + [2] * both
    systems = by_errors("first", one) + by_errors("second", other)
    agree("sc_stats", ["-p", "-t", "sign", "wilc", "anovar", "-v"], tmp_path, systems)
    agree("sc_stats", ["-p", "-t", "std4", "anovar", "-u", "-e", "It"], tmp_path, systems)


# Of 20,000 words one is 0.005 %, which is still a tie; of fewer it is not.
@pytest.mark.parametrize("words", [20001, 20000, 19999])
def test_ties_have_a_width(tmp_path: Path, words: int) -> None:
    rates = {"s": ["C" * words], "t": ["CS"], "u": ["SS"]}
    worse = {"s": ["S" + "C" * (words - 1)], "t": ["SS"], "u": ["SC"]}
    systems = aligned("first", rates) + aligned("second", worse)
    agree("sc_stats", ["-p", "-t", "sign", "wilc", "-v"], tmp_path, systems)


# How many utterances are right with one system alone, and with the other.
UNIQUE = [
    (0, 0),
    (1, 0),
    (1, 1),
    (5, 0),
    (6, 0),
    (0, 6),
    (2, 9),
    (2, 10),
    (15, 5),
    (15, 6),
    (10, 10),
    (11, 10),
    (25, 8),
]


@pytest.mark.parametrize("unique", UNIQUE, ids=str)
def test_utterances_decide_as_with_the_original(tmp_path: Path, unique: tuple[int, int]) -> None:
    first, second = unique
    one = {"s": ["C"] * first + ["CSC"] * second + ["CC", "S"]}
    other = {"s": ["CD"] * first + ["CCC"] * second + ["CC", "I"]}
    systems = aligned("first", one) + aligned("second", other) + aligned("a third one", other)
    agree("sc_stats", ["-p", "-t", "mcn", "-v"], tmp_path, systems)
    agree("sc_stats", ["-p", "-t", "mcn", "mapsswe", "-u"], tmp_path, systems)


def test_segments_end_at_so_many_right_words(tmp_path: Path) -> None:
    """Two of them part segments, one does not, on either side and at the ends of utterances."""
    one = ["CSCSC", "CSCCSC", "SCCCS", "S", "CCCS", "DCCID", "ICCCCCS", "SCCCCCCCCCCCCD", "CC", "SSCCSS"]
    other = ["CCCSC", "CCCCSC", "CCCCS", "C", "SCCC", "CCCICC", "CCCCSC", "CCCCCCSCCCCCCC", "CC", "CSCCSC"]
    systems = aligned("first", {"s": one[:5], "t": one[5:]}) + aligned("second", {"s": other[:5], "t": other[5:]})
    for options in (["mapsswe", "-v"], ["mapsswe_seg"], ["mapsswe_seg", "-e", "Test"], ["mapsswe", "-e", "Test"]):
        agree("sc_stats", ["-p", "-t", *options], tmp_path, systems + systems.replace(b"second", b"x" * 30))


# Errors of each speaker by system: none, all, more than words, and a spread.
SPREADS = {
    "ends": (["CC", "SS", "SSII", "CS"], ["SS", "SSI", "SSIIII", "CC"]),
    "middle": (["C" * 20, "S" + "C" * 19, "SSS" + "C" * 17], ["S" * 10 + "C" * 10, "S" * 12 + "C" * 8, "S" * 20]),
    "alone": (["CS"], ["CC"]),
    "nothing": (["I", "C"], ["", "CS"]),
}


@pytest.mark.parametrize("name", SPREADS)
def test_graphs_and_tables_have_their_ends(tmp_path: Path, name: str) -> None:
    titles = ["a", "a longer title"]
    systems = b"".join(
        aligned(title, {f"spk{at}": [letters] for at, letters in enumerate(own)})
        for title, own in zip(titles, SPREADS[name], strict=True)
    )
    agree("sc_stats", ["-p", "-g", "range", "grange", "grange2", "-e", "Test", "-n", "Ens"], tmp_path, systems)
    agree("sc_stats", ["-p", "-r", "sum", "rsum", "es", "res", "-e", "Test"], tmp_path, systems)
    for width in ("1", "79", "80", "81") if name != "nothing" else ():  # the original crashes
        agree("sc_stats", ["-p", "-r", "prn", "sum", "-l", width], tmp_path, systems)


@pytest.mark.parametrize(
    "options",
    [
        *(
            "-w",
            "-w -v",
            "-w -n -",
            "-u",
            "-u -g det",
            "-t std4 -g range grange2 -r sum es prn -n -",
            "-a file -p -t mcn",
        ),
        *("-t std4 -v -n -", "-t std4 -u -n - -v", "-t anovar -n -", "-t std4 -v -O nowhere", "-t std4 -u -O nowhere"),
        *(
            "-r sum -O nowhere",
            "-g range -O nowhere",
            "-g grange -O nowhere",
            "-g grange2 -n nowhere/x",
            "-t std4 -f 0",
        ),
        *("-t std4 -u -O out", "-r sum rsum es res prn -O out -n name", "-t std4 mcn", "-t mcn std4", "-r sum -f 2"),
    ],
)
def test_files_are_where_the_original_writes_them(tmp_path: Path, options: str) -> None:
    (tmp_path / "out").mkdir()
    systems = aligned("x/first_system", {"s": ["CSC", "CC"], "t": ["S"]}) + aligned(
        "second_system", {"s": ["CCC", "SS"], "t": ["C"]}
    )
    agree("sc_stats", ["-p", *options.split()], tmp_path, systems)


@pytest.mark.parametrize("lacking", ["s", "t", "u", "utterances", "none"])
@pytest.mark.parametrize("turned", [False, True])
def test_alignments_are_those_that_all_systems_have(tmp_path: Path, lacking: str, turned: bool) -> None:
    """Speakers and utterances that one system lacks are named, by whichever has them."""
    every = {name: ["CSC", "CCDS", "ISCI"] for name in "stu"}
    some = {name: texts for name, texts in every.items() if name != lacking}
    if lacking == "utterances":
        some = {"s": ["CCC"], "t": ["CSC", "SCDC", "CSCC"], "u": ["CSC", "SSDC"]}
    pair = [aligned("first_system", every), aligned("second_system", some)]
    systems = b"".join(pair[::-1] if turned else pair)
    agree("sc_stats", ["-p", "-r", "prn"], tmp_path, systems)
    agree("sc_stats", ["-p", "-r", "prn", "sum"], tmp_path, systems + aligned("third_system", every))
