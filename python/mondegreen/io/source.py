"""Where text comes from: files and patterns of them, standard input, gzip; and how its bytes become lines."""

import codecs
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob, has_magic
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO
from weakref import WeakKeyDictionary, finalize

from mondegreen._core import Strings
from mondegreen.errors import EncodingError, ReadError, ScoreError

STDIN = "-"
UTF8 = "utf-8"
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = "\ufeff"
CHANGED = "the file changed while it was read; wait until it is complete, and start again"
# What is no larger is read whole.
SMALL = 16_000_000
# What was read of standard input, to be read again.
SPOOLS: WeakKeyDictionary[BinaryIO, BinaryIO] = WeakKeyDictionary()
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# `ark,t:FILE` and its like. The letters after commas promise Kaldi an order or a form, which makes no difference here.
PREFIX = re.compile(r"(ark|scp)((?:,(?:t|b|s|ns|cs|ncs|o|no|bg))*):")
PREFIXES = {"ark": "kaldi", "scp": "scp"}
DIGITS = re.compile(r"(\d+)")


def load_lines(path: str, encoding: str = UTF8) -> Strings:
    """The lines of a text file, however it ends them, without the mark that some editors put first."""
    data = load_bytes(path)
    if encoding != UTF8:
        data = to_utf8(data, encoding, label(path))
    try:
        return Strings.lines(data)
    except ValueError:
        return Strings.lines(to_utf8(data, encoding, label(path)))  # which says where it is not UTF-8


def is_utf8(path: str) -> bool:
    """Whether a file holds other characters than ASCII, in UTF-8; what is no file is not looked at."""
    if not os.path.isfile(path):  # noqa: PTH113 - a name that ends in a blank is no path
        return False
    data = load_file(path)
    try:
        return not data.isascii() and bool(data.decode(UTF8))
    except UnicodeDecodeError:
        return False


def to_utf8(data: bytes, encoding: str, name: str) -> bytes:
    try:
        return decode_text(data, encoding, name).encode()
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        raise ScoreError(f"holds half a character, U+{code:04X}", path=name) from error


def without_prefix(path: str) -> tuple[str | None, str]:
    """The format that a Kaldi prefix stands for, if there is one, and the path after it."""
    if path.rstrip().endswith("|") or path.lstrip().startswith("|"):
        raise ScoreError("names a command, and commands are not run; give a file, or pipe it into `-`", path=path)
    found = PREFIX.match(path)
    return (PREFIXES[found[1]], path[found.end() :]) if found else (None, path)


def is_pattern(path: str) -> bool:
    """Whether the name stands for several files: it has `*`, `?` or `[...]`, and there is no file of that very name."""
    return has_magic(path) and not os.path.exists(path)  # noqa: PTH110 - a name that ends in a blank is no path


def expand_pattern(path: str) -> list[str]:
    """The files of a pattern that are not empty, `hyp.2` before `hyp.10`; any other path by itself."""
    if not is_pattern(path):
        return [path]
    found = sorted(filter(os.path.isfile, glob(path)), key=natural_key)  # noqa: PTH207 - names stay as they are given
    if not found:
        raise ScoreError("no file matches the pattern", path=path)
    return list(filter(os.path.getsize, found)) or found[:1]


def natural_key(name: str) -> tuple[list[str | int], str]:
    """Orders names by the numbers in them."""
    return [int(each) if each.isdecimal() else each for each in DIGITS.split(name)], name


def label(path: str) -> str:
    return "standard input" if path == STDIN else path


def load_bytes(path: str) -> bytes:
    """The bytes of a file or of standard input, decompressed if they are gzip's, whatever the name."""
    if path != STDIN:
        return load_file(path)
    from mondegreen.io import compressed

    stream = get_standard_input()
    return decompress(stream.read() if is_file(stream) else compressed.read_bounded(stream, label(path)), label(path))


def get_standard_input() -> BinaryIO:
    """The bytes of standard input, from where they were put by `spooled` if they were."""
    if sys.stdin is None:
        raise ScoreError("is closed", path=label(STDIN))
    spool = SPOOLS.get(sys.stdin.buffer)
    if spool is not None:
        spool.seek(0)
    return spool or sys.stdin.buffer


def spool_input() -> BinaryIO:
    """Standard input as a file that can be read again: in memory while it is small."""
    from tempfile import SpooledTemporaryFile

    from mondegreen.io.compressed import Limit, read_pieces

    source = get_standard_input()
    if sys.stdin.buffer not in SPOOLS:
        spool = SpooledTemporaryFile(SMALL)  # noqa: SIM115 - it lives as long as the input does
        spool.writelines(read_pieces(source, Limit.bytes, label(STDIN)))
        finalize(sys.stdin.buffer, spool.close)
        SPOOLS[sys.stdin.buffer] = spool  # type: ignore[assignment] # it reads bytes as any binary stream
    return get_standard_input()


@contextmanager
def open_bytes(path: str) -> Iterator[BinaryIO]:
    """A file or standard input to be read piece by piece, decompressed if it is gzip's."""
    from mondegreen.io.compressed import open_decompressed

    if path == STDIN:
        stream = spool_input()
        yield open_decompressed(stream, label(path)) if is_compressed(stream) else stream
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - a line below
    except (OSError, ValueError) as error:
        raise make_read_error(error, path) from error
    with stream:
        yield open_decompressed(stream, path) if is_compressed(stream) else stream


def is_compressed(stream: BinaryIO) -> bool:
    """Whether the stream begins as gzip does; it stays at its beginning."""
    found = stream.read(len(GZIP)) == GZIP
    stream.seek(0)
    return found


def make_read_error(error: OSError | ValueError, path: str) -> ReadError:
    """The error of a file that cannot be opened; a name with a NUL byte is none of the system's."""
    return ReadError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path=path)


def load_file(path: str) -> bytes:
    """The bytes of a file, decompressed if they are gzip's."""
    try:
        with check_unchanged(path):
            data = Path(path).read_bytes() if get_stamp(path) is not None else load_pipe(path)
    except ScoreError:
        raise
    except (OSError, ValueError) as error:
        raise make_read_error(error, path) from error
    return decompress(data, path)


def load_pipe(path: str) -> bytes:
    """The bytes of a pipe or a device, which may never end, up to the limit."""
    from mondegreen.io import compressed

    with Path(path).open("rb") as stream:
        return compressed.read_bounded(stream, path)


def is_file(stream: BinaryIO) -> bool:
    """Whether the stream is of a file that has a size."""
    try:
        return S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # what is in memory has no number
        return False


@contextmanager
def check_unchanged(path: str) -> Iterator[None]:
    """Refuses what was read of a file that somebody wrote to meanwhile, or replaced: it may be half of it."""
    before = get_stamp(path)
    yield
    if get_stamp(path) != before:
        raise ScoreError(CHANGED, path=path)


def get_stamp(path: str) -> tuple[int, ...] | None:
    """What tells a file from what it was before; nothing of what is no file, such as a pipe."""
    try:
        found = os.stat(path)  # noqa: PTH116 - `-` and what ends in a blank are no paths
    except (OSError, ValueError):
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if S_ISREG(found.st_mode) else None


def decompress(data: bytes, name: str) -> bytes:
    if not data.startswith(GZIP):
        return data
    from mondegreen.io import compressed

    with check_damage(name):
        return compressed.decompress_bytes(data, name)


@contextmanager
def check_damage(name: str) -> Iterator[None]:
    """Says of gzip data that cannot be decompressed what is wrong with them."""
    import gzip
    import zlib

    try:
        yield
    except EOFError as error:
        raise ScoreError("the gzip data end too early; was the file cut off?", path=name) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise ScoreError(f"the gzip data are damaged: {error}", path=name) from error


def decode_text(data: bytes, encoding: str, name: str) -> str:
    """The text of these bytes; none is replaced or skipped."""
    try:
        codecs.lookup(encoding)
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        # The codec's own line ends are not known here, so the lines are counted in what it could decode.
        line = data[: error.start].decode(encoding, errors="ignore").count("\n") + 1
        bad = f"byte 0x{data[error.start]:02x} is not {name_encoding(encoding)}"
        raise EncodingError(f"{bad}; {advise_encoding(data)}", path=name, line=line) from error
    except UnicodeError as error:
        raise ScoreError(f"does not decode as {encoding}: {error}", path=name) from error
    except (LookupError, ValueError, TypeError) as error:
        raise ScoreError(f'unknown text encoding "{encoding}"') from error


def name_encoding(encoding: str) -> str:
    name = codecs.lookup(encoding).name
    return name.upper() if name.startswith("utf") else name


def advise_encoding(data: bytes) -> str:
    return "the file looks like UTF-16; name the encoding" if data[:2] in UTF16 else "name its encoding"


def guess_encoding(error: EncodingError) -> str:
    """What may be written for the encoding that the error asks for."""
    return "utf-16" if "UTF-16" in error.what else "NAME, e.g. latin-1"
