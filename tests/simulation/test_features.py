"""The features of English sounds, against the table that an independent implementation used."""

from mondegreen.simulation import pronunciations as features

# Columns in the order of letters, as the published table has them; + has it, - lacks it, 0 is left open.
COLUMNS = """
    anterior, approximant, back, consonantal, constricted glottis, continuant, coronal, delayed release, diphthong,
    distributed, dorsal, front, front diphthong, high, labial, labiodental, lateral, long, low, nasal, round,
    segment, sonorant, spread glottis, stress, strident, syllabic, tap, tense, trill, voice
"""
TABLE = """
    AA 0++--+-0-0+-0-----+--++--0+-0-+
    AE 0+---+-0-0++0-----+--++--0+-0-+
    AH 0++--+-0-0+-0--------++--0+---+
    AO 0++--+-0-0+-0-+-----+++--0+---+
    AW 0+---+-0+0+-------+--++-+0+-0-+
    AY 0+---+-0+0+-+-----+--++-+0+-0-+
    B  0-0+----00-000+---0--+---0--0-+
    CH --0+--++0+-000----0--+---+--0--
    D  +-0+--+-0--000----0--+------0-+
    DH +-0+-+++0+-000----0--+------0-+
    EH 0+---+-0-0++0--------++--0+---+
    ER ++---++0-++-0+-------++---+---+
    EY 0+---+-0+0+++--------++-+0+-+-+
    F  0-0+-+-+00-000++--0--+---0--0--
    G  0-0+----00+00+-------+---0--0-+
    HH 0-0--+-+00-000----0--+-+-0--0--
    IH 0+---+-0-0++0+-------++--0+---+
    IY 0+---+-0-0++0+-------++--0+-+-+
    JH --0+--++0+-000----0--+---+--0-+
    K  0-0+----00+00+-------+---0--0--
    L  ++0+-++00--000--+-0--++-----0-+
    M  0-0+---000-000+---0+-++--0--0-+
    N  +-0+--+00--000----0+-++-----0-+
    NG 0-0+---000+00+-----+-++--0--0-+
    OW 0++--+-0-0+-0-+-----+++--0+-+-+
    OY 0++--+-0+0+-+-------+++-+0+---+
    P  0-0+----00-000+---0--+---0--0--
    R  -+0--++00+-000----0--++-----0-+
    S  +-0+-+++0--000----0--+---+--0--
    SH --0+-+++0+-000----0--+---+--0--
    T  +-0+--+-0--000----0--+------0--
    TH +-0+-+++0+-000----0--+------0--
    UH 0++--+-0-0+-0++-----+++--0+---+
    UW 0++--+-0-0+-0++-----+++--0+-+-+
    V  0-0+-+-+00-000++--0--+---0--0-+
    W  0++--+-000+-0++-----+++--0--+-+
    Y  0+---+-000++0+-------++--0--+-+
    Z  +-0+-+++0--000----0--+---+--0-+
    ZH --0+-+++0+-000----0--+---+--0-+
"""


def test_features_are_those_of_the_published_table() -> None:
    names = [" ".join(name.split()) for name in COLUMNS.split(",")]
    rows = dict(line.split() for line in TABLE.strip().splitlines())
    assert len(rows) == 39
    assert sorted(features.HAYES_FEATURES) == sorted(names)
    signs = {"+": 1, "-": -1, "0": 0}
    expected = {
        phone: {name: signs[sign] for name, sign in zip(names, row, strict=True)} for phone, row in rows.items()
    }
    found = {
        phone: dict(zip(features.HAYES_FEATURES, row, strict=True))
        for phone, row in features.list_hayes_features().items()
    }
    assert found == expected
