"""Everything that has a name and a page: metrics, formats, reports and the rest."""

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import cleandoc, isclass
from itertools import chain
from typing import NamedTuple

from mondegreen.alignment import POLICIES
from mondegreen.dropin import by_name
from mondegreen.encoders import ENCODERS
from mondegreen.formats import FORMATS
from mondegreen.metrics import METRICS, SESSION_METRICS
from mondegreen.normalization import RULES
from mondegreen.registry import list_offered, load_target, unknown_name
from mondegreen.reports import COMPARISON_REPORTS, REPORTS
from mondegreen.tokenization import TOKENIZERS
from mondegreen.writers import OUTPUT_FORMATS

KINDS: dict[str, Mapping[str, str]] = {
    "metric": METRICS,
    "session metric": SESSION_METRICS,
    "format": {name: each.target for name, each in FORMATS.items()},
    "report": REPORTS,
    "comparison": COMPARISON_REPORTS,
    "output format": {name: each.target for name, each in OUTPUT_FORMATS.items()},
    "rule": RULES,
    "tokenizer": TOKENIZERS,
    "encoder": ENCODERS,
    "program": by_name(),
}
# How each kind is asked for on the command line.
OPTIONS = {
    "metric": "--metrics",
    "session metric": "speakers --metrics",
    "format": "--format",
    "report": "--report",
    "comparison": "compare --report",
    "output format": "--as",
    "rule": "--normalize",
    "tokenizer": "--tokenize",
    "encoder": "robustness --encoders",
    "program": "mondegreen",
    "alignment": "--align",
}


class Entry(NamedTuple):
    """A name, what kind of thing bears it, and its page."""

    kind: str
    name: str
    page: str

    @property
    def summary(self) -> str:
        """The first sentence of the page."""
        return self.page.partition("\n\n")[0].replace("\n", " ")


def list_entries() -> Iterator[Entry]:
    """All there is, ours first within each kind."""
    for kind, table in KINDS.items():
        modules = Counter(module_of(target) for target in set(table.values()))
        for name, target in table.items():
            shared = modules[module_of(target)] > 1
            yield Entry(kind, name, own_page(target) if shared else get_page(target))
        for point in list_offered(kind):
            if point.name not in table:
                yield Entry(kind, point.name, get_page(point.value))
    for name, text in POLICIES.items():
        yield Entry("alignment", name, text)


def get_page(target: str) -> str:
    """What a class says of itself, with its options, or else the module of a function."""
    thing = load_target(target)
    if not isclass(thing):
        return cleandoc(import_module(module_of(target)).__doc__ or "")
    options = [f"    {each.name}={'|'.join(each.values)}: {each.help}" for each in getattr(thing, "options", ())]
    return "\n".join([cleandoc(thing.__doc__ or ""), *(["Options:", *options] if options else [])])


def own_page(target: str) -> str:
    """What a function says of itself, beside others of its module that have names too."""
    return cleandoc(load_target(target).__doc__ or "")


def module_of(target: str) -> str:
    """The module in which a thing is."""
    return target.partition(":")[0]


def list_names() -> list[str]:
    """The names of everything that has a page; no page is read."""
    known = chain(*KINDS.values(), POLICIES, (point.name for kind in KINDS for point in list_offered(kind)))
    return list(dict.fromkeys(known))


def explain_name(name: str) -> list[Entry]:
    """The pages of everything of that name; options after a colon are left aside."""
    word = name.partition(":")[0]
    everything = list(list_entries())
    found = [entry for entry in everything if entry.name == word]
    if not found:
        raise unknown_name("page for", word, {each.name for each in everything}, "`mondegreen list` names all")
    return found
