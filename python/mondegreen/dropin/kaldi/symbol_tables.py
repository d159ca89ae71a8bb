"""Symbol tables (words.txt), and the scripts that map fields by them: `utils/int2sym.pl` and `utils/sym2int.pl`."""

from __future__ import annotations

from collections.abc import Container, Sequence

from mondegreen.dropin.kaldi.command import KaldiError, decode_bytes, encode_text
from mondegreen.dropin.kaldi.scripts import DIED, DIED_WITH_FILE, FAILED, DieError, Script, read_content, script

# After so many unknown symbols sym2int.pl stops warning of each.
MAX_WARNINGS = 20


def read_symbols(path: str) -> dict[int, bytes] | None:
    """Read the words by their numbers, as OpenFst reads a symbol table; none if no file is named."""
    if not path:
        return None
    try:
        with open(path, "rb") as stream:
            fields = [line.split() for line in stream]
        return {int(word[1]): word[0] for word in fields if word}
    except (OSError, ValueError, IndexError):
        raise KaldiError(f"Could not read symbol table from file {path}") from None


def spell_words(words: Sequence[int], symbols: dict[int, bytes]) -> str:
    """Return the words of numbers, each with a space after it."""
    for word in words:
        if word not in symbols:
            raise KaldiError(f"Word-id {word} not in symbol table.")
    return decode_bytes(b"".join(symbols[word] + b" " for word in words))


class FieldMap:
    """The options of either script: the symbol table, the fields to map, and the files."""

    def __init__(self, call: Script, *names: str) -> None:
        self.options: dict[str, str] = {}
        words = call.arguments
        while len(words) > 1 and words[0] in names:
            self.options[words[0]] = words[1]
            del words[:2]
        if not words or words[0] in ("-f", *names):
            options = " ".join(f"[{name} X]" for name in names)
            raise DieError(f"Usage: {call.name} {options} <symbol-table> [<file> ...]", FAILED)
        self.table = words[0]
        self.files = words[1:]
        self.fields = parse_field_range(self.options.get("-f"))
        self.exit_code = DIED_WITH_FILE if self.files else DIED

    def read_pairs(self) -> list[tuple[bytes, bytes]]:
        pairs = []
        for line in read_content(self.table, "symbol table file").splitlines(keepends=True):
            fields = line.split()
            if len(fields) != 2:
                raise DieError(f"bad line in symbol table file: {decode_bytes(line).rstrip()}")
            pairs.append((fields[0], fields[1]))
        return pairs


def parse_field_range(text: str | None) -> Container[int]:
    """Return the indices of the fields to map: all, one (`5`), or a range (`2-`, `2-4`, `-4`)."""
    if text is None:
        return range(10**9)
    if text.isascii() and text.isdigit():
        return (int(text) - 1,)
    first, dash, last = text.replace(":", "-", 1).partition("-")
    is_range = dash and (first or last) and text.isascii() and all(part.isdigit() for part in (first, last) if part)
    if not is_range:
        raise DieError(f"Bad argument to -f option: {text}")
    return range(int(first or 1) - 1, int(last or 10**9))


@script("utils/int2sym.pl")
def int2sym(call: Script) -> None:
    """Map numbers to symbols; what is no number of the table ends the script, within the line."""
    fields = FieldMap(call, "-f")
    symbols = {number: symbol for symbol, number in fields.read_pairs()}
    for line in call.read_lines(fields.files):
        for index, field in enumerate(line.split()):
            symbol = symbols.get(field) if index in fields.fields else field
            if symbol is None:
                text = decode_bytes(field)
                what = f"integer {text} not in symbol table {fields.table}."
                if not field.isdigit():
                    what = f"found noninteger token {text} [in position {index + 1}]"
                raise DieError(f"int2sym.pl: {what}", fields.exit_code)
            call.stdout.write(symbol + b" ")
        call.stdout.write(b"\n")


@script("utils/sym2int.pl")
def sym2int(call: Script) -> None:
    """Map symbols to numbers; an unknown symbol is mapped to that of `--map-oov`, or ends the script."""
    fields = FieldMap(call, "--map-oov", "-f")
    numbers = dict(fields.read_pairs())
    unknown = get_oov_number(fields.options.get("--map-oov"), numbers)
    count = 0
    for line in call.read_lines(fields.files):
        words = line.split()
        for index, word in enumerate(words):
            if index not in fields.fields:
                continue
            if word in numbers:
                words[index] = numbers[word]
                continue
            text = decode_bytes(word)
            if unknown is None:
                raise DieError(f"sym2int.pl: undefined symbol {text} (in position {index + 1})", fields.exit_code)
            words[index] = unknown
            count += 1
            if count <= MAX_WARNINGS:
                call.say(f"sym2int.pl: replacing {text} with {unknown.decode()}")
            if count == MAX_WARNINGS:
                call.say("sym2int.pl: not warning for OOVs any more times")
        call.stdout.write(b" ".join(words) + b"\n")
    if count and unknown is not None:
        call.say(f"** Replaced {count} instances of OOVs with {unknown.decode()}")


def get_oov_number(symbol: str | None, numbers: dict[bytes, bytes]) -> bytes | None:
    """Return the number for unknown symbols, which is given as it is or by its symbol."""
    if symbol is None:
        return None
    text = encode_text(symbol)
    if text.isdigit():
        return text
    if text not in numbers:
        raise DieError(f"OOV symbol {symbol} not defined.")
    return numbers[text]
