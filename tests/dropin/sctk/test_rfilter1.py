"""rfilter1 beside the original, on random rule files with all their oddities, and by hand where that crashes."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, Done, agree, agree_on_calls, ours

WORDS = [
    b"A",
    b"B",
    b"AB",
    b"ABC",
    b"b.",
    b"'C",
    b"CD",
    b"D-E",
    b"uh",
    b"(x)",
    b"\xc4\xe3",
    b"\xe9a",
    b"a/b",
    b"[x",
    b"]",
]
FIRST = [b";; rules", b";; x", b"# x", b"", b"*"]
OTHERS = [
    *(b"* case_sensitive = 'F'", b'* COPY_NO_HIT "no"', b"* name 'foo'", b"* max_nrules='3'", b"* desc 'format'"),
    *(b";; c", b"", b"  ", b"x", b"* x", b"a => " + b"b" * 150),
]
CONTEXTS = [
    *(
        b"",
        b"",
        b"/ [ ] __ [ ]",
        b"/ [ ] __",
        b"/ __ [ ]",
        b"/ [B ] __ [ ]",
        b"/ __ [ A]",
        b"/",
        b"/ [a",
        b"/_",
        b"_ [A]",
    )
]
SHAPES = [b"%b => %b %b", b"[%b] => [%b] %b ;; why", b"%b=>%b %b", b'"%b" => "%b"%b', b" %b =>  %b  %b  ", b"%b =>%b%b"]


def rule_file(rng: random.Random) -> bytes:
    lines = [rng.choice(FIRST)]
    for _ in range(rng.randint(1, 12)):
        if rng.random() < 0.1:
            lines.append(rng.choice(OTHERS))
        found = b" ".join(rng.choices(WORDS, k=rng.choice([1, 1, 1, 2])))
        new = b" ".join(rng.choices([*WORDS, b"X", b"{a / b}", b"(y)"], k=rng.choice([0, 1, 1, 2, 3])))
        lines.append(rng.choice(SHAPES) % (found, new, rng.choice(CONTEXTS)))
    return b"\n".join(lines) + rng.choice([b"\n", b""])


def text(rng: random.Random) -> bytes:
    lines = [
        b" ".join(rng.choice([word, word.lower(), word.upper()]) for word in rng.choices(WORDS, k=rng.randint(0, 9)))
        for _ in range(5)
    ]
    data = b"".join(b" %b%b" % (line, rng.choice([b" \n", b"\n"])) for line in lines)
    return data[:-1] if rng.random() < 0.1 else data + rng.choice([b""] * 9 + [b"a\0b\n"])


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call with rules and a text."""
    (folder / "a.glm").write_bytes(rule_file(rng))
    name = rng.choice(["a.glm"] * 9 + ["nofile"])
    yield Call("rfilter1", [name, *rng.choice([[], [], [], ["1"], ["0"]])], text(rng))


@pytest.mark.parametrize("seed", range(60))
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)


def test_the_original_agrees_on_no_arguments_and_on_long_lines(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_bytes(b";;\na => b\n")
    (tmp_path / "empty.glm").write_bytes(b"")
    agree("rfilter1", [], tmp_path)
    agree("rfilter1", ["empty.glm"], tmp_path)
    for length in (99_997, 99_998, 99_999, 250_000):
        agree("rfilter1", ["a.glm"], tmp_path, b"x" * length + b"a\n")


CRASHES = [
    (b";; no rule at all\n", b" a \n", Done(0, b" a \n", b"", {})),
    (b"a => x\nb => y\n", b"a b\n", Done(0, b"a y\n", b"", {})),  # the first line is never a rule
    (
        b";;\n* FORMAT = 'NIST2'\na => b\n",
        b"a\n",
        Done(4, b"", b"*ERR:apply_rules2: invalid format 'NIST2'\n*ERR: apply_rules2 returns perr=11\n", {}),
    ),
]


@pytest.mark.parametrize(
    "line", [b"desc = 'abc", b"desc = abc'", b'copy_no_hit="', b"max_nrules = '1x", b"name = 'a\" b'"]
)
def test_a_value_without_its_end_goes_on_to_that_of_the_line(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "a.glm").write_bytes(b';;\n* %b\n"a" => b\nc => d\n' % line)
    agree("rfilter1", ["a.glm", "1"], tmp_path, b"a b c\n")


@pytest.mark.parametrize("data", [b"a\n", b"", b"a\0b\nc"])
def test_rules_of_another_format_are_not_looked_at(tmp_path: Path, data: bytes) -> None:
    # With a rule before it the original does not crash.
    (tmp_path / "a.glm").write_bytes(b";;\n\"a\" => b\n* FORMAT = 'NIST2'\nno arrow\nb => c\n")
    agree("rfilter1", ["a.glm"], tmp_path, data)


@pytest.mark.parametrize("line", [b"  ;; x", b"\t;;", b" ;;a => b", b"  * x", b"   "])
def test_the_original_agrees_on_lines_that_hold_no_rule(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "a.glm").write_bytes(b";;\na => b\n%b\nc => d\n" % line)
    agree("rfilter1", ["a.glm"], tmp_path, b"a c\n")


@pytest.mark.parametrize(("rules", "data", "expected"), CRASHES)
def test_what_crashes_the_original_does_what_it_means(
    tmp_path: Path, rules: bytes, data: bytes, expected: Done
) -> None:
    (tmp_path / "a.glm").write_bytes(rules)
    assert ours("rfilter1", ["a.glm"], tmp_path, data) == expected


def test_text_that_grows_beyond_the_original_s_memory(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_bytes(b";;\nuh => %HESITATION\n")
    done = ours("rfilter1", ["a.glm"], tmp_path, b"uh " * 30_000 + b"\n")
    assert done.output == b"%HESITATION " * 30_000 + b"\n"


HEADERS = [
    *("name = 'n' # x", "NAME 'a' desc", 'desc = "d"', "format = 'NIST1'", "* 'x'", "no quotes", "max_nrules = '1'"),
    *("copy_no_hit = 'T'", "copy_no_hit = 'yes'", "copy_no_hit = 'true'", "copy_no_hit = 'F'", "copy_no_hit = ''"),
    *(
        "case_sensitive = 'T'",
        "case_sensitive = 'f'",
        "case_sensitive = 'Yes'",
        "indexed = 'F'",
        "name copy_no_hit 'F'",
    ),
    *("max_nrules = '2'", "max_nrules = '0'", "desc = 'x' case_sensitive"),
]
# Rules cut in every way: brackets, slashes within and without, no space behind the arrow, contexts that are empty.
RULE_LINES = [
    *(
        '"a" => "b"',
        "[a] => [b] / [x ] __ [ y]",
        "a => b / x __ y",
        "a => b/ __ y",
        "a => [b / c]",
        "a => [b] / [c / d]",
    ),
    *("a =>b", "a=>b c", "a => ", "a =>", "a => b / ", "a => b / [x]", "a => b / _ y", "a => [b / c] / __ [ y]"),
    *("[a => b", "a] => b", '"a => b"', '"a] => [b"', "a => b ;; x", "a ;; => b", "; a => b", "no arrow", "=> b"),
    *(
        "a => [] / [ ] __ [ ]",
        " a  =>  b  /  x  __  y  ",
        "a => b / x y",
        "a => b => c",
        "a => b /__",
        "a => b / [] __ []",
    ),
]
TEXT = b' a b x a y A B c a] [a "a xay x a y/ a => b\n a\n xa y \xe9 \xc9\n'


@pytest.mark.parametrize("header", HEADERS)
def test_the_original_agrees_on_each_header(tmp_path: Path, header: str) -> None:
    (tmp_path / "a.glm").write_text(f";; x\n* {header}\na => b\n* desc = 'more'\nB => c ;; why\n")
    for level in ("", "0", "1", "-1"):
        agree("rfilter1", ["a.glm", *level.split()], tmp_path, TEXT)


@pytest.mark.parametrize("rule", RULE_LINES)
def test_the_original_agrees_on_each_rule(tmp_path: Path, rule: str) -> None:
    (tmp_path / "a.glm").write_text(f";; x\nqq => zz\n{rule}\nc => d / [ ] __ [ ]\n")
    agree("rfilter1", ["a.glm", "1"], tmp_path, TEXT)


@pytest.mark.parametrize("length", [129, 130, 131, 132, 262, 263])
def test_the_original_cuts_long_rules(tmp_path: Path, length: int) -> None:
    (tmp_path / "a.glm").write_bytes(b";;\n" + b"a => ".ljust(length - 5, b"b") + b" => c\nd => e\n")
    agree("rfilter1", ["a.glm", "1"], tmp_path, b"a d bb\n")


def test_a_name_may_hold_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONDEGREEN_RULES", "a")
    (tmp_path / "a.glm").write_bytes(b";;\na => b\n")
    (tmp_path / "$MONDEGREEN_NOTHING").write_bytes(b";;\na => c\n")
    for name in ("$MONDEGREEN_RULES.glm", "$MONDEGREEN_NOTHING", "$MONDEGREEN_NOTHING.glm"):
        agree("rfilter1", [name, "1"], tmp_path, b"a\n")
