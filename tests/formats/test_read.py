"""Files are read in the format that is named, else in the one that they look like."""

import sys
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.formats import find_output_format, load_formats, read
from mondegreen.formats.format import Format, take_side


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text("u1 a\nu2 b\n", encoding="utf-8")
    return path


def test_a_file_is_read_as_what_it_looks_like(file: Path) -> None:
    assert list(read(file).keys) == ["u1", "u2"]
    file.write_text("it is\nso\n", encoding="utf-8")
    assert list(read(str(file)).texts) == ["it is", "so"]


def test_the_sniff_looks_at_the_beginning_only(file: Path) -> None:
    file.write_text("".join(f"u{number} a\n" for number in range(1000)) + "odd\n", encoding="utf-8")
    assert read(file).keys[-1] == "odd"


def test_a_format_that_is_named_is_not_doubted(file: Path) -> None:
    assert list(read(file, "lines").texts) == ["u1 a", "u2 b"]


def test_an_unknown_format(file: Path) -> None:
    with pytest.raises(ScoreError, match='no format "kaldy"; did you mean kaldi'):
        read(file, "kaldy")


def test_an_empty_file(file: Path) -> None:
    file.write_bytes(b"")
    with pytest.raises(ScoreError, match="text: the file is empty"):
        read(file)


EXAMPLES = {
    "trn": "le chat (eve-1)\n(eve-2)\n",
    "stm": "talk 1 eve 0.5 1.5 le chat\ntalk 1 bob 2 3\n",
    "ctm": "talk 1 0.5 0.5 le\ntalk 1 1.0 0.5 chat 0.75\n",
    "json": '[\n{"utt": "u1", "text": "le chat"},\n{"utt": "u2", "text": ""}\n]\n',
    "jsonl": '{"utt": "u1", "text": "le chat"}\n{"utt": "u2", "text": ""}\n',
    "csv": 'utt,text\nu1,"le chat"\n',
    "tsv": "utt\ttext\nu1\tle chat\n",
    "kaldi": "u1 le chat\nu2\n",
    "lines": "le chat\ndort\n",
}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("suffix", ["", ".txt", ".gz", ".csv.txt"])
def test_each_format_is_known_by_its_content(tmp_path: Path, name: str, suffix: str) -> None:
    (tmp_path / f"file{suffix}").write_text(EXAMPLES[name], encoding="utf-8")
    assert read(tmp_path / f"file{suffix}").format == name


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_format_recognizes_what_is_anothers(name: str) -> None:
    kinds: list[type[Format]] = list(load_formats())
    lines = EXAMPLES[name].splitlines()
    claims = {kind.name for kind in kinds if kind.recognizes(lines, hinted=False)}
    # A ctm without its points is Kaldi text, and any text is lines; both are asked last.
    assert claims - {"kaldi", "lines"} == {name} - {"kaldi", "lines"}
    assert name in claims


PLAIN = [
    "il dit (rires)\nelle dit (non)\n",
    "[bruit] le chat\n",
    "{euh / heu} le chat\n",
    '"le chat", dit-il\n',
    "un deux trois 0.5 1.5 quatre\nle chat dort\n",
    ";; le chat\n",
    "text\nid\n",
    "le texte, la clef\nle chat, le chien\n",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_taken_for_nothing_else(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    assert read(tmp_path / "file").format == "lines"


MISNAMED = [
    (".json", "jsonl"),  # lines of JSON are often named so
    (".trn", "kaldi"),
    (".stm", "ctm"),
    (".ctm", "stm"),
    (".jsonl", "csv"),
    (".scp", "kaldi"),
]


@pytest.mark.parametrize(("suffix", "name"), MISNAMED)
def test_content_decides_against_a_name(tmp_path: Path, suffix: str, name: str) -> None:
    (tmp_path / f"file{suffix}").write_text(EXAMPLES[name], encoding="utf-8")
    assert read(tmp_path / f"file{suffix}").format == name


def test_a_slip_in_a_file_that_is_named_is_found(tmp_path: Path) -> None:
    (tmp_path / "file.trn").write_text("le chat (u1)\nle chien u2\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"file.trn:2: a trn line ends with an utterance ID"):
        read(tmp_path / "file.trn")


def test_both_ends_of_a_long_line_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "file").write_text(f"{'le chat ' * 10_000}(eve-1)\n", encoding="utf-8")
    assert read(tmp_path / "file").format == "trn"


# Files of which the first line alone does not show the format.
OPENINGS = {
    "trn": "** a comment\nle chat (eve-1)\n(eve-2)\n",
    "stm": "\n;; a comment\ntalk 1 eve .5 1.5 le chat\n",
    "ctm": "talk 1 * * <alt_begin>\ntalk 1 0.5 0.5 le\ntalk 1 * * <alt_end>\n",
    "rttm": " \n;; a comment\nSPEAKER talk 1 0.5 0.5 <NA> <NA> eve <NA> <NA>\n",
    "json": '\n [\n{"utt": "u1", "text": "le chat"}\n]\n',
    "srt": "\n\n1\n00:00:01,000 --> 00:00:02,000\nle chat\n",
    "jiwer": "\n=== SENTENCE 1 ===\n\nREF: le chat\nHYP: le\n\n",
    "wenet": "\nutt: u1\nWER: 0.00 % N=1 C=1 S=0 D=0 I=0\nlab: le\nrec: le\n",
}


@pytest.mark.parametrize("name", OPENINGS)
def test_a_format_is_recognized_behind_comments_and_blank_lines(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text(OPENINGS[name], encoding="utf-8")
    assert read(tmp_path / "file").format == name


PLUGIN = '''
from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format

class Bars(Format):
    """Texts between bars."""

    name = "bars"
    suffixes = (".bars",)
    holds_both = True

    @staticmethod
    def recognizes(lines, *, hinted):
        return hinted or all(line.startswith("|") for line in lines)

    @staticmethod
    def read(lines, reading):
        rows = [line.split("|") for line in lines]
        keys = [str(at) for at in range(len(rows))]
        return Corpus(keys, [row[1] for row in rows], reading.name, fields={"reference": [row[2] for row in rows]})
'''


@pytest.fixture
def bars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of a format that an installed package reads."""
    info = tmp_path / "bars-1.dist-info"
    info.mkdir()
    (tmp_path / "barred.py").write_text(PLUGIN, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bars\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[mondegreen.formats]\nbars = barred:Bars\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    path = tmp_path / "file"
    path.write_text("|le chat|la chatte\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", ["", ".txt", ".bars"])
def test_a_format_of_an_installed_package_is_recognized(bars: Path, suffix: str) -> None:
    path = bars.rename(bars.with_suffix(suffix))
    corpus = read(path)
    assert [corpus.format, list(corpus.texts)] == ["bars", ["le chat"]]
    assert list(take_side(corpus, "ref").texts) == ["la chatte"]


def test_the_name_of_a_file_shows_the_format_of_an_installed_package(bars: Path) -> None:
    bars.with_suffix(".bars").write_text("u1-a|b|c\n", encoding="utf-8")
    assert read(bars.with_suffix(".bars")).format == "bars"
    assert find_output_format("new.bars").name == "bars"


def test_a_broken_package_is_named(bars: Path) -> None:
    (bars.parent / "barred.py").write_text("raise RuntimeError('no luck')", encoding="utf-8")
    sys.modules.pop("barred", None)
    with pytest.raises(ScoreError, match='"bars" of an installed package cannot be loaded: no luck; name the format'):
        read(bars)
    assert read(bars, "lines").format == "lines"
