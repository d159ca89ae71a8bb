"""hubscr.pl: filters references and hypotheses by the rules of an evaluation, scores them, and compares the systems.

The original starts some thirty processes; here the filters, sclite and sc_stats are called in this one. `-p` is checked
and otherwise of no matter: there is nothing to be looked for.
"""

import sys

from mondegreen.dropin.sctk.hubscr.filtering import filter_file
from mondegreen.dropin.sctk.hubscr.options import NAME, Options, parsed
from mondegreen.dropin.sctk.hubscr.scoring import compare, score
from mondegreen.dropin.sctk.hubscr.sorting import sorted_ctm, sorted_stm
from mondegreen.dropin.sctk.perl import DieError, mortal, place, warn

# What the original does for itself under another first argument.
SORTERS = {b"sortCTM": sorted_ctm, b"sortSTM": sorted_stm}


@mortal
def main(arguments: list[bytes]) -> int:
    """Runs an evaluation."""
    if arguments and arguments[0] in SORTERS:
        sys.stdout.buffer.write(SORTERS[arguments[0]](sys.stdin.buffer.read()))
        return 0
    if not arguments:
        for line in (215, 220):
            warn(b"Use of uninitialized value $ARGV[0] in string eq" + place(NAME, line))
    options = parsed(arguments)
    filter_all(options)
    for system in options.systems:
        score(options, system)
    if len(options.systems) > 1:
        compare(options)
    return 0


def filter_all(options: Options) -> None:
    """Filters the references and every system, and only then gives up if one of them does not pass."""
    sys.stdout.buffer.write(b"Filtering Files:\n")
    references = [(options.reference, options.filtered_reference, options.reference_format, b"ref")]
    systems = [(each.path, each.filtered, options.system_format, b"hyp") for each in options.systems]
    valid = [filter_file(options, *file) for file in references + systems]
    if not all(valid):
        message = b"Error: Filter processes failure detect.  Aborting.  The -V option disables validation"
        raise DieError(message + place(NAME, 193))
