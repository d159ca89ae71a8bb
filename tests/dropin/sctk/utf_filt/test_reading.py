"""What utf_filt.pl reads by itself, and what it says of transcripts and definitions out of order."""

from itertools import pairwise
from pathlib import Path

import pytest

from mondegreen.dropin.sctk.utf_dtd import REFERENCE_MARKS, list_marks
from mondegreen.dropin.sctk.utf_words import split_tokens
from programs import ours
from utf_transcripts import short


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("<b_foreign>oui<e_foreign>", "a.utf:2: B_FOREIGN needs its attribute LANGUAGE"),
        ("<b_foreign language=x language=y>", "a.utf:2: B_FOREIGN has its attribute LANGUAGE twice"),
        ("\n<b_clear>x", "a.utf:3: the element B_CLEAR is not declared"),
        ("<turn>", "a.utf:2: TURN cannot stand in TURN"),
        ("</section>", "a.utf:2: SECTION is not open, and cannot end"),
        ("&eacute;", "a.utf:2: the entity eacute is not declared"),
        ("<background startTime=1 type=rain level=low>", "a.utf:2: the attribute TYPE cannot be 'RAIN'"),
        ("<background startTime=1 music loud>", "a.utf:2: no attribute of BACKGROUND may be LOUD"),
        ("<time sec=1:30>", "a.utf:2: the attribute SEC needs quotes around its value"),
        ("<time sec=1 min=2>", "a.utf:2: TIME has no attribute MIN"),
        ("a ]]> b", "a.utf:2: markup that cannot be read"),
        ("<!-- open", "a.utf:2: markup that cannot be read"),
        ("</turn>x<turn speaker=a male startTime=1 endTime=2>", "a.utf:2: text in SECTION, which holds none itself"),
    ],
)
def test_what_does_not_conform_is_told(folder: Path, body: str, sentence: str) -> None:
    (folder / "a.utf").write_bytes(short(body))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    last = "Transcript file 'a.utf' does not conform to DTD 'utf.dtd' at utf_filt.pl line 625."
    assert (done.code, done.complaints.decode(), done.files) == (25, f"{sentence}\n{last}\n", {})


@pytest.mark.parametrize(
    ("dtd", "sentence"),
    [
        ("", "a.utf:1: no <!DOCTYPE ... [ before the first element"),
        ("<!DOCTYPE utf [\n<!ELEMENT utf - - EMPTY>\n", "a.utf:1: a declaration that cannot be read"),
        ("<!DOCTYPE utf [\n<!ELEMENT turn - - (utf)>\n]>", "utf.dtd:1: the element UTF is not declared"),
        ("<!DOCTYPE utf [\n<!ELEMENT utf - -\n>]>", "utf.dtd:2: a declaration of ELEMENT that cannot be read"),
        (
            '<!DOCTYPE utf [\n<!ENTITY % a "&#37;b;"><!ENTITY % b "&#37;a;">\n%a; ]>',
            "utf.dtd:3: parameter entities go round",
        ),
        ("<!DOCTYPE utf [\n<!ELEMENT utf - - CDATA>]>", "utf.dtd:2: a declaration of ELEMENT that cannot be read"),
        ("<!DOCTYPE utf [\n<!ATTLIST utf a CDATA #CURRENT>]>", "utf.dtd:2: a declaration of ATTLIST that cannot"),
        ('<!DOCTYPE utf [\n<!ENTITY % a "%b;">\n]>', "utf.dtd:2: a declaration of ENTITY that cannot be read"),
        ('<!DOCTYPE utf [\n<!ELEMENT utf - - (x)><!SHORTREF m "!" x>]>', "utf.dtd:2: a declaration of SHORTREF that"),
    ],
)
def test_a_definition_out_of_order_is_told(folder: Path, dtd: str, sentence: str) -> None:
    (folder / "utf.dtd").write_text(dtd)
    (folder / "a.utf").write_bytes(short("you"))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert (done.code, done.files) == (25, {})
    assert done.complaints.decode().startswith(sentence)


def test_entities_that_go_round_are_told(folder: Path) -> None:
    text = (
        (folder / "utf.dtd").read_text(encoding="utf-8").replace("]>", '<!ENTITY one "a &two;"><!ENTITY two "&one;">]>')
    )
    (folder / "utf.dtd").write_text(text, encoding="utf-8")
    (folder / "a.utf").write_bytes(short("&one;"))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.complaints.startswith(b"a.utf:2: entities go round\n")


def test_entities_that_double_do_not_fill_the_memory(folder: Path) -> None:
    names = [f"e{index}" for index in range(40)]
    doubled = "".join(f'<!ENTITY {one} "&{other};&{other};">' for one, other in pairwise(names))
    text = (folder / "utf.dtd").read_text(encoding="utf-8").replace("]>", f'{doubled}<!ENTITY e39 "ha">]>')
    (folder / "utf.dtd").write_text(text, encoding="utf-8")
    (folder / "a.utf").write_bytes(short("&e0;"))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.complaints.startswith(b"a.utf:2: entities stand for too much text\n")


@pytest.mark.parametrize("use", ["{}", "<!ENTITY all '{}'>", "<!ELEMENT {}>"])
def test_parameters_do_not_fill_the_memory(folder: Path, use: str) -> None:
    """However small a name is, what it stands for counts each time."""
    big = f'<!ENTITY % big "{" " * 100_000}">'
    text = (folder / "utf.dtd").read_text(encoding="utf-8").replace("]>", f"{big}{use.format('%big;' * 20)}]>")
    free = "mondegreen.dropin.sctk.utf_dtd.TEXT_PER_BYTE"
    (folder / "utf.dtd").write_text(text, encoding="utf-8")
    (folder / "a.utf").write_bytes(short("a"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(free, 1)
        done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert b": entities stand for too much text\n" in done.complaints


@pytest.mark.parametrize("form", ["[do(=>x]", "[[don]", "[[=>x]", "[*=>x]"])
def test_a_contraction_that_is_no_pattern_is_text(folder: Path, form: str, recwarn: pytest.WarningsRecorder) -> None:
    (folder / "a.utf").write_bytes(short(f' do(n\'t<contraction e_form="{form}"> '))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert (done.code, done.complaints, list(recwarn)) == (0, b"", [])


def test_several_attributes_and_marks_stand_in_their_order(folder: Path) -> None:
    body = ' <b_enamex status=opt type="X">you<e_enamex> %{oh '
    (folder / "a.utf").write_bytes(short(body))
    done = ours("utf_filt.pl", ["-n", "-f", "IESTM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.files["out"].endswith(b'hello <ENAMEX TYPE="X" STATUS="OPT">you</ENAMEX> {%oh \n')


@pytest.mark.parametrize(
    "text", ["<3 " + '"x" ' * 40, "<3" + '"' * 60 + "<", '<time sec="' + "a " * 40, "<!--" + " --" * 41]
)
def test_quotes_and_comments_without_end_take_no_time(folder: Path, text: str) -> None:
    (folder / "a.utf").write_bytes(short(text))
    done = ours("utf_filt.pl", ["-f", "CTM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.code in {0, 25}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a <E T="x y">b c</E>d e', ["a", '<E T="x y">', "b", "c</E>d", "e"]),
        ('<E T="a>b">c', ['<E T="a>b">', "c"]),
        ('<E T="a>b', ['<E T="a>', "b"]),
        ("a<b c", ["a", "b", "c"]),
        ('x<"y>z">', ['x<"y>z"']),
        ("a<b>c<d> e", ["a<b>c", "<d>", "e"]),
    ],
)
def test_tokens_by_hand(text: str, expected: list[str]) -> None:
    assert split_tokens(text.encode()) == [token.encode() for token in expected]


@pytest.mark.parametrize(
    ("delimiters", "marks"),
    [
        ("GENERAL SGMLREF", REFERENCE_MARKS),
        ("GENERAL SGMLREF SHORTREF SGMLREF", REFERENCE_MARKS),
        ("GENERAL SGMLREF SHORTREF SGMLREF '##' \"@@\"", [*REFERENCE_MARKS, b"##", b"@@"]),
        ("GENERAL SGMLREF SHORTREF NONE '##'", [b"##"]),
    ],
)
def test_marks_that_a_declaration_adds(delimiters: str, marks: list[bytes]) -> None:
    """ISO 8879: SHORTREF is followed by SGMLREF or NONE, and then by the declaration's own literals."""
    assert list_marks(delimiters.encode() + b" NAMES SGMLREF") == marks
