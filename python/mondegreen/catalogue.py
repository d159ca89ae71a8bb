"""Everything that has a name and a page: metrics, formats, reports and the rest."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from inspect import cleandoc, isclass, isfunction
from itertools import chain
from typing import Any, NamedTuple

from mondegreen.alignment import POLICIES
from mondegreen.component import Registry, load_target
from mondegreen.dropin import list_programs
from mondegreen.encoders import ENCODERS
from mondegreen.formats import FORMATS
from mondegreen.metrics import ALL_METRICS
from mondegreen.normalization import NORMALIZERS
from mondegreen.reports import COMPARISON_REPORTS, REPORTS
from mondegreen.tokenization import TOKENIZERS
from mondegreen.writers import OUTPUT_FORMATS

# How each kind is asked for on the command line.
REGISTRIES: dict[str, Registry[Any]] = {
    "--metrics": ALL_METRICS,
    "--format": FORMATS,
    "--report": REPORTS,
    "compare --report": COMPARISON_REPORTS,
    "--output-format": OUTPUT_FORMATS,
    "--normalize": NORMALIZERS,
    "--tokenize": TOKENIZERS,
    "study robustness --encoders": ENCODERS,
    "mondegreen": list_programs(),
}
POLICY = "policy"
OPTIONS = {registry.kind: option for option, registry in REGISTRIES.items()} | {POLICY: "--policy"}


class Entry(NamedTuple):
    """A name, what kind of thing bears it, and its page."""

    kind: str
    name: str
    page: str

    @property
    def summary(self) -> str:
        """The first sentence of the page, without the name that some begin with."""
        sentence = self.page.partition("\n\n")[0].replace("\n", " ")
        rest = re.sub(rf"^(?:\w+'s )?`?(?:\S*/)?{re.escape(self.name)}`?: ", "", sentence)
        return sentence if rest == sentence else rest[:1].upper() + rest[1:]


def list_entries() -> Iterator[Entry]:
    """All there is, ours first within each kind."""
    for registry in REGISTRIES.values():
        modules = Counter(module_of(target) for target in set(registry.targets().values()))
        for name, target in registry.targets().items():
            yield Entry(registry.kind, name, get_page(target, shared=modules[module_of(target)] > 1))
        for point in registry.list_installed():
            if point.name not in registry:
                yield Entry(registry.kind, point.name, get_page(point.value))
    for name, text in POLICIES.items():
        yield Entry(POLICY, name, text)


def get_page(target: str, *, shared: bool = False) -> str:
    """What a class says of itself, with its options; a function, or its module if that is not shared with others."""
    thing = load_target(target)
    if not isclass(thing):
        told = thing if shared else import_module(module_of(target))
        if not isfunction(thing) and shared:  # an entry point, whose function says what the program does
            told = getattr(thing, "operation", getattr(thing, "work", thing))
            if not told.__doc__ and (usage := getattr(getattr(thing, "program", None), "usage", "")):
                return re.sub(r"(?<=\.)\s(?=[A-Z])", "\n\n", cleandoc(usage), count=1)
        return cleandoc(told.__doc__ or "")
    options = [
        f"    {each.name}={'|'.join(each.values) or each.name.upper()}: {each.help}"
        for each in getattr(thing, "options", ())
    ]
    page = "\n".join([cleandoc(thing.__doc__ or ""), *(["Options:", *options] if options else [])])
    return "\n\n".join([page, *map(get_page, getattr(thing, "variants", ()))])


def module_of(target: str) -> str:
    """The module in which a thing is."""
    return target.partition(":")[0]


def list_names() -> list[str]:
    """The names of everything that has a page; no page is read."""
    every = REGISTRIES.values()
    installed = (point.name for registry in every for point in registry.list_installed())
    return list(dict.fromkeys(chain(*every, POLICIES, installed)))


def find_entries(name: str) -> list[Entry]:
    """The pages of everything of that name in any case; options after a colon are ignored."""
    word = name.partition(":")[0].lower()
    return [entry for entry in list_entries() if entry.name.lower() == word]
