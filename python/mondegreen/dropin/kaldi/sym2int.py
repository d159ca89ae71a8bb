"""`utils/sym2int.pl`: symbols into the numbers that stand for them."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.dropin.kaldi.symbol_fields import Fields

# After so many unknown symbols the script stops to tell of each.
TOLD = 20


@script("utils/sym2int.pl")
def run(call: Script) -> None:
    """Changes the chosen fields of each line; an unknown symbol is mapped, or ends it."""
    fields = Fields(call, "--map-oov", "-f")
    numbers = dict(fields.symbols())
    unknown = stand_in(fields.options.get("--map-oov"), numbers)
    count = 0
    for line in call.lines(fields.files):
        words = line.split()
        for place, word in enumerate(words):
            if place not in fields.changed:
                continue
            if word in numbers:
                words[place] = numbers[word]
                continue
            text = printable(word)
            if unknown is None:
                raise DieError(f"sym2int.pl: undefined symbol {text} (in position {place + 1})", fields.died)
            words[place] = unknown
            count += 1
            if count <= TOLD:
                call.say(f"sym2int.pl: replacing {text} with {unknown.decode()}")
            if count == TOLD:
                call.say("sym2int.pl: not warning for OOVs any more times")
        call.stdout.write(b" ".join(words) + b"\n")
    if count and unknown is not None:
        call.say(f"** Replaced {count} instances of OOVs with {unknown.decode()}")


def stand_in(symbol: str | None, numbers: dict[bytes, bytes]) -> bytes | None:
    """The number of what stands for unknown symbols, given as a symbol or as a number."""
    if symbol is None:
        return None
    text = symbol.encode("utf-8", "surrogateescape")
    if text.isdigit():
        return text
    if text not in numbers:
        raise DieError(f"OOV symbol {symbol} not defined.")
    return numbers[text]
