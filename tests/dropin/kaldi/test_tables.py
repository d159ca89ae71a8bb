"""Tables of texts: what Kaldi takes for one, and what it says of what it does not."""

import io
import os
from pathlib import Path

import pytest

from mondegreen.dropin.kaldi.command import Call, Console, KaldiAbortError, KaldiError, Program
from mondegreen.dropin.kaldi.kaldi_io import ALLOW_COMMANDS
from mondegreen.dropin.kaldi.tables import TextReader, open_text_lookup
from mondegreen.dropin.kaldi.writers import open_text_writer

Entries = list[tuple[bytes, list[bytes]]]


def console() -> Console:
    return Console("test", io.BytesIO())


def call() -> Call:
    return Call(Program("test", "", (), ()), (), (io.BytesIO(), io.BytesIO(), io.BytesIO()))


def entries(text: bytes, specifier: str = "ark:-") -> Entries:
    with TextReader(specifier, io.BytesIO(text), console()) as texts:
        return [(key, rest.split()) for key, rest in texts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"a x y\nb z\n", [(b"a", [b"x", b"y"]), (b"b", [b"z"])]),
        (b"", []),
        (b"\n \n\t a  x\t\n\nb\n", [(b"a", [b"x"]), (b"b", [])]),  # blank lines do no harm, nor blanks before a key
        (b"a\n", [(b"a", [])]),
        (b"a \n", [(b"a", [])]),
        (b"a x", [(b"a", [b"x"])]),  # the last line may lack its end
        (b"a x\r\n", [(b"a", [b"x"])]),
        (b"a x\xc2\xa0y \xe9\xff\n", [(b"a", [b"x\xc2\xa0y", b"\xe9\xff"])]),  # bytes, and C's white space
        (b"x x\nx\n", [(b"x", [b"x"]), (b"x", [])]),
    ],
)
def test_lines_are_keys_and_words(text: bytes, expected: Entries) -> None:
    assert entries(text) == expected


@pytest.mark.parametrize("end", [b"b ", b"b\r\n"])
def test_a_key_that_nothing_follows_is_noticed_at_the_end(end: bytes) -> None:
    texts = TextReader("ark:-", io.BytesIO(b"a x\n" + end), console())
    assert [key for key, _ in texts] == [b"a"]
    with pytest.raises(KaldiAbortError, match="reading archive or script file failed"):
        texts.close()
    assert entries(b"a x\n" + end, "ark,p:-") == [(b"a", [b"x"])]


@pytest.mark.parametrize("text", [b"a x\nb", b"b"])
def test_a_key_right_before_the_end_is_none(text: bytes) -> None:
    """Kaldi's `is >> key` meets the end there, at which it stops without an error."""
    said = io.BytesIO()
    with TextReader("ark:-", io.BytesIO(text), Console("test", said)) as texts:
        assert [key for key, _ in texts] == [b"a"] * (len(text) > 1)
    assert b"Key b ends - without a line end, and is left out" in said.getvalue()


def test_a_table_without_a_beginning_is_an_error() -> None:
    for specifier in ("ark:-", "ark,p:-"):  # what is permitted is a bad end, not a bad beginning
        with pytest.raises(KaldiError, match=f"Error constructing TableReader: rspecifier is {specifier}"):
            entries(b"a\r\n", specifier)
    with pytest.raises(KaldiError, match="Error constructing TableReader: rspecifier is ark:missing"):
        entries(b"", "ark:missing")
    with pytest.raises(KaldiError, match=r"Error opening RandomAccessTableReader object  .rspecifier is: ark:missing."):
        open_text_lookup("ark:missing", io.BytesIO(), console())


def test_a_failed_pipe_is_noticed_at_the_end() -> None:
    with pytest.raises(KaldiAbortError):
        entries(b"", "ark:echo a x; exit 3|")
    assert entries(b"", "ark,p:echo a x; exit 3|") == [(b"a", [b"x"])]


def test_a_script_points_to_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOW_COMMANDS, "1")
    (tmp_path / "one").write_bytes(b"x y\nz\n")
    script = f"a {tmp_path}/one\nb {tmp_path}/one:4\nc echo q|\n".encode()
    assert entries(script, "scp:-") == [(b"a", [b"x", b"y"]), (b"b", [b"z"]), (b"c", [b"q"])]
    script += f"d {tmp_path}/missing\ne {tmp_path}/one\n".encode()
    with pytest.raises(KaldiError, match=r"Failed to load object from .*missing .to suppress this error, add"):
        entries(script, "scp:-")
    assert [key for key, _ in entries(script, "scp,p:-")] == [b"a", b"b", b"c", b"e"]


def found(text: bytes, keys: list[bytes], specifier: str = "ark:-") -> list[list[bytes] | None]:
    with open_text_lookup(specifier, io.BytesIO(text), console()) as table:
        texts = map(table.get, keys)
        return [None if text is None else text.split() for text in texts]


def test_keys_are_found_in_any_order() -> None:
    assert found(b"a 1\nb 2\nc 3\n", [b"c", b"a", b"x", b"a"]) == [[b"3"], [b"1"], None, [b"1"]]


def test_a_key_twice_is_an_error_only_if_it_is_met() -> None:
    text = b"a 1\nb 2\na 3\n"
    assert found(text, [b"a", b"b"]) == [[b"1"], [b"2"]]
    with pytest.raises(KaldiError, match="duplicate key a in archive -"):
        found(text, [b"c"])


def test_a_sorted_table_is_read_no_further_than_needed() -> None:
    text = b"a 1\nc 2\nb 3\n"
    assert found(text, [b"a", b"b"], "ark,s:-") == [[b"1"], None]
    for order in ([b"d"], [b"c", b"d"]):
        with pytest.raises(KaldiError, match="c is followed by b: rspecifier is ark,s:-"):
            found(text, order, "ark,s:-")


@pytest.mark.parametrize("pipe", ["ark:echo a 1; exit 3|", "ark:yes x 1 | sed '1 s/x/a/; 1 ! s/x/&/'|"])
def test_the_end_of_a_pipe_in_which_keys_are_looked_up_is_no_error(pipe: str) -> None:
    """Kaldi does not look at it: such a table may be read to its end or not, and then its command is cut short."""
    said = io.BytesIO()
    with open_text_lookup(pipe, io.BytesIO(), Console("test", said)) as table:
        assert table.get(b"a") == b"1\n"
    assert b"had nonzero return status" in said.getvalue()


def test_a_script_is_looked_up_without_what_nobody_asks_for(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"x y\n")
    script = f"b {tmp_path}/one\nc {tmp_path}/missing\na {tmp_path}/one\n".encode()
    assert found(script, [b"a", b"b", b"x", b"a"], "scp:-") == [[b"x", b"y"], [b"x", b"y"], None, [b"x", b"y"]]
    assert found(script, [b"c"], "scp,p:-") == [None]
    with pytest.raises(KaldiError, match=r"Failed to load object from .*missing"):
        found(script, [b"c"], "scp:-")


@pytest.mark.parametrize(
    ("script", "specifier"), [(b"a one\na one\n", "scp:-"), (b"b one\na one\n", "scp,s:-"), (b"a\n", "scp,p:-")]
)
def test_a_script_that_cannot_be_looked_up_is_refused(script: bytes, specifier: str) -> None:
    with pytest.raises(KaldiError, match=rf"Error opening RandomAccessTableReader object  .rspecifier is: {specifier}"):
        found(script, [], specifier)


def test_what_is_written_is_read_back_by_its_script(tmp_path: Path) -> None:
    lines = [(b"a", [b"x", b"\xe9"]), (b"bb", []), (b"c", [b"y"])]
    with open_text_writer(call(), f"ark,scp:{tmp_path}/out.ark,{tmp_path}/out.scp") as table:
        for key, words in lines:
            table.write(key, words)
    assert (tmp_path / "out.ark").read_bytes() == b"a x \xe9 \nbb \nc y \n"
    assert entries(b"", f"scp:{tmp_path}/out.scp") == lines
    assert entries(b"", f"ark:{tmp_path}/out.ark") == lines


def test_names_that_are_not_utf_8_nor_names_at_all(tmp_path: Path) -> None:
    name = f"{tmp_path}/\udce9"
    with open_text_writer(call(), f"ark,scp:{name},{tmp_path}/script") as table:
        table.write(b"a", [b"x"])
    assert entries(b"", f"scp:{tmp_path}/script") == [(b"a", [b"x"])]
    for entry in (b"a \0\n", b"a %s:%s\n" % (os.fsencode(name), b"9" * 30)):
        with pytest.raises(KaldiError, match="Failed to load object from"):
            entries(entry, "scp:-")


def test_a_pipe_takes_what_is_written(tmp_path: Path) -> None:
    with open_text_writer(call(), f"ark:| sort > {tmp_path}/out") as table:
        table.write(b"b", [b"1"])
        table.write(b"a", [b"2"])
    assert (tmp_path / "out").read_bytes() == b"a 2 \nb 1 \n"
    with (
        pytest.raises(KaldiError, match="Error opening output stream"),
        open_text_writer(call(), f"ark:{tmp_path}/no/out"),
    ):
        pass
    with pytest.raises(KaldiError, match="ended with status 3"), open_text_writer(call(), "ark:| exit 3"):
        pass
