"""The replacements of Kaldi's Perl and shell scripts, where the golden cases do not reach."""

import io
import subprocess
from pathlib import Path

import pytest

from mondegreen.dropin.kaldi.ctm_scripts import convert_ctm, resolve_ctm_overlaps
from mondegreen.dropin.kaldi.scripts import ScriptEntry
from mondegreen.dropin.kaldi.symbol_tables import int2sym, sym2int
from mondegreen.dropin.kaldi.wer_scripts import (
    best_wer,
    sort_operations,
    wer_ops_details,
    wer_per_spk_details,
    wer_per_utt_details,
    wer_report,
)


def run(script: ScriptEntry, *words: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
    out, err = io.BytesIO(), io.BytesIO()
    code = script([word.encode() for word in words], io.BytesIO(stdin), out, err)
    return code, out.getvalue(), err.getvalue().decode()


@pytest.fixture
def words(tmp_path: Path) -> str:
    (tmp_path / "words.txt").write_bytes(b"<eps> 0\na 1\n\xe9 2\n<unk> 3\n")
    return str(tmp_path / "words.txt")


@pytest.mark.parametrize(
    ("fields", "line", "expected"),
    [
        ([], b"1 2", b"a \xe9 \n"),
        (["-f", "2"], b"1 1 1", b"1 a 1 \n"),
        (["-f", "2-"], b"1 1 1", b"1 a a \n"),
        (["-f", "-2"], b"1 1 1", b"a a 1 \n"),
        (["-f", "2-2"], b"1 1 1", b"1 a 1 \n"),
        (["-f", "5"], b" 1\t1 ", b"1 1 \n"),  # there is no fifth
    ],
)
def test_chosen_fields_become_symbols(fields: list[str], line: bytes, expected: bytes, words: str) -> None:
    assert run(int2sym, *fields, words, stdin=line + b"\n") == (0, expected, "")


@pytest.mark.parametrize("script", [int2sym, sym2int])
def test_what_is_wrong_with_a_call_is_said(script: ScriptEntry, words: str, tmp_path: Path) -> None:
    for fields in ("x", "-"):
        assert f"Bad argument to -f option: {fields}" in run(script, "-f", fields, words)[2]
    code, _, err = run(script)
    assert code == 1
    assert "Usage" in err
    assert "Could not open symbol table file missing" in run(script, "missing")[2]
    (tmp_path / "bad").write_bytes(b"a 1\nb\n")
    code, _, err = run(script, str(tmp_path / "bad"))
    assert code
    assert "bad line in symbol table file: b" in err


def test_a_file_that_is_not_there_is_passed_over_as_by_perl(words: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"1\n")
    code, out, err = run(int2sym, words, "missing", str(tmp_path / "in"), "-", stdin=b"2\n")
    assert (code, out) == (0, b"a \n\xe9 \n")
    assert err == "Can't open missing: No such file or directory\n"


def test_unknown_symbols_are_mapped(words: str) -> None:
    for stand_in in ("<unk>", "3"):
        code, out, err = run(sym2int, "--map-oov", stand_in, "-f", "2-", words, stdin=b"u a x\xc3\xa9 x\n")
        assert (code, out) == (0, b"u 1 3 3\n")
        assert err.endswith("** Replaced 2 instances of OOVs with 3\n")
    assert "OOV symbol b not defined" in run(sym2int, "--map-oov", "b", words)[2]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("a:%WER 9.0 [ 1 ]\nb:%WER 10.0 [ 1 ]\n", "%WER 9.0 [ 1 ] a\n"),  # as numbers, not as texts
        ("a:%WER 9.0 [ 1 ]\nb:%WER 9.00 [ 2 ]\n", "%WER 9.0 [ 1 ] a\n"),  # the first of equals
        ("a:%WER inf [ 1 ]\nb:%WER 500 [ 2 ]\n", "%WER 500 [ 2 ] b\n"),
        ("a:%WER -nan [ 1 ]\nb:%WER 5 [ 2 ]\n", "%WER -nan [ 1 ] a\n"),  # compares with nothing
        ("a:%WER 5 [ 1 ]\nb:%WER -nan [ 2 ]\n", "%WER 5 [ 1 ] a\n"),
        ("nothing\n", ""),
        ("", ""),
    ],
)
def test_the_best_line(lines: str, expected: str) -> None:
    assert run(best_wer, stdin=lines.encode()) == (0, expected.encode(), "")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"u a b ; c\n", "words must come in pairs"),
        (b"u a b | c d\n", "with ; between them"),
        (b"\n", "Bad line in input"),
        (b"u x\xc2\xa0y z \n", "words must come in pairs"),  # Perl's text is cut at a no-break space, align-text's not
    ],
)
def test_what_is_no_alignment(line: bytes, said: str) -> None:
    code, out, err = run(wer_per_utt_details, stdin=line)
    assert (code, out) == (255, b"")
    assert said in err


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("", "ref hyp op #csid"),
        ("--output-ref --no-output-ref --nooutput-csid", "hyp op"),
        ("--nooutput-ref --output-ref", "ref hyp op #csid"),
        ("--nooutput-ref --no-output-hyp --nooutput-ops --nooutput-csid --output-ops", "op"),
        ("--nooutput-ops --separator=; --output-csid", "ref hyp #csid"),
    ],
)
def test_lines_are_shown_as_the_last_flag_of_each_says(words: str, shown: str) -> None:
    """As wer_per_utt_details.pl prints them."""
    lines = {"ref": "u ref  a\n", "hyp": "u hyp  a\n", "op": "u op   C\n", "#csid": "u #csid 1 0 0 0\n"}
    code, out, _ = run(wer_per_utt_details, *words.split(), stdin=b"u a a\n")
    assert (code, out.decode()) == (0, "".join(lines[each] for each in shown.split()))


@pytest.mark.parametrize("script", [wer_per_utt_details, wer_ops_details, wer_per_spk_details])
@pytest.mark.parametrize("words", [["--nothing"], ["a", "b"], ["--special-symbol"]])
def test_what_is_no_call_ends_as_perls_readers_of_options_do(script: ScriptEntry, words: list[str]) -> None:
    assert run(script, *words)[:2] == (2, b"")


def test_bytes_have_the_width_of_bytes() -> None:
    text = b"u \xe9\xe9 a ; b <eps>\n"
    expected = b"u ref  \xe9\xe9    b  \nu hyp   a  <eps>\nu op    S    D  \nu #csid 0 1 0 1\n"
    assert run(wer_per_utt_details, stdin=text)[1] == expected
    expected = b"u ref  \xc3\xa9    b  \nu hyp  a  <eps>\nu op   S    D  \nu #csid 0 1 0 1\n"
    assert run(wer_per_utt_details, stdin=b"u \xc3\xa9 a ; b <eps>\n")[1] == expected


def test_a_speaker_file_has_two_fields(tmp_path: Path) -> None:
    (tmp_path / "utt2spk").write_text("u s\nv\n", encoding="utf-8")
    code, out, err = run(wer_per_spk_details, str(tmp_path / "utt2spk"))
    assert (code, out) == (255, b"")
    assert "Bad line in utt2spk file: v" in err


def test_counts_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    (tmp_path / "utt2spk").write_text("u s\n", encoding="utf-8")
    code, out, err = run(wer_per_spk_details, str(tmp_path / "utt2spk"), stdin=b"u #csid 3 x 0 0\n")
    assert (code, out) == (255, b"")
    assert err.endswith("Bad counts of utterance u: 3 x 0 0\n")
    assert run(wer_report, stdin=b"SUM raw 1 2 3 4 5 6 7 x\n")[::2] == (255, "Bad counts: SUM raw 1 2 3 4 5 6 7 x\n")


def test_long_names_widen_the_table(tmp_path: Path) -> None:
    (tmp_path / "utt2spk").write_text(f"u s\nv {'x' * 20}\n", encoding="utf-8")
    _, out, _ = run(wer_per_spk_details, str(tmp_path / "utt2spk"), stdin=b"u #csid 3 1 0 0\n")
    header, raw, *_ = out.decode().splitlines()
    assert header.startswith(f"{'SPEAKER':<20} id ")  # though only a short one was heard
    assert raw.split() == ["s", "raw", "1", "4", "3", "1", "0", "0", "1", "1"]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_operations_are_sorted_as_sort_does(encoding: str) -> None:
    pairs = ["a b", "b a", "é a", "e a", "zé *", "* z", "a a", "a.b a", "É a", "éa b", "ea b"] * 2 + ["z z"]
    if encoding == "latin-1":
        pairs += ["x\xa0y b", "b \x85"]  # in bytes no blanks, as they are to what knows characters
    lines = [f"u ref {a}\nu hyp {b}\n" for a, b in (pair.split(" ") for pair in pairs)]
    _, out, _ = run(wer_ops_details, "--special-symbol", "*", stdin="".join(lines).encode(encoding))
    command = ["sort", "-b", "-i", "-k", "1,1", "-k", "4,4rn", "-k", "2,2", "-k", "3,3"]
    done = subprocess.run(command, input=out, env={"LC_ALL": "C"}, capture_output=True, check=True)
    ours = "".join(sort_operations(out.decode(encoding).split("\n")[:-1], encoding))
    assert ours.encode(encoding) == done.stdout.replace(b"\n", b"")


@pytest.mark.parametrize("lines", ["u ref a\nu ref b\nu hyp a\n", "u ref a b\nu hyp a\n", "u ref a\n", "u hyp a\n"])
def test_operations_need_both_sides_of_an_utterance(lines: str) -> None:
    code, out, err = run(wer_ops_details, stdin=lines.encode())
    assert (code, out) == (255, b"")
    assert "Utterance u " in err


def test_sides_of_an_utterance_may_stand_apart() -> None:
    lines = ["u hyp a x", "v ref c", "u ref a b", "v hyp c", "w ref", "w hyp"]
    _, out, _ = run(wer_ops_details, stdin="".join(f"{line}\n" for line in lines).encode())
    assert [line.split() for line in out.decode().splitlines()] == [
        ["correct", "a", "a", "1"],
        ["substitution", "b", "x", "1"],
        ["correct", "c", "c", "1"],
    ]


def test_the_report_takes_the_best_of_several() -> None:
    rows = [b"SUM raw 2 10 5 3 2 2 7 2\n", b"SUM raw 2 20 16 3 2 1 6 2\n", b"SUM sys 2 20\n", b"x\n"]
    rows.append(b"SUM raw 2 1000 991 3 2 4 9 2\n")  # fewer per cent, but not fewer
    assert (
        run(wer_report, "dev", "set", stdin=b"".join(rows))[1]
        == b"%WER 30.00 [ 6 / 20,  2 ins, 1 del, 3 sub ] dev set\n"
    )
    assert run(wer_report) == (0, b"", "")
    assert run(wer_report, stdin=rows[1])[1].endswith(b" sub ]\n")
    code, out, _ = run(wer_report, stdin=b"SUM raw 1 0 0 0 2 0 2 1\n")
    assert (code, out) == (255, b"")  # Perl divides by no zero


def test_a_ctm_needs_its_segments(tmp_path: Path) -> None:
    for name, text in [("segments", "u rec 1 2\nv other 1 2\n"), ("channels", "rec file A\n"), ("bad", "rec file\n")]:
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in ("segments", "channels")]
    code, out, err = run(convert_ctm, *files, stdin=b"u 1 0.5 0.25 w\nv 1 0 1 w\n")
    assert (code, out) == (255, b"file A 1.50 0.25 w\n")
    assert "Recording-id other not defined" in err
    assert run(convert_ctm, "--skip-unknown", *files, stdin=b"x 1 0 1 w\nu 1 0 1 w\n")[:2] == (
        0,
        b"file A 1.00 1.00 w\n",
    )
    assert "Bad line in input" in run(convert_ctm, *files, stdin=b"u 1 0\n")[2]
    assert "Bad line in reco2file_and_channel file" in run(convert_ctm, files[0], str(tmp_path / "bad"))[2]
    code, _, err = run(convert_ctm)
    assert code == 1
    assert "Usage" in err
    # Perl takes the beginning that looks like a number; and times are rounded before they are looked at.
    code, out, err = run(convert_ctm, *files, stdin=b"u 1 0.5s 0.25x w\nu 1 0.506 0.506 w\nu 1 0.504 0.508 w\n")
    assert out == b"file A 1.50 0.25 w\nfile A 1.51 0.51 w\nfile A 1.50 0.51 w\n"
    assert err == "Warning: word appears to be past end of recording; line is file A 1.51 0.51 w\n"


def test_a_window_may_lose_all_its_words(tmp_path: Path) -> None:
    (tmp_path / "segments").write_text("a r 0 10\nb r 2 8\nc r 7 20\n", encoding="utf-8")
    ctm = ["a 1 1.0 0.5 w1", "b 1 0.5 0.5 w2", "c 1 3.0 1 w3 0.5"]
    (tmp_path / "in").write_text("".join(f"{line}\n" for line in ctm), encoding="utf-8")
    files = [str(tmp_path / name) for name in ("segments", "in", "out")]
    assert run(resolve_ctm_overlaps, *files)[0] == 0
    assert (tmp_path / "out").read_text(encoding="utf-8") == "a 1 1.0 0.5 w1\nc 1 3.0 1.0 w3 0.5\n"
    (tmp_path / "segments").write_text("a r 0 10 x y\n", encoding="utf-8")
    assert "segments:1: no segment" in run(resolve_ctm_overlaps, *files)[2]
    (tmp_path / "segments").write_text("a r 0 10\n", encoding="utf-8")
    (tmp_path / "in").write_text("x 1 0 1 w\n", encoding="utf-8")
    code, _, err = run(resolve_ctm_overlaps, *files)
    assert code == 1
    assert "in:1: x is no segment" in err


@pytest.mark.parametrize(
    ("segments", "ctm", "expected"),
    [
        # Windows in the order of time, and recordings in that of the segments, wherever they stand in the CTM.
        (
            ["b r 0 10", "s q 0 1", "a r 8 20"],
            ["s 1 0.0 0.5 w1", "a 1 0.2 0.5 w2", "a 1 3.0 0.5 w3", "b 1 8.0 0.5 w4", "b 1 9.2 0.5 w5"],
            ["b 1 8.0 0.5 w4", "a 1 3.0 0.5 w3", "s 1 0.0 0.5 w1"],
        ),
        # A window within another is left out, and the other stays whole, as does what comes next.
        (
            ["a r 0 10", "b r 2 8", "c r 7 20"],
            ["a 1 9.5 0.25 w1", "b 1 5.5 0.25 w2", "c 1 0.5 0.25 w3"],
            ["a 1 9.5 0.25 w1", "c 1 0.5 0.25 w3"],
        ),
        # So does what comes behind a window of which nothing is left.
        (
            ["a r 0 10", "b r 8 18", "c r 17 30"],
            ["a 1 1.0 0.5 w1", "b 1 0.25 0.5 w2", "c 1 0.25 0.25 w3"],
            ["a 1 1.0 0.5 w1", "c 1 0.25 0.25 w3"],
        ),
    ],
)
def test_windows_are_resolved_in_the_order_of_time(
    segments: list[str], ctm: list[str], expected: list[str], tmp_path: Path
) -> None:
    """What is expected was worked out by the rules of Kaldi's script."""
    for name, lines in (("segments", segments), ("in", ctm)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert run(resolve_ctm_overlaps, *(str(tmp_path / name) for name in ("segments", "in", "out")))[0] == 0
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == expected
