"""Whole numbers as C's own `atoi` reads them, and where files and options have them."""

import ctypes
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mondegreen.dropin.emulation.numbers import parse_c_int
from programs import agree

BLANKS = st.text(" \t\n\v\f\r", max_size=2)


@given(st.builds("".join, st.tuples(BLANKS, st.sampled_from(["", "+", "-", "--", "x"]), st.text("0159", max_size=25))))
@example("7x")
@example("1e3")
@example("-9223372036854775809")
def test_numbers_are_those_of_c(text: str) -> None:
    assert parse_c_int(text.encode()) == ctypes.CDLL(None).atoi(text.encode())


def test_a_number_may_have_any_length() -> None:
    assert parse_c_int(b"9" * 10_000) == -1


@pytest.mark.parametrize("number", ["4294967297", "99999999999", "1x", " 2", "x"])
def test_options_hold_numbers_as_c_does(tmp_path: Path, number: str) -> None:
    (tmp_path / "ref").write_text("a b (s-1)\n", encoding="utf-8")
    agree("sclite", ["-r", "ref", "-h", "ref", "-i", "rm", "-f", number, "-o", "dtl"], tmp_path)


@pytest.mark.parametrize("number", ["inf", "nan", "1e3", "3.9", "99999999999", "-5", "0x10", "abc"])
def test_utterances_are_numbered_by_whole_numbers(tmp_path: Path, number: str) -> None:
    path = '<PATH id="(s-{})" word_cnt="1" sequence="{}">\nC,"a","a"\n</PATH>\n'
    text = f'<SYSTEM title="t">\n<SPEAKER id="s">\n{path.format(1, number)}{path.format(2, 2)}</SPEAKER>\n</SYSTEM>\n'
    agree("sclite", ["-P", "-o", "sgml", "prf", "-n", "x"], tmp_path, text.encode())


@pytest.mark.parametrize("number", ["4294967298", "99999999999", " 2", "2x", "-1"])
def test_rules_are_as_many_as_c_reads(tmp_path: Path, number: str) -> None:
    (tmp_path / "rules").write_text(f";;\na => b\nc => d\n* max_nrules = '{number}'\ne => f\n", encoding="utf-8")
    agree("rfilter1", ["rules"], tmp_path, b"a c e\n")
