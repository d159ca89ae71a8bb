"""sclite's command line beside the original: each option alone, what options want of each other, and where files go."""

from pathlib import Path

import pytest

from mondegreen.dropin.sctk.sclite_options import PROFILES, parse_options
from programs import agree, ours

TEXTS = {
    "ref.trn": "a b (s-1)\nc (t-1)\n",
    "hyp.trn": "a c (s-1)\nc (t-1)\n",
    "ref.stm": "f A s 0 9 a b\n",
    "ref.ctm": "f A 0 .5 a\nf A 1 .5 b\n",
    "hyp.ctm": "f A 0 .5 a\nf A 1 .5 c\n",
    "lexicon": "a\nb\n",
}
TRN, STM, CTM = "-r ref.trn -h hyp.trn -i rm", "-r ref.stm stm -h hyp.ctm ctm", "-r ref.ctm ctm -h hyp.ctm ctm"


def write(folder: Path) -> None:
    """Writes the texts, the hypothesis also into a directory, and makes one for reports."""
    for name in ("sub", "out"):
        (folder / name).mkdir()
    for name, text in {**TEXTS, "sub/hyp.trn": TEXTS["hyp.trn"]}.items():
        (folder / name).write_text(text, encoding="utf-8")


# Lines that sclite refuses, or takes although they look wrong.
LINES = [
    *("", "stray", "-x", "-r", "-r -x", "-r ref.trn", "-r ref.trn -h", "-h hyp.trn", "-h -x", "-r ref.trn -h -s"),
    *("-r ref.trn -h hyp.trn", "-r nofile -h hyp.trn -i rm", "-r ref.trn -h nofile -i rm -x", f"{TRN} -h nofile"),
    *("-r ref.trn foo -h hyp.trn -i rm", "-r ref.trn -h hyp.trn foo -i rm", "-r ref.trn txt -h hyp.trn -i rm"),
    *("-r ref.stm stm -h hyp.trn stm -i rm", "-r ref.trn tmk -h hyp.ctm ctm", "-r ref.stm stm -h hyp.ctm tmk"),
    *("-r ref.stm stm -h hyp.trn txt", "-r ref.stm stm -h hyp.trn txt -c", "-r ref.stm stm -h hyp.trn -i rm"),
    *("-r ref.ctm ctm -h hyp.trn -i rm", "-r ref.trn -h hyp.ctm ctm -i rm", "-r ref.stm stm -h hyp.ctm ctm -h hyp.trn"),
    *(f"{TRN} -T", f"{STM} -T", "-r ref.ctm ctm -h hyp.trn trn -i rm -T", f"{CTM} -T -o dtl", f"{CTM} -h hyp.trn -T"),
    *("-i", f"{TRN} -i foo", f"{STM} -i foo", *(f"{TRN} -i {name} -o dtl" for name in ("swb", "wsj", "spu_id", "sp"))),
    *(f"{TRN} -m", f"{TRN} -m hyp", f"{STM} -m foo", f"{STM} -m ref foo", f"{STM} -m -f 9", f"{CTM} -m ref"),
    *("-r ref.stm stm -h hyp.trn txt -m", f"{STM} -h hyp.trn trn -i rm -m"),
    *(f"{TRN} -c FOO", f"{TRN} -c DH FOO", f"{TRN} -c NOASCII DH -o dtl", f"{TRN} -c -o sum", f"{TRN} -c -c NOASCII"),
    *("-e", "-e -s", f"{TRN} -e foo", f"{TRN} -e utf-8 foo", f"{TRN} -e utf-8 ukrainian", f"{TRN} -e GB GENERIC"),
    *(f"{TRN} -L", f"{TRN} -L lm", f"{TRN} -d", f"{STM} -d"),
    *(
        "-S",
        "-S algo1",
        "-S -s",
        "-S -s -s",
        "-S algo1 -s",
        "-S algo3 lexicon",
        "-S algo1 nofile",
        "-S algo2 lexicon x",
    ),
    *(f"{TRN} -S algo1 nofile", f"{TRN} -S algo2 nofile ASCIITOO -o pra", f"{STM} -S algo1 nofile/x"),
    *(f"{TRN} -S algo1 lexicon -S algo1 lexicon", f"{TRN} -S algo2 lexicon ASCIITOO", f"{TRN} -S algo1 lexicon -s"),
    *("-w", f"{TRN} -w nofile", f"{TRN} -w unity -c", f"{TRN} -w unity -S algo1 lexicon", f"{CTM} -w unity -T"),
    *(f"{TRN} -o wws", f"{TRN} -w unity -o wws", f"{TRN} -w unity"),
    *(
        "-o",
        f"{TRN} -o foo",
        f"{TRN} -o",
        f"{TRN} -o none",
        f"{TRN} -o sum none",
        f"{TRN} -o stdout",
        f"{TRN} -o sum sum",
    ),
    *(f"{TRN} -o pralign", f"{TRN} -o all stdout", f"{TRN} -o all stdout -f 1", f"{TRN} -f 1 -o dtl stdout"),
    *("-C", f"{TRN} -C foo", f"{TRN} -C none", f"{TRN} -C det bhist", f"{TRN} -C hist -f 0 -n x", f"{TRN} -C sbhist"),
    *("-O", "-n", "-f", "-l", f"{TRN} -f -o sum"),
    *(f"{TRN} -p", f"{TRN} -p -o stdout", f"{TRN} -p -o sum stdout -f 3", f"{TRN} -p -o sum -f 5", f"{TRN} -p -C none"),
    *("-p", f"{TRN} -s -F -D -o prf sgml", f"{TRN} stray -x", f"{STM} -o prf sgml stdout", f"{CTM} -s -F -D -o prf"),
    f"{TRN} -h hyp.trn trn second -o dtl -n x",
]


@pytest.mark.parametrize("line", LINES)
def test_the_original_agrees_on_arguments(tmp_path: Path, line: str) -> None:
    write(tmp_path)
    agree("sclite", line.split(), tmp_path)


ALL = "sum rsum snt spk dtl pra prf sgml nl.sgml lur"
# How the files of reports are called, by hypothesis, -O and -n; into a directory that is not there nothing goes.
PLACES = [
    *("-h hyp.trn", "-h sub/hyp.trn", "-h ./hyp.trn", "-h hyp.trn trn title", "-h sub/hyp.trn -n name"),
    *("-h hyp.trn -O out", "-h sub/hyp.trn -O out", "-h hyp.trn -O .", "-h sub/hyp.trn -O . -n name"),
    *("-h hyp.trn -O nowhere", "-h hyp.trn -n nowhere/name", "-h hyp.trn -f 0 -O nowhere", "-h hyp.trn -f 0 -O out"),
]


@pytest.mark.parametrize("place", PLACES)
def test_reports_are_where_the_original_writes_them(tmp_path: Path, place: str) -> None:
    write(tmp_path)
    agree("sclite", ["-r", "ref.trn", "-i", "rm", *place.split(), "-o", *ALL.split()], tmp_path)


SYSTEM = b'<SYSTEM title="%b">\n<SPEAKER id="s">\n<PATH id="(s-1)" word_cnt="1">\nC,"a","a"\n</PATH>\n'
SYSTEM += b"</SPEAKER>\n</SYSTEM>\n"
PIPED = [
    *("-P", "-P -o dtl", "-P -o dtl stdout", "-P -p", "-P -f 0 -o sum wws -w unity", "-P -o lur -n x"),
    *("-P -r ref.trn", "-P -h hyp.trn", "-P -e utf-8 -o sgml -n x", "-P -C det -n x", "-P -p -C none"),
]


@pytest.mark.parametrize("line", PIPED)
def test_systems_that_come_in_are_reported_alike(tmp_path: Path, line: str) -> None:
    write(tmp_path)
    agree("sclite", line.split(), tmp_path, SYSTEM % b"one" + SYSTEM % b"sub/two")


def test_what_comes_in_and_cannot_be_read_ends_the_run(tmp_path: Path) -> None:
    agree("sclite", ["-P"], tmp_path, b"<SYSTEM>\n")


# What upstream has added since Debian's version, and the option that asks for it.
COMPAT = [
    ("--compat 2.4.12 -e utf-8 ukrainian", None),
    ("--compat 2.4.12 -e utf-8 UKRAINIAN", None),
    ("--compat 2.4.10", None),
    ("--compat 2.4.11 -e utf-8 ukrainian", "Optional case conversion localization failed /ukrainian/\n"),
    ("-e utf-8 ukrainian --compat 2.4.12", "Optional case conversion localization failed /ukrainian/\n"),
    ("--compat", "Not enough compat arguments"),
    ("--compat 2.5", "compat is one of 2.4.10, 2.4.11, 2.4.12, not '2.5'"),
]


@pytest.mark.parametrize(("options", "refusal"), COMPAT)
def test_a_version_may_be_asked_for(tmp_path: Path, options: str, refusal: str | None) -> None:
    write(tmp_path)
    done = ours("sclite", [*TRN.split(), *options.split()], tmp_path)
    if refusal is None:
        assert (done.code, done.complaints) == (0, b"")
    else:
        assert done.code == 1
        assert (done.output + done.complaints).endswith(f"\nsclite: Error, {refusal}\n\n".encode())


@pytest.mark.parametrize("profile", PROFILES)
def test_each_profile_has_a_name_in_any_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: bytes) -> None:
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in (profile, profile.upper()):
        options = parse_options([*TRN.encode().split(), b"-e", b"UTF-8", name])
        assert (options.encoding, options.profile) == (b"UTF-8", name)
