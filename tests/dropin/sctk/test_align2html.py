"""align2html.pl beside the original, whose pages of groups have lines in the order of Perl's hashes."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest

from mondegreen.errors import ScoreError
from programs import Call, Done, agree, agree_on_calls, ours

HEADING = "[ALIGNMENT] Aligned,SegGrpID,File,Channel,Eval,RefSegID"
WORDS = ["a", "uh-huh", "(%hesitation)", "l'eau", "\u00e9t\u00e9", "don't", "b&b"]
BRANCH = re.compile(rb"jg.drawLine\(scale\*(-?\d+), (-?\d+), scale\*(-?\d+), (-?\d+)\);")
# Our own graphics and images.
OWN = {"out/js/wz_jsgraphics.js", "out/images/white_dk.gif", "out/images/white_lt.gif"}


class Writer:
    """A random alignment."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.next = 1
        self.lines = [HEADING]

    def name(self) -> int:
        self.next += 1
        return self.next

    def write(self) -> str:
        for _ in range(self.rng.randint(1, 4)):
            self.group()
        return "\n".join(["# other lines", *self.lines, ""])

    def group(self) -> None:
        where = f"{self.name()},{self.rng.choice(['f1', 'f/2'])},{self.rng.choice('AB')}"
        start = self.rng.uniform(0, 20)
        sides = [
            [self.segment(where, side, start) for _ in range(self.rng.randint(0, most))]
            for side, most in (("ref", 3), ("hyp", 2))
        ]
        tokens = [[token for segment in side for token in segment] for side in sides]
        if self.rng.random() < 0.8:
            self.align(where, *tokens)
        # Without a word that is aligned the original divides by zero.
        self.lines.append(self.line(f"SG,{where},", [*"1", "0.0", "9.0", "s1", "1", "", "", "w", "", "", ""], []))
        self.lines.append(self.line(f"YES,{where},C", ["", "", "", "", "1"], []))

    def segment(self, where: str, side: str, start: float) -> list[int]:
        """Tokens in a row, some of which branch."""
        name = self.name()
        begin, end = start + self.rng.uniform(0, 2), start + self.rng.uniform(3, 8)
        speaker = self.rng.choice(["s1", "s2", "S3", "INTER_SEGMENT_GAP"] if side == "ref" else ["s1", "x", ""])
        if self.rng.random() < 0.15:
            times = ["0.000"] * 2 if side == "hyp" and self.rng.random() < 0.5 else [f"{begin:.3f}", f"{end:.3f}"]
            self.token(where, side, [str(name), *times, speaker], str(self.name()), ["", "", ""], ["", ""])
            return []
        before: list[list[int]] = []
        links: dict[int, tuple[set[int], set[int]]] = {}
        for _ in range(self.rng.randint(1, 4)):
            count = 2 if self.rng.random() < 0.3 else 1
            paths = [[self.name() for _ in range(self.rng.randint(1, 2) if count > 1 else 1)] for _ in range(count)]
            for path in paths:
                for token in path:
                    links[token] = set(), set()
                for one, other in pairwise(path):
                    links[one][1].add(other)
                    links[other][0].add(one)
            for old, new in product(before, paths):
                links[old[-1]][1].add(new[0])
                links[new[0]][0].add(old[-1])
            before = paths
        timed = side == "hyp" and self.rng.random() < 0.7
        for place, (token, (previous, following)) in enumerate(links.items()):
            times = [f"{begin + place * 0.4:.3f}", f"{begin + place * 0.4 + 0.3:.3f}"] if timed else ["", ""]
            shown = ["|".join(map(str, self.rng.sample(sorted(ids), len(ids)))) for ids in (previous, following)]
            owner = [str(name), f"{begin:.3f}", f"{end:.3f}", speaker]
            self.token(where, side, owner, str(token), [*times, self.rng.choice(WORDS)], shown)
        return list(links)

    def token(self, where: str, side: str, owner: list[str], name: str, times: list[str], links: list[str]) -> None:
        fields = [*owner, name, *times, self.rng.choice(["", "0.9"]), *links]
        self.lines.append(self.line(f"SG,{where},", *((fields, []) if side == "ref" else ([], fields))))

    def align(self, where: str, references: list[int], hypotheses: list[int]) -> None:
        for reference in references:
            kind = self.rng.choice("CSDPC")
            pair = [str(reference), ""]
            if kind in "CSP" and (kind != "C" or self.rng.random() < 0.8):
                if not hypotheses:
                    continue
                pair[1] = str(hypotheses.pop())
            self.lines.append(self.line(f"YES,{where},{kind}", *(["", "", "", "", one] for one in pair)))
        for hypothesis in hypotheses:
            kind = self.rng.choice("IIC")
            self.lines.append(self.line(f"YES,{where},{kind}", [], ["", "", "", "", str(hypothesis)]))

    def line(self, start: str, reference: list[str], hypothesis: list[str]) -> str:
        sides = [[*side, *[""] * (11 - len(side))] for side in (reference, hypothesis)]
        comma = self.rng.choice([",", ", "])
        return "[ALIGNMENT] " + comma.join([start, *sides[0], *sides[1]])


def told(done: Done) -> Done:
    """Without the order of Perl's hashes, and without what Perl says of values that are missing."""
    kept = [one for one in done.complaints.splitlines(keepends=True) if not one.startswith(b"Use of uninit")]
    files = {}
    for name, data in done.files.items():
        page = BRANCH.sub(
            lambda found: b"|".join(sorted([b",".join(found.groups()[:2]), b",".join(found.groups()[2:])])), data
        )
        files[name] = b"\n".join(sorted(page.split(b"\n"))) if "segmentgroup" in name else page
    return done._replace(complaints=b"".join(kept), files={name: files[name] for name in files if name not in OWN})


def draw(rng: random.Random, folder: Path, *, mapped: bool) -> Iterator[Call]:
    """A call with an alignment, and perhaps a map of speakers."""
    (folder / "align").write_text(Writer(rng).write(), encoding="utf-8")
    (folder / "map").write_text(
        "File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap\nf1,A,s1,x,mapped,3\nf1,A,s3,s1,mapped,3\nf1,A,s2,x,no,0\n",
        encoding="utf-8",
    )
    yield Call("align2html.pl", ["-a", "align", "-o", "out", *(["-m", "map"] if mapped else [])])


@pytest.mark.parametrize("seed", range(30))
def test_the_original_agrees_on_random_alignments(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path, mapped=bool(seed % 2)), tmp_path, but=told)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "-a",
        "-alignfile",
        "-z -a align -o out",
        "--version=3",
        "-version -q",
        "-q --help",
        "-v",
        "-al align",
        "-o out",
        "-A x",
        "-a missing -o out",
        "-a align -o out -m missing",
        "more -a align --outputdir=out words",
        "-a align -o out/in",
    ],
)
def test_the_original_agrees_on_arguments(tmp_path: Path, words: str) -> None:
    (tmp_path / "align").write_text(Writer(random.Random(0)).write(), encoding="utf-8")
    (tmp_path / "out").mkdir()
    agree("align2html.pl", words.split(), tmp_path, but=lambda done: done._replace(files={}))


TOKEN = "[ALIGNMENT] SG,1,f1,A,,1,0.0,9.0,s1,{},,,{},,{},{},,,,,,,,,,,\n"
PAIR = "[ALIGNMENT] YES,1,f1,A,{},,,,,{},,,,,,,,,,,,,,,,,\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        # The original has no end on links that go round, nor on a link that is known at one end only.
        (
            TOKEN.format(1, "a", "", 2) + TOKEN.format(2, "b", "", 3) + TOKEN.format(3, "c", "", 1),
            "links between the tokens of the segment '1'",
        ),
        (
            TOKEN.format(1, "a", "", 2) + TOKEN.format(2, "b", 1, "") + TOKEN.format(3, "c", 1, ""),
            "links between the tokens of the segment '1'",
        ),
        # A line for every second has no end either.
        (TOKEN.format(1, "a", "", "").replace("9.0", "1e12") + PAIR.format("D", 1), "longer than 1,000,000 seconds"),
        (TOKEN.format(1, "a", "", "").replace("9.0", "inf") + PAIR.format("D", 1), "longer than 1,000,000 seconds"),
        # It dies of the objects that it does not find.
        (PAIR.format("D", 1), "align:1: no token of the group '1'"),
        (TOKEN.format(1, "a", "", "") + PAIR.format("D", 2), "align:2: no token '2' of the group '1'"),
    ],
)
def test_what_contradicts_itself_is_refused(tmp_path: Path, lines: str, said: str) -> None:
    (tmp_path / "align").write_text(lines, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ScoreError, match=re.escape(said)):
        ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path)
    assert sorted(tmp_path.iterdir()) == before


def test_what_stands_beside_the_pages_has_to_be_written(tmp_path: Path) -> None:
    (tmp_path / "align").write_text(Writer(random.Random(0)).write(), encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "js").write_text("no folder", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"^out/js/wz_jsgraphics.js: cannot be written: there is no such directory$"):
        ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path)


def test_links_out_of_a_segment_do_not_count(tmp_path: Path) -> None:
    # The original crashes on the hole that it leaves where it takes such a link out.
    pair = PAIR.format("D", 2)
    (tmp_path / "align").write_text(TOKEN.format(2, "a", "7|8|9", "3|4") + pair, encoding="utf-8")
    page = ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path)
    (tmp_path / "align").write_text(TOKEN.format(2, "a", "", "") + pair, encoding="utf-8")
    assert page == ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path)


@pytest.mark.parametrize("lines", ["", TOKEN.format(1, "a", "", "")])
def test_nothing_that_is_aligned_gives_no_rates(tmp_path: Path, lines: str) -> None:
    # The original divides by zero words.
    (tmp_path / "align").write_text(lines, encoding="utf-8")
    done = ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path)
    assert (done.code, done.complaints) == (0, b"")
    assert done.files["out/index.html"].count(b">NA<") >= 12


def test_an_unknown_step_ends_the_run_without_a_page(tmp_path: Path) -> None:
    (tmp_path / "align").write_text(TOKEN.format(1, "a", "", "") + PAIR.format("X", 1), encoding="utf-8")
    agree("align2html.pl", ["-a", "align", "-o", "out"], tmp_path)


@pytest.mark.parametrize("kind", "SPCID")
@pytest.mark.parametrize("side", ["reference", "hypothesis"])
def test_a_step_may_lack_a_side(tmp_path: Path, kind: str, side: str) -> None:
    # The original draws a line to the corner from a pair's token, and a mark in the corner where that one is missing.
    step = PAIR.format(kind, 1) if side == "reference" else f"[ALIGNMENT] YES,1,f1,A,{kind},{',' * 15}1,,,,,,\n"
    lines = TOKEN.format(1, "a", "", "") + PAIR.format("D", 1) + step
    (tmp_path / "align").write_text(lines, encoding="utf-8")
    agree("align2html.pl", ["-a", "align", "-o", "out"], tmp_path, but=told)


def row(start: str, reference: str = "", hypothesis: str = "") -> str:
    """A line whose sides are given by their first fields."""
    sides = [[*side.split(), *[""] * 11][:11] for side in (reference, hypothesis)]
    return ",".join([f"[ALIGNMENT] {start}", *sides[0], *sides[1]]).replace("-", "") + "\n"


A = row("SG,1,f1,A,", "1 0.0 9.0 s1 1 - - a")
DELETED = row("YES,1,f1,A,D", "- - - - 1")


@pytest.mark.parametrize(
    "lines",
    [
        # A group that no pair is of, before and behind one that has some.
        A + DELETED + row("SG,2,f1,A,", "2 0.0 9.0 s1 2 - - b"),
        row("SG,0,f1,A,", "2 0.0 9.0 s1 2 - - b") + A + DELETED,
        # Words between the segments, which nobody says.
        A.replace("s1", "INTER_SEGMENT_GAP") + DELETED + row("YES,1,f1,A,C", "- - - - 1"),
        # Links with marks behind them.
        row("SG,1,f1,A,", "1 0.0 9.0 s1 1 - - a - - 2||") + row("SG,1,f1,A,", "1 0.0 9.0 s1 2 - - b - 1| -") + DELETED,
        row("SG,1,f1,A,", "1 0.0 9.0 s1 1 - - a - | 2|") + row("SG,1,f1,A,", "1 0.0 9.0 s1 2 - - b - 1 |") + DELETED,
        # Times that end on a second, and within the first one.
        *(
            A.replace("0.0,9.0", times) + DELETED
            for times in ("1.0,2.0", "1.001,2.004", "1.5,2.5", "0.5,0.5", "0.4,0.6", "99.996,100.004", "0.0,0.0")
        ),
        # A system alone in its group; and both, of which neither says anything.
        A + DELETED + row("SG,2,f1,A,", "", "2 0.5 2.5 x 2 0.5 1.25 b") + row("YES,2,f1,A,I", "", "- - - - 2"),
        A + DELETED + row("SG,1,f1,A,", "", "2 0.5 2.5 x 2 0.5 1.25 b") + row("YES,1,f1,A,I", "", "- - - - 2"),
        A + DELETED + row("SG,1,f1,A,", "3 0.5 2.5 s2 2 0.5 2.5", "4 0 0 - 3 0 0"),
        # Two files, two channels, and names of groups that are in order as numbers alone.
        A
        + DELETED
        + "".join(
            (A + DELETED).replace(",1,f1,A,", f",{name},{where},")
            for name, where in (("10", "f1,A"), ("9", "f1,A"), ("11", "f1,B"), ("12", "d/f0,A"))
        ),
    ],
)
def test_the_original_agrees_on_limits(tmp_path: Path, lines: str) -> None:
    (tmp_path / "align").write_text(lines, encoding="utf-8")
    agree("align2html.pl", ["-a", "align", "-o", "out"], tmp_path, but=told)


def test_a_word_stays_a_word(tmp_path: Path) -> None:
    token = TOKEN.format(1, '");alert(1)//</script><b>\\', "", "").replace("f1", "javascript:<i>")
    (tmp_path / "align").write_text(token + PAIR.format("D", 1), encoding="utf-8")
    files = ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path).files
    pages = [page for name, page in files.items() if name.endswith(".html")]
    assert rb'jg.drawStringRect("\");alert(1)//\x3c/script>\x3cb>\\",' in files["out/segmentgroup-1.html"]
    assert all(page.count(b"</script>") <= 2 and b"<i>" not in page for page in pages)
    assert b'href="./javascript:&lt;i&gt;_A.html"' in files["out/index.html"]


def test_the_graphics_have_all_functions_that_pages_call(tmp_path: Path) -> None:
    (tmp_path / "align").write_text("".join(Writer(random.Random(seed)).write() for seed in range(5)), encoding="utf-8")
    files = ours("align2html.pl", ["-a", "align", "-o", "out"], tmp_path).files
    called = {name for page in files.values() for name in re.findall(rb"jg\.(\w+)\(", page)}
    defined = set(re.findall(rb"this\.(\w+) = function", files["out/js/wz_jsgraphics.js"]))
    assert called | {b"clear", b"paint"} == defined
    assert all(files[name].startswith(b"GIF89a") for name in OWN if name.endswith("gif"))
