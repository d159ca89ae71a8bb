"""`mondegreen help`: everything that has a name, the page of each, and the pages of the documentation."""

from __future__ import annotations

import re
import sys
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

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mondegreen.plan.about import HelpPlan
    from mondegreen.plan.option import Option

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


PAGES = "pages"


def run(plan: HelpPlan) -> int:
    """Prints what each name stands for, or opens pages of the documentation."""
    known = list_pages()
    if plan.open:
        for name in plan.names:
            if name not in known:
                from mondegreen.component import unknown_name

                raise unknown_name("page", name, known)
        show_pages({name: known[name] for name in plan.names} or known)
    elif plan.names:
        print("\n".join(text for name in plan.names for text in find_help(name)), end="")
    else:
        from mondegreen.cli import help_text
        from mondegreen.cli.layout import get_width, hang_text

        lists = hang_text("mondegreen help KIND lists: ", ", ".join([*list_kinds(), PAGES]), get_width(), 2)
        print(f"{help_text()}{lists}")
    return 0


def list_topics() -> list[str]:
    """Every name that has help, without reading any page."""
    from mondegreen.cli import COMMANDS, list_plans

    actions = (name.rpartition(" ")[2] for name in list_plans())
    every = (COMMANDS, actions, list_kinds(), [PAGES], list_names(), list_pages(), list_options())
    return list(dict.fromkeys(name for names in every for name in names))


def find_help(name: str) -> list[str]:
    """The help of everything of that name; an unknown name is an error with the nearest."""
    from mondegreen.cli.layout import fit_columns, get_width
    from mondegreen.component import unknown_name

    word = name.lstrip("-")
    if word == PAGES:
        return [describe_pages()]
    if (kind := word.lower().replace("_", "-")) in (kinds := list_kinds()):
        return [describe_kind(kinds[kind])]
    width = get_width()
    found = [f"{describe_command(each)}\n" for each in (find_commands(word) if name == word else ())]
    found += [
        f"{each.kind} {each.name} ({OPTIONS[each.kind]} {each.name})\n\n{fit_columns(each.page, width)}\n"
        for each in (find_entries(word) if name == word else ())
    ]
    found += [describe_option(each) for each in list_options().get(word.replace("_", "-"), ())]
    if (path := list_pages().get(name)) is not None:
        found.append(format_page(path.read_text(encoding="utf-8")))
    if not found:
        raise unknown_name("help on", name, list_topics(), "`mondegreen help` lists what there is")
    return found


def list_kinds() -> dict[str, str]:
    """The kinds of things that have names, by the plural in which they are asked for."""
    return {f"{kind.removesuffix('y')}{'ies' if kind[-1] == 'y' else 's'}".replace(" ", "-"): kind for kind in OPTIONS}


def describe_kind(kind: str) -> str:
    """The names of a kind, a line each."""
    from mondegreen.cli.layout import get_width, hang_text

    shown = [entry for entry in list_entries() if entry.kind == kind]
    width = max(len(entry.name) for entry in shown)
    lines = (hang_text(f"  {entry.name:<{width}}  ", entry.summary, get_width()) for entry in shown)
    return "\n".join([f"{OPTIONS[kind]} NAME", *lines, ""])


def find_commands(name: str) -> list[str]:
    """The commands, and the actions of commands, of that name."""
    from mondegreen.cli import COMMANDS, correct_spelling, list_plans

    return [
        each for each in dict.fromkeys((*COMMANDS, *list_plans())) if correct_spelling(name) == each.rpartition(" ")[2]
    ]


def describe_command(name: str) -> str:
    """What `--help` of a command prints."""
    from mondegreen.cli import find_command
    from mondegreen.cli.parser import build_parser, select_parser

    command, _, action = name.partition(" ")
    return select_parser(build_parser(command, find_command(command)), [action]).format_help()


def list_options() -> dict[str, list[tuple[Option, list[str]]]]:
    """The options by name without hyphens: each meaning, and the commands that have it."""
    from mondegreen.cli import list_plans

    found: dict[str, dict[str, tuple[Option, list[str]]]] = {}
    for command, plan in list_plans().items():
        for each in plan.options.values():
            for flag in each.flags:
                meanings = found.setdefault(flag.lstrip("-"), {})
                meanings.setdefault(each.sentence(), (each, []))[1].append(command)
    return {name: list(meanings.values()) for name, meanings in found.items()}


def describe_option(found: tuple[Option, list[str]]) -> str:
    """An option with its value, the commands that take it, and what it does."""
    from mondegreen.cli.layout import get_width, hang_text

    option, commands = found
    value = "" if option.kind is bool else f" {option.metavar or '|'.join(option.choices or ())}"
    head = f"option {', '.join(option.flags)}{value.rstrip()} of {', '.join(commands)}"
    return f"{hang_text('', head, get_width(), 2)}\n\n{hang_text('', option.sentence(), get_width())}\n"


def describe_pages() -> str:
    """The pages of the documentation with their titles."""
    known = list_pages()
    width = max(map(len, known))
    return "".join(f"{name:<{width}}  {get_title(path)}\n" for name, path in known.items())


def list_pages() -> dict[str, Path]:
    """The pages by name, the first steps first."""
    from pathlib import Path

    folder = Path(__file__).parents[1] / "docs"
    found = {path.stem: path for path in sorted(folder.glob("*.md"))}
    return {"first-steps": found.pop("first-steps"), **found}


def get_title(path: Path) -> str:
    """A page's first heading."""
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def format_page(text: str) -> str:
    """A page as a terminal shows it; elsewhere as it is written."""
    if not sys.stdout.isatty():
        return text
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.capture() as shown:
        console.print(Markdown(text))
    return shown.get()


def show_pages(wanted: Mapping[str, Path]) -> None:
    """Opens pages, one under the other, in the browser; where there is none, says where they lie."""
    import tempfile
    import webbrowser
    from pathlib import Path

    from markdown_it import MarkdownIt

    text = "\n\n".join(path.read_text(encoding="utf-8") for path in wanted.values())
    inside = MarkdownIt("commonmark").enable("table").render(text)
    style = "body{max-width:50em;margin:2em auto;padding:0 1em;font:16px/1.5 sans-serif}pre{overflow-x:auto}"
    head = f'<!doctype html><meta charset="utf-8"><title>mondegreen</title><style>{style}</style>'
    place = Path(tempfile.mkdtemp(prefix="mondegreen-docs-"), "docs.html")
    place.write_text(f"{head}\n{inside}", encoding="utf-8")
    opened = webbrowser.open(place.as_uri())
    print(f"{'opened' if opened else 'no browser was found; open'} {place}")
