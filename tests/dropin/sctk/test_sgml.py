"""Systems read from sgml: what the original says of them, in its words."""

from pathlib import Path

import pytest

from mondegreen.dropin.sctk.system import (
    CASE_SENSITIVE,
    HYPOTHESIS_CONFIDENCES,
    HYPOTHESIS_TIMES,
    REFERENCE_SPAN,
    Label,
    SgmlError,
    read_sgml,
)
from programs import agree

SYSTEM = (
    b'<SYSTEM title="a" ref_fname="r" hyp_fname="h" creation_date="d" '
    b'frag_corr="TRUE" opt_del="FALSE" weight_ali="FALSE" weight_filename="">\n'
)
SPEAKER = b'<SPEAKER id="s">\n'
END = b"</SPEAKER>\n</SYSTEM>\n"


def path(items: bytes, more: bytes = b"") -> bytes:
    return SYSTEM + SPEAKER + b'<PATH id="(u)" word_cnt="1" sequence="3" %b>\n%b\n</PATH>\n' % (more, items) + END


def test_everything_a_file_tells_is_known() -> None:
    label = b'<LABEL id="f0" title="F0" desc="clean">\n</LABEL>\n'
    text = (
        SYSTEM
        + label * 2
        + path(
            b'C,"a:b","a:b",0.100+0.200,0.5:S,"c","d",,0.25:D,"x",,,:I,,"y",1.0+2.0,0.125',
            b'labels="<f0>" file="rec" channel="1" R_T1="0.5" R_T2="1.5" case_sense="1" word_aux="h_t1+t2,h_conf"',
        ).removeprefix(SYSTEM)
    )
    [system] = read_sgml(text)
    assert [system.title, system.reference, system.hypothesis, system.created] == [b"a", b"r", b"h", b"d"]
    assert [system.fragments, system.optional, system.weights] == [True, False, None]
    assert system.labels == [Label(b"f0", b"F0", b"clean")]
    scored = system.scored
    assert scored.speakers() == [b"s"]
    assert scored.totals() == [(1, 1, (1, 1, 1, 1))]
    assert scored.steps(0) == b"CSDI"
    assert scored.words(0) == [(b"a:b", b"a:b"), (b"c", b"d"), (b"x", None), (None, b"y")]
    assert [hypothesis[2] for _, hypothesis in scored.details(0)] == [0.5, 0.25, 0.0, 0.125]
    bits = CASE_SENSITIVE | REFERENCE_SPAN | HYPOTHESIS_TIMES | HYPOTHESIS_CONFIDENCES
    assert scored.header(0) == (b"(u)", b"<f0>", b"rec", b"1", 3, [[0.5, 1.5], [0.0, 0.0]], bits)
    assert scored.sgml(0, ord(":"), ord(",")).startswith(b'C,"a:b","a:b",0.100+0.200,0.500000:S,"c","d",0.000+0.000,')


# Texts, and what sclite 2.10 prints to standard error of each.
FAULTS = [
    (b"<SYSTEM>\n", b"Unable to parse SGML tag '<SYSTEM>\n'\n"),
    (b'<SPEAKER id="x">\n', b"SPEAKER tag '<SPEAKER id=\"x\">\n' found outside of SYSTEM tag\n"),
    (SYSTEM + b'<PATH id="x">\n', b"PATH tag '<PATH id=\"x\">\n' found outside of SPEAKER tag\n"),
    (SYSTEM + b"</SPEAKER>\n", b"Unable to delete SGML end tag '</SPEAKER>\n'\n"),
    (path(b'X,"a"'), b"Unknown Alignment type 'X'\n"),
    (path(b'Ca,"a",3'), b'Word parse error, at a,"a",3 of Ca,"a",3\n'),
]


@pytest.mark.parametrize(("text", "told"), FAULTS)
def test_what_cannot_be_read_is_told_as_the_original_tells_it(
    text: bytes, told: bytes, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(SgmlError):
        read_sgml(text)
    assert capfdbinary.readouterr().err == b"Error: load_SCORES_sgml " + told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            path(b'C,"a","a",3'),
            b"Warning: Auxiliary word values exist, but none have been defined in the 'word_aux' field\n",
        ),
        (
            path(b'C,"a","b",3,4,5', b'word_aux="h_conf,zz"'),
            b"Warning: Unknown word auxiliary info type 'zz'\nWarning: More auxiliary word values than defined\n"
            + b"Warning: Unknown auxiliary field type\n" * 2,
        ),
        (path(b'C,"a","b",3', b'word_aux="h_conf,"'), b""),
        (
            b'<LABEL id="a" title="b" desc="c">\n',
            b'Warning: LABEL tag \'<LABEL id="a" title="b" desc="c">\n\' found outside of SYSTEM flag\n',
        ),
    ],
)
def test_what_is_strange_is_warned_of(text: bytes, told: bytes, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    read_sgml(text)
    assert capfdbinary.readouterr().err == told


# Attributes of a path in every state, and of a system; what is between tags; labels that are known twice or not at all.
PATHS = [
    *(
        f'{name}="{value}"'
        for name in ("case_sense", "char_align", "labels", "file", "channel")
        for value in ("", "1", "0")
    ),
    *('R_T1="0.5"', 'R_T2="1.5"', 'R_T1="" R_T2=""', 'H_T1="x" H_T2="2"', 'R_T1="1" R_T2="2" H_T1="1" H_T2="2"'),
    *('sequence=""', 'sequence="7"', 'sequence="-3"', 'hyp_weight=""'),
    *(
        'word_aux="h_conf"',
        'word_aux="r_conf,h_conf"',
        'word_aux="r_t1+t2,h_t1+t2"',
        'word_aux="zz,h_conf"',
        'word_aux=""',
    ),
    *('word_aux="r_weight,h_weight"', 'word_aux="h_confx"', 'word_aux=",h_conf"', 'word_aux="h_conf,"'),
    *('labels="<a>" labels="<b>"', 'labels = "<a>"', 'labels="<a>"file="f"', "labels=<a>", "labels"),
]
OUTSIDE = [
    *('<LABEL id="a" title="b" desc="c">', '<LABEL id="a" title="b">', '<CATEGORY id="0" title="" desc="">', "<LABEL>"),
    *('<OTHER id="a">', "stray text", "", "</SYSTEM>", "</SPEAKER>", "</PATH>", "</P>", "</", "<", "<PATH>", "<PATH >"),
    *('<SYSTEM title="other">', '<SPEAKER id="other">', '<LABEL id="a" title="b" desc="c">\n</LABEL>', "</LABELS>"),
    '<LABEL id="a" title="b" desc="c">\n</LABEL>\n<LABEL id="a" title="b" desc="c">\n</LABEL>',
    '<CATEGORY id="x">\n</CATEGORY>',
    *('<SPEAKER name="x">\n</SPEAKER>', "<SPEAKER \n</SPEAKER>", '<LABEL title="b">\n</LABEL>', "<LABEL \n</LABEL>"),
]
SYSTEMS = [
    *(
        f'{name}="{value}"'
        for name in ("frag_corr", "opt_del", "weight_ali")
        for value in ("TRUE", "FALSE", "true", "")
    ),
    *(
        'weight_ali="TRUE" weight_filename="w"',
        'weight_filename="w"',
        'ref_fname="" hyp_fname="h"',
        'creation_date="x"',
    ),
]
READ = ["-P", "-f", "0", "-o", "sgml", "prf", "-n", "x"]
ITEMS = 'C,"a","a",0.5:S,"b","c",0.25'


def told(system: str, between: str, path: str) -> bytes:
    tags = f'<SYSTEM title="t" {system}>', '<SPEAKER id="s">', between, f'<PATH id="(s-1)" word_cnt="2" {path}>', ITEMS
    return "\n".join([*filter(None, tags), "</PATH>", "</SPEAKER>", "</SYSTEM>", ""]).encode()


@pytest.mark.parametrize(
    "text",
    [
        *(told("", "", path) for path in PATHS),
        *(told("", between, 'word_aux="h_conf"') for between in OUTSIDE),
        *(told(system, "", 'word_aux="h_conf"') for system in SYSTEMS),
        *(between.encode() + b"\n" + told("", "", "") for between in OUTSIDE),
    ],
    ids=repr,
)
def test_the_original_reads_tags_alike(tmp_path: Path, text: bytes) -> None:
    agree("sclite", READ, tmp_path, text)
