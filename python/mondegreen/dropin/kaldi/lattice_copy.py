"""`lattice-copy`: lattices in another form, or some of them."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.lattices import Lattices, data_of
from mondegreen.dropin.kaldi.objects import COMPACT, EXPANDED
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Copies lattices, from one form to another or only those of some utterances.

Usage: lattice-copy [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-copy --write-compact=false ark:1.lats ark,t:text.lats
"""


@program(
    "lattice-copy",
    USAGE,
    Option("write-compact", default=True, purpose="Write compact lattices, with strings of transition ids"),
    Option("include", "", "File whose lines begin with the utterances to copy"),
    Option("exclude", "", "File whose lines begin with the utterances not to copy"),
    Option("ignore-missing", default=False, purpose="With --include, succeed though nothing was copied"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Copies lattice by lattice."""
    compact = call.flag("write-compact")
    kind = COMPACT if compact else EXPANDED
    chosen = choice(call)
    copied = count = 0
    with Lattices(call, call.argument(0), compact=compact) as table, records(call, call.argument(1), kind) as out:
        for key, lattice in table:
            count += 1
            if chosen is None or (key in chosen[0]) == chosen[1]:
                out.write(key, lattice)
                copied += 1
        if chosen is None:
            call.console.log(f"Done copying {copied} lattices.")
        else:
            call.console.log(f" Wrote {copied} out of {count} utterances.", "CopySubsetLattices")
    return 0 if copied or (chosen is not None and call.flag("ignore-missing")) else 1


def choice(call: Call) -> tuple[set[bytes], bool] | None:
    """The utterances that are named, and whether they are those to copy; none where all are."""
    include, exclude = call.text("include"), call.text("exclude")
    if include and exclude:
        raise KaldiError("should not have both --exclude and --include option!")
    if not include and not exclude:
        return None
    lines = (line.split() for line in data_of(call, include or exclude).splitlines())
    return {fields[0] for fields in lines if fields}, bool(include)
