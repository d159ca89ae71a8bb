"""Pages about the code, made from it: every option of every command, and which package stands on which."""

import ast
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import mondegreen
from mondegreen.cli import list_plans
from mondegreen.plan.option import Option, Plan, split_help

# How a cell of a table writes one.
BAR = "\\|"
PACKAGE = Path(mondegreen.__file__).parent

# What the picture of the flow shows, from the top: parts that belong together are one box. What is not here, such as
# errors and files, is below all.
BOXES = {
    "cli": ("cli",),
    "dropin": ("dropin",),
    "api": ("api",),
    "writers": ("writers",),
    "render": ("render",),
    "reports": ("reports",),
    "nbest, simulation, lexicon": ("nbest", "simulation", "lexicon"),
    "runner": ("runner", "engine", "saved_runs", "resolve", "sources"),
    "comparison": ("comparison",),
    "results": ("results",),
    "metrics": ("metrics",),
    "batch, alignment": ("batch", "alignment"),
    "tokenization": ("tokenization",),
    "normalization": ("normalization",),
    "pairs": ("pairs",),
    "formats": ("formats",),
    "plan": ("plan",),
}


def functions() -> dict[type[Plan], str]:
    """Python's function of each plan."""
    places = {f"mg.{name}": getattr(mondegreen, name) for name in mondegreen.__all__}
    places |= {f"mg.lexicon.{name}": getattr(mondegreen.lexicon, name) for name in mondegreen.lexicon.__all__}
    return {each.plan: name for name, each in places.items() if hasattr(each, "plan")}


def options() -> str:
    """What each command takes; options that several commands share stand once, below."""
    every, python = list_plans(), functions()
    users: dict[int, list[str]] = {}
    for name, plan in every.items():
        for option in plan.options.values():
            users.setdefault(id(option), []).append(name)
    parts = [describe(name, plan, find_function(python, plan), users) for name, plan in every.items()]
    shared = {id(each): each for plan in every.values() for each in plan.options.values() if len(users[id(each)]) > 1}
    parts.append("## Options of several commands\n")
    for group in dict.fromkeys(each.group for each in shared.values()):
        own = sorted((each for each in shared.values() if each.group == group), key=lambda each: each.flag)
        parts.append(f"### {group or 'general'}\n\n{table(own, users)}\n")
    return "\n".join([*parts, index(every)])


def index(plans: dict[str, type[Plan]]) -> str:
    """Every option with its aliases, in the order of the alphabet, and the commands that take it."""
    takers: dict[str, list[str]] = {}
    for name, plan in plans.items():
        for flag in (flag for each in plan.options.values() for flag in each.flags):
            takers.setdefault(flag, []).append(name)
    every = sorted(takers, key=lambda flag: (flag.strip("-").lower(), flag))
    rows = "".join(f"| `{flag}` | {', '.join(dict.fromkeys(takers[flag]))} |\n" for flag in every)
    return f"## Index of options\n\n| option | commands |\n|---|---|\n{rows}"


def find_function(functions: dict[type[Plan], str], plan: type[Plan]) -> str | None:
    """Python's function of a plan, or of what it takes beside the options of the command."""
    wider = (name for made, name in functions.items() if made.__base__ is plan and made.__name__.endswith("Call"))
    return functions.get(plan) or next(wider, None)


def describe(name: str, plan: type[Plan], function: str | None, users: dict[int, list[str]]) -> str:
    """The section of a command."""
    head = f"## {name}\n\n{split_help(plan.__doc__)[0]}" + (f" In Python: `{function}`." if function else "")
    own = [each for each in plan.options.values() if len(users[id(each)]) == 1]
    others = sorted(f"`{each.flag}`" for each in plan.options.values() if len(users[id(each)]) > 1)
    more = f"\nAnd these, which other commands have too: {', '.join(others)}.\n" if others else ""
    return f"{head}\n\n{table(own) if own else ''}{more}"


def table(options: list[Option], users: dict[int, list[str]] | None = None) -> str:
    """A row for each option."""
    rows = ["| option | Python | takes | default | |", "|---|---|---|---|---|"]
    for each in options:
        written = f"`{each.shown}`" if each.positional else ", ".join(f"`{flag}`" for flag in each.flags)
        needs = f"; needs {' or '.join(f'`{name}`' for name in each.needs)}" if each.needs else ""
        apart = f"; not with {', '.join(f'`{name}`' for name in each.apart)}" if each.apart else ""
        used = f" ({', '.join(users[id(each)])})" if users else ""
        cells = [written, f"`{each.name}`", takes(each), default(each), f"{each.sentence()}{needs}{apart}{used}"]
        rows.append(f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |")
    return "\n".join(rows) + "\n"


def takes(option: Option) -> str:
    """What an option takes."""
    kind = {int: "whole number", float: "number", bool: "nothing", str: "text"}[option.kind]
    what = " or ".join(option.choices) if option.choices else kind
    limit = f" of at least {option.least:g}" if option.least is not None else ""
    return what + limit + (", several" if option.several or option.repeats else "")


def default(option: Option) -> str:
    """What holds if nothing is said."""
    if option.required:
        return "must be given"
    return "" if option.default in (None, False, []) else f"`{option.default}`"


def flow() -> str:
    """The picture of what stands on what, without arrows that others imply; what goes against it stands below."""
    edges, order = find_edges(), list(BOXES)
    down = {
        one: [each for each in order if each in edges[one] and order.index(each) > at] for at, one in enumerate(order)
    }
    names = {box: f"b{at}[{box}]" for at, box in enumerate(order)}
    lines = [
        f"  {names[one]} --> {names[other]}"
        for one in order
        for other in down[one]
        if not any(other in list_below(between, down) for between in down[one])
    ]
    up = [
        f"- `{one}` imports `{each}`" for one in order for each in order if each in edges[one] and each not in down[one]
    ]
    picture = ["```mermaid", "flowchart TD", f"  argv([argv]) --> {names['cli']}", *lines, "```"]
    return "\n".join([*picture, "", "Against the arrows go a few imports:", "", *up, ""])


def find_edges() -> dict[str, set[str]]:
    """What each box imports."""
    of = {part: box for box, parts in BOXES.items() for part in parts}
    edges: dict[str, set[str]] = {box: set() for box in BOXES}
    for path in sorted(PACKAGE.rglob("*.py")):
        if (box := of.get(part(path))) is not None:
            edges[box] |= {of[name] for name in imported(path) if name in of} - {box}
    return edges


def list_below(box: str, down: dict[str, list[str]]) -> set[str]:
    """All that stands below a box."""
    return {each for one in down[box] for each in (one, *list_below(one, down))}


def part(path: Path) -> str:
    """The package, or the module beside the packages, in which a file is."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> Iterator[str]:
    """The parts of the package that a module imports, at once or when it needs them; not for types alone."""
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo += node.orelse
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (
                ".".join([node.module, alias.name]).split(".")[1]
                for alias in node.names
                if node.module.partition(".")[0] == "mondegreen"
            )
        todo += ast.iter_child_nodes(node)


def rooms() -> str:
    """Each package, and each module beside them, with the sentence that it says of itself."""
    rows = ["| | is |", "|---|---|"]
    for path in sorted(PACKAGE.iterdir()):
        file = path / "__init__.py" if path.is_dir() else path
        if file.suffix == ".py" and file.is_file() and path.name[0] != "_":
            page = cleandoc(ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "")
            sentence = page.partition("\n\n")[0].replace("\n", " ").replace("|", BAR)
            rows.append(f"| `{path.name}{'/' if path.is_dir() else ''}` | {sentence} |")
    return "\n".join(rows) + "\n"


PARTS = {"options": options, "flow": flow, "rooms": rooms}
