"""Where text comes from: files, standard input, gzip; and how its bytes become lines."""

import codecs
import re
import sys
from pathlib import Path

from mondegreen._core import Strings
from mondegreen.errors import ScoreError

STDIN = "-"
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = "\ufeff"
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# `ark,t:FILE` and its like. The letters after commas promise Kaldi an order or a form, which makes no difference here.
PREFIX = re.compile(r"(ark|scp)((?:,(?:t|b|s|ns|cs|ncs|o|no|bg))*):")
PREFIXES = {"ark": "kaldi", "scp": "scp"}


def load_lines(path: str, encoding: str = "utf-8") -> Strings:
    """The lines of a text file, however it ends them, without the mark that some editors put first."""
    data = load(path)
    if encoding != "utf-8":
        data = recoded(data, encoding, label(path))
    try:
        return Strings.lines(data)
    except ValueError:
        return Strings.lines(recoded(data, encoding, label(path)))  # which says where it is not UTF-8


def recoded(data: bytes, encoding: str, name: str) -> bytes:
    """The text of these bytes in UTF-8."""
    try:
        return decoded(data, encoding, name).encode()
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        raise ScoreError(f"holds half a character, U+{code:04X}", path=name) from error


def without_prefix(path: str) -> tuple[str | None, str]:
    """The format that a Kaldi prefix stands for, if there is one, and the path after it."""
    if path.rstrip().endswith("|") or path.lstrip().startswith("|"):
        raise ScoreError("names a command, and commands are not run here; give a file, or `-` in a pipe", path=path)
    found = PREFIX.match(path)
    return (PREFIXES[found[1]], path[found.end() :]) if found else (None, path)


def label(path: str) -> str:
    """What messages call the source."""
    return "standard input" if path == STDIN else path


def load(path: str) -> bytes:
    """The bytes of a file or of standard input, unpacked if they are gzip's, whatever the name."""
    if path != STDIN:
        return load_file(path)
    if sys.stdin is None:
        raise ScoreError("is closed", path=label(path))
    return unpacked(sys.stdin.buffer.read(), label(path))


def load_file(path: str) -> bytes:
    """The bytes of a file, unpacked if they are gzip's."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=path) from error
    except ValueError as error:  # a name with a NUL byte
        raise ScoreError(f"cannot be read: {error}", path=path) from error
    return unpacked(data, path)


def unpacked(data: bytes, name: str) -> bytes:
    """The bytes themselves, or what they hold if they are gzip's."""
    if not data.startswith(GZIP):
        return data
    import gzip
    import zlib

    try:
        return gzip.decompress(data)
    except EOFError as error:
        raise ScoreError("the gzip data end too early; was the file cut off?", path=name) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise ScoreError(f"the gzip data are damaged: {error}", path=name) from error


def decoded(data: bytes, encoding: str, name: str) -> str:
    """The text of these bytes; none is replaced or skipped."""
    try:
        codecs.lookup(encoding)
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        # The codec's own line ends are not known here, so the lines are counted in what it could decode.
        line = data[: error.start].decode(encoding, errors="ignore").count("\n") + 1
        bad = f"byte 0x{data[error.start]:02x} is not {spelled(encoding)}"
        raise ScoreError(f"{bad}; {advice(data)}", path=name, line=line) from error
    except UnicodeError as error:
        raise ScoreError(f"does not decode as {encoding}: {error}", path=name) from error
    except (LookupError, ValueError, TypeError) as error:
        raise ScoreError(f'there is no text encoding "{encoding}"') from error


def spelled(encoding: str) -> str:
    """The name of an encoding as it is usually written."""
    name = codecs.lookup(encoding).name
    return name.upper() if name.startswith("utf") else name


def advice(data: bytes) -> str:
    """What to do about bytes that do not decode."""
    return "the file begins as UTF-16 does: name that encoding" if data[:2] in UTF16 else "name the file's encoding"
