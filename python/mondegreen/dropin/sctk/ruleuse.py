"""What rfilter1 tells of its rules and of how often each was used, where it is asked to."""

from collections.abc import Iterator
from collections.abc import Mapping as Dict

from mondegreen.dropin.sctk.rulefile import RuleFile
from mondegreen.normalise.mappings import Mapping

HEAD = b"""\
*DB:  *DB: At end of run, the rules (with val1= no. of hits) are:

 RULESET2 DUMP

"""
COLUMNS = b"""
   #  val1  l.h.s.(length)    r.h.s.(length)  l.context(length) r.context(length)
"""
ORDER = b"""
 RULE TAB-SORT INDEX TABLE:
     I  RULE_INDEX[I]
"""
KEYS = b"""
 RULE KEY_CHAR INDICES:
 KEY_CHAR  FIRST  LAST
"""


def account(rules: RuleFile, hits: Dict[int, int]) -> bytes:
    """The rules, the number of hits of each (by its place), and the order in which they are looked through."""
    return b"".join([HEAD, *settings(rules), COLUMNS, *listed(rules, hits), *index(rules), b"\n"])


def settings(rules: RuleFile) -> Iterator[bytes]:
    """The headers."""
    yield b"  name = '%b'\n  directory = ''\n  desc = '%b'\n" % (rules.name, rules.description)
    yield b"  format = '%b'\n" % rules.format
    yield b"  copy_no_hit = '%b'\n  case_sensitive = '%b'\n" % (truth(rules.copies), truth(rules.cased))
    yield b"  indexed = 'T'\n  max_nrules = %d\n  nrules = %d\n" % (rules.most, len(rules.rules))


def truth(value: bool) -> bytes:  # noqa: FBT001 - what is written for it is all that matters
    """T or F."""
    return b"T" if value else b"F"


def listed(rules: RuleFile, hits: Dict[int, int]) -> Iterator[bytes]:
    """The rules, each with its hits."""
    for place, rule in enumerate(rules.rules, 1):
        source, target, left, right = map(measured, (rule.source, rule.target, rule.left, rule.right))
        yield b"%4d %4d   %b => %b /  %b __ %b\n" % (place, hits.get(place, 0), source, target, left, right)


def measured(part: str) -> bytes:
    """A part of a rule, and its length."""
    return b"[%b] (%d)" % (part.encode("latin-1"), len(part))


def index(rules: RuleFile) -> Iterator[bytes]:
    """The places of the rules by the first byte of what they look for, in the order in which these appear."""
    groups: dict[int, list[int]] = {}
    for place, rule in enumerate(rules.rules, 1):
        groups.setdefault(key(rule, cased=rules.cased), []).append(place)
    places = [place for group in groups.values() for place in group]
    yield ORDER
    for row, place in enumerate(places, 1):
        yield b"%6d  %6d\n" % (row, place)
    yield KEYS
    for first in sorted(groups):
        start = places.index(groups[first][0]) + 1
        yield b"%5d(%c) %6d%6d\n" % (first, first, start, start + len(groups[first]) - 1)


def key(rule: Mapping, *, cased: bool) -> int:
    """The first byte of what the rule looks for, 0 if that is nothing."""
    first = rule.source[:1].encode("latin-1")
    return (first if cased else first.upper())[0] if first else 0
