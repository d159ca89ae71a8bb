"""Old names of `mondegreen.dropin.emulation`, until the Perl tools import from there."""

from collections.abc import Container, Iterable

from mondegreen.dropin.emulation.getopt import parse_getopt_long
from mondegreen.dropin.emulation.getopt import parse_getopt_std as getopts
from mondegreen.dropin.emulation.numbers import parse_perl_number as number
from mondegreen.dropin.emulation.perl import NO_SUCH_FILE, DieError, is_file, read_file, warn, write_file
from mondegreen.dropin.emulation.perl import SPACES as BLANKS
from mondegreen.dropin.emulation.perl import catch_die as mortal
from mondegreen.dropin.emulation.perl import chomp as chomped
from mondegreen.dropin.emulation.perl import compile_pattern as compiled
from mondegreen.dropin.emulation.perl import format_location as place
from mondegreen.dropin.emulation.perl import get_program_name as called
from mondegreen.dropin.emulation.perl import is_readable as readable
from mondegreen.dropin.emulation.perl import split_fields as fields
from mondegreen.dropin.emulation.perl import split_lines as lines

__all__ = [
    "BLANKS",
    "NO_SUCH_FILE",
    "DieError",
    "called",
    "chomped",
    "compiled",
    "fields",
    "getopt_long",
    "getopts",
    "is_file",
    "lines",
    "mortal",
    "number",
    "place",
    "read_file",
    "readable",
    "warn",
    "write_file",
]


def getopt_long(
    arguments: list[bytes], spec: Iterable[str], *, cased: bool = False, final: Container[str] = ()
) -> tuple[dict[str, bytes], list[bytes], bool]:
    return parse_getopt_long(arguments, spec, case_sensitive=cased, final=final)
