"""`utils/int2sym.pl`: numbers into the symbols that they stand for."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.dropin.kaldi.symbol_fields import Fields


@script("utils/int2sym.pl")
def run(call: Script) -> None:
    """Changes the chosen fields of each line; what is no number of the table ends it, within the line."""
    fields = Fields(call, "-f")
    symbols = {number: symbol for symbol, number in fields.symbols()}
    for line in call.lines(fields.files):
        for place, field in enumerate(line.split()):
            if place in fields.changed:
                found = symbols.get(field)
                if found is None:
                    raise refusal(field, place, fields)
                field = found  # noqa: PLW2901 - it stands where it stood
            call.stdout.write(field + b" ")
        call.stdout.write(b"\n")


def refusal(field: bytes, place: int, fields: Fields) -> DieError:
    """The error for what is no number of the table."""
    text = printable(field)
    if not field.isdigit():
        return DieError(f"int2sym.pl: found noninteger token {text} [in position {place + 1}]", fields.died)
    return DieError(f"int2sym.pl: integer {text} not in symbol table {fields.table}.", fields.died)
