"""Blocks at a terminal and in a pipe."""

import io
import sys
from collections.abc import Iterator, Sequence

import pytest
from rich.text import Text

import mondegreen as mg
from mondegreen.render.terminal import LONG, strips_of, write
from mondegreen.reports import View
from mondegreen.reports.blocks import (
    AlignedPair,
    AlignedSystems,
    Alignments,
    Block,
    Cell,
    Column,
    Judged,
    JudgedText,
    Table,
)
from mondegreen.reports.metrics import report_metrics

PAIRS = [AlignedPair("u", ["a", "cat", "", "on"], ["a", "bat", "sat", ""], "CSID")]
NUMBERS = Table("t", "title", [Column("w", "word"), Column("n", "count", 0)], [["日本", 1], ["[b]x[/b]", 1000]], "note")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def shown(run: mg.Run) -> list[str]:
    return drawn(*report_metrics([run], View()), runs=[run])


def drawn(*blocks: Block, out: io.StringIO | None = None, runs: Sequence[mg.Run] = ()) -> list[str]:
    stream = out or io.StringIO()
    write(runs, blocks, stream)
    return stream.getvalue().splitlines()


def test_each_metric_fills_its_columns() -> None:
    lines = shown(mg.score(["ab cd"], ["ab ce"]))
    heads = next(line.split() for line in lines if "metric" in line)
    assert heads == ["metric", "score", "errors", "of", "sub", "del", "ins"]
    wer, cer = (next(line.split() for line in lines if name in line) for name in ("wer", "cer"))
    assert wer == ["wer", "50.00", "%", "1", "2", "words", "1", "0", "0"]
    assert cer == ["cer", "20.00", "%", "1", "5", "characters", "1", "0", "0"]


def test_what_was_scored_is_named_and_what_was_odd_is_counted() -> None:
    with pytest.warns(mg.ScoreWarning):
        run = mg.score(mg.Corpus(["u", "v"], ["a", "b"], "[red]ref"), mg.Corpus(["u"], ["a"], "hyp"))
    lines = shown(run)
    assert lines[0].strip() == "hyp against [red]ref"  # a name is no markup
    assert lines[-1].strip() == "2 utterances paired by ID, 1 missing, 1 empty"


def test_an_undefined_score_is_said_to_be() -> None:
    assert "NaN" in "\n".join(shown(mg.score([""], ["a"])))


def test_large_counts_are_whole_and_nothing_is_cut_in_a_pipe() -> None:
    lines = shown(mg.score(["a " * 1_234_567], [""], ["wer"]))
    assert "1234567" in "\n".join(lines)
    name = "a/long/way/to/" * 20 + "hyp"
    assert any(name in line for line in shown(mg.score(mg.Corpus(["u"], ["a"], "r"), mg.Corpus(["u"], ["a"], name))))


def test_no_line_ends_in_blanks() -> None:
    assert all(line == line.rstrip() for line in shown(mg.score(["a"], ["b"])))


def test_a_table() -> None:
    assert drawn(NUMBERS) == [
        "title",
        "",
        "  word       count",
        " ──────────────────",
        "  日本           1",
        "  [b]x[/b]    1000",
        "",
        "note",
    ]


def test_what_is_said_of_all_rows_stands_below_a_rule() -> None:
    table = Table("t", "t", [Column("w", "w"), Column("n", "n", 1)], [["a", 1.0]], foot=[["all", 2.25], ["none", None]])
    rows = [line.split() for line in drawn(table)][3:]
    assert [len(row) for row in rows] == [1, 2, 1, 2, 1, 0]
    assert rows[3:5] == [["all", "2.2"], ["none"]]


def test_a_long_table_has_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    short = [line.split() for line in drawn(NUMBERS) if line.strip(" ─")]
    monkeypatch.setattr("mondegreen.render.terminal.LONG", 1)
    long = drawn(NUMBERS)
    assert [line.split() for line in long if line] == short
    assert "  日本           1" in long
    assert LONG > 1


@pytest.mark.parametrize(("long", "rules"), [(1, 0), (2, 1), (3, 1)])
def test_a_table_is_long_beyond_its_limit_alone(monkeypatch: pytest.MonkeyPatch, long: int, rules: int) -> None:
    """A long one, here of two rows, has no rules."""
    monkeypatch.setattr("mondegreen.render.terminal.LONG", long)
    assert sum("──" in line for line in drawn(NUMBERS)) == rules


def test_a_table_without_rows_says_so() -> None:
    assert "  none" in drawn(Table("t", "t", [Column("w", "w")], []))
    assert not [line for line in drawn(Table("t", "t", [Column("w", "w")], [], foot=[["all"]])) if "none" in line]


def test_notes_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    table = Table("t", "t", [Column("w", "w")], [["a"]], "so many utterances were paired")
    monkeypatch.setenv("NO_COLOR", "1")
    assert [Text.from_ansi(line).plain.rstrip() for line in drawn(table, out=Terminal())][-2:] == [
        "so many utterances",
        "were paired",
    ]
    assert drawn(table)[-1] == "so many utterances were paired"


def test_columns_come_closer_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("t", "t", [Column("w", "w"), *(Column(str(at), f"n{at}", 0) for at in range(3))], [["a", 1, 2, 333]])
    monkeypatch.setenv("COLUMNS", "20")
    assert " a  1  2 333" in drawn(table, out=Terminal())
    monkeypatch.setenv("COLUMNS", "21")
    assert "  a    1    2   333" in drawn(table, out=Terminal())


def test_columns_for_which_there_is_no_room_stand_below_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    heads = [Column("m", "metric"), Column("g", "group"), *(Column(str(at), f"sys{at}", 2) for at in range(4))]
    rows: list[list[Cell]] = [["wer", "eve", 1000.0, 1001.0, 1002.0, 1003.0], ["cer", "ann", None, None, 7.0, 8.0]]
    lines = drawn(Table("t", "t", heads, rows, foot=[["all", "", 1.0, 2.0, 3.0, 4.0]]), out=Terminal())
    assert max(len(Text.from_ansi(line)) for line in lines) <= 30
    words = [line.split() for line in lines if "wer" in line]
    assert words == [["wer", "eve", f"{1000 + at}.00"] for at in range(4)]
    assert sum("metric" in line and "group" in line for line in lines) == 4
    assert [line.split() for line in lines if "all" in line][2:] == [["all", "3.00"], ["all", "4.00"]]


@pytest.mark.parametrize(
    ("texts", "widths", "room", "strips"),
    [
        (1, (5, 5, 5, 5), 25, [[0, 1, 2], [0, 3]]),
        (1, (5, 5, 5, 5), 24, [[0, 1], [0, 2], [0, 3]]),
        (0, (5, 5, 5, 5), 25, [[0, 1, 2], [0, 3]]),
        (4, (5, 5, 5, 5), 25, [[0, 1, 2], [0, 3]]),
        (2, (5, 5, 3, 9), 29, [[0, 1, 2], [0, 1, 3]]),
        (2, (5, 5, 3, 9), 28, [[0, 1, 2], [0, 3]]),
        (2, (5, 5, 9, 3), 28, [[0, 1], [0, 2, 3]]),
        (1, (5, 50, 5), 25, [[0, 1], [0, 2]]),
    ],
)
def test_columns_that_fit_into_a_strip(texts: int, widths: tuple[int, ...], room: int, strips: list[list[int]]) -> None:
    """Each column takes its width and three, and the table one more; texts before numbers name rows."""
    columns = [Column(str(at), f"c{at}", None if at < texts else 0) for at in range(len(widths))]
    assert [*strips_of(Table("t", "t", columns, []), widths, room)] == strips


def test_strips_are_as_wide_as_their_columns_want_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 16 places, a letter and two numbers take 17 where they stand close; one number less takes 14 apart."""
    monkeypatch.setenv("COLUMNS", "16")
    monkeypatch.setenv("NO_COLOR", "1")
    table = Table("t", "t", [Column("w", "w"), Column("m", "m", 0), Column("n", "n", 0)], [["a", 123456, 654321]])
    lines = [Text.from_ansi(line).plain for line in drawn(table, out=Terminal())]
    assert [line for line in lines if line.strip(" ─")][1:] == [
        "  w        m",
        "  a   123456",
        "  w        n",
        "  a   654321",
    ]
    table = Table("t", "t", [Column("w", "w"), *table.columns[1:]], [["a" * 90, 10**9, 10**9 + 1]])
    monkeypatch.setenv("COLUMNS", "30")
    lines = [Text.from_ansi(line).plain for line in drawn(table, out=Terminal())]
    assert {len(line) for line in lines if "─" in line} == {29}  # texts take what numbers leave


def test_a_column_without_a_heading_stays_behind_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "32")
    monkeypatch.setenv("NO_COLOR", "1")
    heads = [Column("m", "metric"), Column("s", "score", 2), Column("o", "of", 0), Column("u", ""), Column("i", "i", 0)]
    lines = drawn(Table("t", "t", heads, [["cer", 1000.0, 512, "characters", 7]]), out=Terminal())
    rows = [Text.from_ansi(line).plain.split() for line in lines if "cer" in line]
    assert rows == [["cer", "1000.00"], ["cer", "512", "characters"], ["cer", "7"]]


@pytest.mark.parametrize("columns", ["20", "30", "200"])
def test_numbers_are_never_cut(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    heads = [Column("text", "text"), *(Column(str(at), f"a/system/{at}", 2) for at in range(3))]
    table = Table("t", "t", heads, [["some rather long text that does not fit", 12345.67, 89.01, 100.0]])
    words = "\n".join(drawn(table, out=Terminal())).split()
    assert [word for word in words if word[-3:-2] == "."] == ["12345.67", "89.01", "100.00"]


def test_headings_are_broken_between_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    headings = ["only one right", "other explained", "McNemar's p", "randomization p"]
    heads = [Column("s", "system"), *(Column(str(at), heading, 0) for at, heading in enumerate(headings))]
    lines = drawn(Table("t", "t", heads, [["muse", 1, 2, 3, 4]]), out=Terminal())
    words = Text.from_ansi("\n".join(lines)).plain.split()
    assert {word for heading in headings for word in heading.split()} <= set(words)


PLAIN = ["  ref  a cat *** on", "  hyp  a bat sat **", "         S   I   D"]


def test_alignments_in_a_pipe_are_marked_by_letters() -> None:
    lines = drawn(Alignments("a", "title", PAIRS, "note"))
    assert lines[:2] == ["title", "S substitution  D deletion  I insertion"]
    assert lines[3:] == ["u  (1 S 1 D 1 I of 3)", *PLAIN, "", "note"]


def test_no_color_takes_the_colours_and_leaves_the_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert drawn(Alignments("a", "title", PAIRS), out=Terminal())[4:7] == PLAIN


@pytest.mark.parametrize(
    ("term", "codes"),
    [("xterm", "97;45 97;41 97;44"), ("xterm-256color", "38;5;231;48;5;90 38;5;231;48;5;88 38;5;231;48;5;25")],
)
def test_errors_are_coloured_on_a_terminal_and_the_legend_alike(
    monkeypatch: pytest.MonkeyPatch, term: str, codes: str
) -> None:
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", term)
    lines = drawn(Alignments("a", "title", PAIRS), out=Terminal())
    replaced, lost, added = (f"\x1b[{code}m{{}}\x1b[0m".format for code in codes.split())
    assert lines[1] == f"{replaced('S substitution')}  {lost('D deletion')}  {added('I insertion')}"
    assert lines[4] == f"  ref  a {replaced('cat')} {added('***')} {lost('on')}"
    assert lines[5] == f"  hyp  a {replaced('bat')} {added('sat')} {lost('**')}"
    assert lines[6] == f"         {replaced('S')}   {added('I')}   {lost('D')}"


def test_alignments_wrap_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("NO_COLOR", "1")
    pair = AlignedPair("u", ["aaaa"] * 5, ["aaaa"] * 4 + ["b"], "CCCCS")
    lines = drawn(Alignments("a", "title", [pair]), out=Terminal())
    two = ["  ref  aaaa aaaa", "  hyp  aaaa aaaa", ""]
    assert lines[4:] == [*two, *two, "  ref  aaaa", "  hyp  b", "       S", ""]


def test_alignments_come_one_by_one() -> None:
    """Half a million pairs are never held: each is written before the next is asked for."""
    out = io.StringIO()

    def pairs() -> Iterator[AlignedPair]:
        for key in ("first", "second", "third"):
            yield AlignedPair(key, ["a"], ["b"], "S")
            assert key in out.getvalue()

    drawn(Alignments("a", "title", pairs()), out=out)
    assert "third" in out.getvalue()


def test_colour_forced_on_pipes_stays_out_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in "".join(drawn(NUMBERS, Alignments("a", "title", PAIRS)))
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    write([], [Alignments("a", "title", PAIRS)], out)
    assert "\x1b[97;45mS substitution" in out.getvalue()


def test_nothing_steers_the_terminal() -> None:
    wild = "\x1b]0;x\x07\r\x9b1A"
    table = Table("t", wild, [Column("w", wild), Column("n", "n", 0)], [[wild, 1]], wild, [[wild, 2]])
    pairs = Alignments("a", wild, [AlignedPair(wild, [wild], [wild], "S", {"speaker": wild})], wild)
    text = "\n".join(drawn(table, pairs, out=Terminal()))
    assert not {"\r", "\x07", "\x9b", "\x1b]"} & {*text, *(text[at : at + 2] for at in range(len(text)))}


def test_a_broken_stream_is_an_os_error() -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device", text)

    for block in (NUMBERS, Alignments("a", "title", PAIRS)):
        with pytest.raises(OSError, match="No space left"):
            drawn(block, out=Full())


WEIGHED_PAIR = AlignedPair("u", ["a", "b"], ["a", "c"], "CS", {}, [0.0, 0.5], [None, 0.25])


def test_what_errors_weigh_stands_under_them() -> None:
    assert drawn(Alignments("a", "t", [WEIGHED_PAIR], weighed=True))[3:] == [
        "u  (1 S of 2, weight 0.50)",
        "  ref     a b",
        "  hyp     a c",
        "            S",
        "  weight    0.50",
        "  cosine    0.25",
        "",
    ]


@pytest.mark.parametrize(("folds", "seen"), [(True, "a [11 times more]"), (False, "a a a a a a a a a a a a")])
def test_loops_are_folded_unless_all_is_asked_for(folds: bool, seen: str) -> None:
    pair = AlignedPair("u", [""] * 12, ["a"] * 12, "I" * 12)
    assert f"  hyp  {seen}" in drawn(Alignments("a", "t", [pair], folds=folds))


def test_blocks_stand_apart_and_nothing_is_said_to_be_nothing() -> None:
    nothing = Table("t", "first", [Column("w", "w")], [])
    assert drawn(nothing, Alignments("a", "second", []), nothing) == [
        *("first", "", "  none", ""),
        *("second", "S substitution  D deletion  I insertion", "", "  none", ""),
        *("first", "", "  none", ""),
    ]
    only_foot = Table("t", "t", [Column("w", "w")], [], foot=[["all"]])
    assert "  all" in drawn(only_foot)


def test_a_long_table_ends_with_what_is_said_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its columns are three blanks apart and as wide as their widest cell, the last rows' included."""
    monkeypatch.setattr("mondegreen.render.terminal.LONG", 1)
    columns = [Column("w", "w\x1b"), Column("n", "n", 0), Column("t", "t")]
    table = Table("t", "t", columns, [["a", 1, "x"], ["b", 2, None]], foot=[["all of it", 1000, "y"]])
    assert drawn(table)[1:] == [
        "  w\\x1b          n   t",
        "  a              1   x",
        "  b              2",
        "  all of it   1000   y",
    ]


def test_a_stream_that_has_ascii_alone_gets_ascii() -> None:
    raw = io.BytesIO()
    table = Table("t", "title", [Column("w", "word"), Column("n", "count", 0)], [["a", 1]])
    with io.TextIOWrapper(raw, encoding="ascii") as out:
        write([], [table], out)
        out.flush()
        assert {"word", "count", "a", "1"} <= set(raw.getvalue().decode("ascii").split())


def test_below_all_blocks_stands_once_what_was_paired() -> None:
    run = mg.score({"u": "a"}, {"u": "b"}, ["wer"])
    lines = drawn(*report_metrics([run], View()), *report_metrics([run], View()), runs=[run])
    assert [line for line in lines if "paired" in line] == ["1 utterance paired by ID"]


JUDGED = Table(
    "t",
    "t",
    [Column("s", "s"), Column("c", "change", 2, signed=True), Column("n", "n", 1, unit="%")],
    [["a", Judged(-1.5, "better"), Judged(2.25, "best")], ["b", Judged(0.5, "worse"), 3.0], ["c", 0.25, None]],
)


def test_what_is_judged_has_a_sign_an_arrow_and_a_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    text = "\n".join(drawn(JUDGED, out=Terminal()))
    assert "\x1b[38;5;231;48;5;22m-1.50 ↓\x1b[0m" in text
    assert "\x1b[38;5;231;48;5;88m+0.50 ↑\x1b[0m" in text
    assert "\x1b[1m2.2 %\x1b[0m" in text
    plain = [line.split() for line in drawn(JUDGED)][4:7]
    assert plain == [["a", "-1.50", "↓", "2.2", "%"], ["b", "+0.50", "↑", "3.0", "%"], ["c", "+0.25"]]


def test_sentences_stand_alone_and_their_heads_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    rows = [[JudgedText("a:b is better", ": by 1", "better")], [JudgedText("nothing", ": new", None)]]
    prose = Table("v", "title", [Column("v", "", reader="people")], rows)
    assert drawn(prose) == ["title", "a:b is better: by 1", "nothing: new"]
    assert drawn(prose, out=Terminal())[1] == "\x1b[38;5;231;48;5;22ma:b is better\x1b[0m: by 1"


def test_what_a_column_says_once_is_blank_below() -> None:
    rows: list[list[Cell]] = [["wer", "x"], ["wer", "y"], ["cer", "x"]]
    lines = drawn(Table("t", "t", [Column("m", "metric", once=True), Column("s", "s")], rows))
    assert [line.split() for line in lines[4:7]] == [["wer", "x"], ["y"], ["cer", "x"]]


def test_headings_of_utterances_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("NO_COLOR", "1")
    pair = AlignedPair("utterance-17", ["a"], ["b"], "S", {"speaker": "somebody"})
    lines = drawn(AlignedSystems("x", "title", ["base", "new"], [(pair, pair)]), out=Terminal())
    assert lines[3:5] == ["utterance-17  speaker somebody", "    (base 1 S, new 1 S; of 1)"]
    lines = drawn(Alignments("x", "title", [pair]), out=Terminal())
    assert lines[-5:-3] == ["    (1 S of 1)", "  ref  a"]
