"""Lines of a file one at a time: lists are larger than what is made of them."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, cast

from mondegreen.errors import ScoreError
from mondegreen.io.compressed import open_decompressed
from mondegreen.io.source import (
    BYTE_ORDER_MARK,
    GZIP,
    STDIN,
    check_damage,
    check_unchanged,
    get_standard_input,
    label,
    make_read_error,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO


def lines(path: str, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers, unpacked if they are gzip's."""
    number = 0
    try:
        with (
            check_unchanged(path),
            check_damage(label(path)),
            opened(path) as stream,
            TextIOWrapper(stream, encoding) as text,
        ):
            for number, line in enumerate(text, 1):
                whole = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
                if whole.strip():
                    yield number, whole.rstrip("\n")
    except UnicodeDecodeError as error:
        what = f"byte 0x{error.object[error.start]:02x} is not {encoding}; name the file's encoding"
        raise ScoreError(what, path=label(path), line=number + 1) from error
    except UnicodeError as error:
        raise ScoreError(f"does not decode as {encoding}: {error}", path=label(path)) from error
    except LookupError as error:
        raise ScoreError(f'there is no text encoding "{encoding}"') from error
    except OSError as error:
        raise make_read_error(error, label(path)) from error


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """The bytes of a file or of standard input, unpacked if they are gzip's, whatever the name."""
    with Path(path).open("rb") if path != STDIN else nullcontext(get_standard_input()) as raw:
        stream = cast("BufferedReader", raw)
        if stream.peek(len(GZIP)).startswith(GZIP):
            yield open_decompressed(stream, label(path))
        else:
            yield stream


def first_line(path: str, encoding: str = "utf-8") -> str:
    """The first line that is not blank; nothing of an empty file."""
    return next((line for _, line in lines(path, encoding)), "")
