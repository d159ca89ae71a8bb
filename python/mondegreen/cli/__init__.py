"""The command `mondegreen`: argv -> plan -> function -> exit code.

A command is a plan: its docstring is the help, its fields are the options, and `run` names the function that carries it
out. Most of these are Python's own functions, of `mondegreen.api`; here is only what concerns a terminal.
"""

from __future__ import annotations

import sys

from mondegreen.component import Registry

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType
    from typing import Any

    from mondegreen.cli.parser import Parser
    from mondegreen.cli.untrusted import Sandbox
    from mondegreen.plan.option import Plan

# What help shows together: the plan of each command, or the module of those of its actions.
GROUPS = {
    "commands that everyone needs": {
        "score": "mondegreen.plan.score:ScorePlan",
        "compare": "mondegreen.plan.compare:ComparePlan",
        "align": "mondegreen.plan.compare:AlignPlan",
        "report": "mondegreen.plan.compare:PagePlan",
        "normalize": "mondegreen.plan.texts:NormalizePlan",
    },
    "files and saved runs": {"convert": "mondegreen.plan.texts:ConvertPlan", "runs": "mondegreen.plan.runs"},
    "recipes of other toolkits": {
        "kaldi": "mondegreen.plan.kaldi",
        "espnet": "mondegreen.plan.recipes:EspnetPlan",
        "tools": "mondegreen.plan.recipes:ToolsPlan",
    },
    "research": {
        "nbest": "mondegreen.plan.nbest",
        "study": "mondegreen.plan.study",
        "simulate": "mondegreen.plan.texts:SimulatePlan",
        "lexicon": "mondegreen.plan.lexicon",
    },
    "about mondegreen": {
        "help": "mondegreen.plan.about:HelpPlan",
        "doctor": "mondegreen.plan.about:DoctorPlan",
        "completion": "mondegreen.plan.about:CompletionPlan",
    },
}
# What former names of commands, and names that other programs have, are called here.
MEANT = {
    **dict.fromkeys(("evaluate", "eval", "compute", "measure"), "score"),
    **dict.fromkeys(("speakers", "meetings", "meeteval"), "score REF HYP --metrics cpwer"),
    **dict.fromkeys(("diff", "visualize"), "align"),
    **dict.fromkeys(("list", "explain", "docs", "man"), "help"),
    **dict.fromkeys(("corrupt", "noise"), "simulate"),
    **dict.fromkeys(("test", "significance"), "compare"),
    **dict.fromkeys(("humans", "vote"), "study agreement"),
    **{name: f"study {name}" for name in ("correlate", "downstream", "robustness")},
    **{name: f"nbest {name}" for name in ("oracle", "tune", "rerank")},
    "merge": "runs merge",
    "verify": "runs verify",
    "models": "doctor models",
}
COMMANDS = Registry("command", {name: place for group in GROUPS.values() for name, place in group.items()})

HELP = """\
usage: mondegreen COMMAND ... [options]

Evaluate speech recognition: WER, CER, semantic metrics, significance.
Start with: mondegreen score ref.txt hyp.txt

{commands}

drop-in replacements:
  {programs} programs of NIST SCTK, Kaldi and ESPnet run by their own names, with the
  same arguments and output, e.g. mondegreen sclite; mondegreen help programs
  lists them.

options:
  -h, --help           show this help; after a command, the help of that command
  --version            print the version
  --quiet, --verbose   print fewer notes, or every ID in them (default: neither)
  --color WHEN         auto, always or never (default: auto, on a terminal)
  --config FILE        read default options from FILE (default: the project's
                       mondegreen.toml); --no-config reads none
  --debug              show the traceback of an error (default: one sentence)
  --untrusted          for untrusted files: no configuration, no scp, no links
                       out of a directory, limited resources, and Landlock
                       where the kernel has it (default: files are trusted)
  --limits NAME=N,...  limits of --untrusted (default:
                       memory=4G,time=10m,columns=1000,nesting=50,bytes=1G)

mondegreen help NAME explains a command, option, metric, format or report.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs the program or the command that the words name; the exit code is 2 for bad input and 1 for a failed run."""
    words = sys.argv[1:] if argv is None else argv
    debug = "--debug" in words
    called = words[1:] if words[:1] == ["--debug"] else words
    try:
        from mondegreen.cli.guard import run_guarded
        from mondegreen.dropin import list_programs

        if called and called[0] not in COMMANDS and called[0] in list_programs():
            from mondegreen.dropin.start import start

            return start(called[0], called[1:], debug=len(called) < len(words))
        words = [word for word in words if word != "--debug"]
        return run_guarded(lambda: dispatch_words(words, debug=debug), debug=debug)
    except KeyboardInterrupt:  # before anything that answers it was loaded
        return 130


def dispatch_words(words: list[str], *, debug: bool) -> int:
    """Answers what concerns the whole program, or hands over to a command."""
    if words and words[0].startswith("-"):
        words = move_behind_command(words)
    words, config = split_configuration(words)
    sandbox = None
    if any(word.startswith(("--untrusted", "--limits")) for word in words):
        from mondegreen.cli.untrusted import take_flags

        words, sandbox = take_flags(words, config, debug=debug)
    name = words[0] if words else ""
    if name in ("-h", "--help"):
        print(help_text(), end="")
    elif name == "--version":
        from mondegreen._core import __version__

        print(f"mondegreen {__version__}")
    elif not name:
        print(help_text(), end="", file=sys.stderr)
        return 2
    else:
        return run_command(name, words[1:], "" if sandbox else config, sandbox)
    return 0


def move_behind_command(words: list[str]) -> list[str]:
    """The words with `--quiet`, `--verbose` and `--color` of the beginning at their end, where commands take them."""
    first = 0
    while first < len(words) and words[first].partition("=")[0] in ("-q", "--quiet", "-v", "--verbose", "--color"):
        first += 2 if words[first] == "--color" else 1
    rest = words[first:]
    end = rest.index("--") if "--" in rest else len(rest)
    return [*rest[:end], *words[:first], *rest[end:]] if rest else []


def split_configuration(words: list[str]) -> tuple[list[str], str | None]:
    """The words without those that say which file of usual options to read; "" is none, None the project's."""
    end = words.index("--") if "--" in words else len(words)
    for place, word in enumerate(words[:end]):
        if word == "--no-config":
            return [*words[:place], *words[place + 1 :]], ""
        if word == "--config" or word.startswith("--config="):
            value = [word.partition("=")[2]] if "=" in word else words[place + 1 : place + 2]
            if not value or not value[0]:
                from mondegreen.errors import ScoreError

                raise ScoreError("--config needs a file; to read none: --no-config")
            return [*words[:place], *words[place + (1 if "=" in word else 2) :]], value[0]
    return words, None


def run_command(name: str, words: list[str], config: str | None, sandbox: Sandbox | None) -> int:
    """Runs one command."""
    from mondegreen.cli import guard
    from mondegreen.cli.parser import bind_values, build_parser

    if name not in COMMANDS:
        name = correct_spelling(name)
    parser = build_parser(name, find_command(name, words))
    words = bind_values(parser, words)
    plan = make_plan(parser, words, config)
    size: str | None = getattr(plan, "max_bytes", None)
    if size is not None or "mondegreen.io.compressed" in sys.modules:
        from mondegreen.io import compressed  # which may have the limit of a command before

        compressed.Limit.bytes = compressed.DEFAULT_LIMIT if size is None else compressed.parse_size(size)
    if sandbox:  # which says itself what was too much
        return sandbox.run(lambda: carry_out(plan), plan, words)
    from mondegreen._core import end_without_memory
    from mondegreen.errors import NO_MEMORY

    end_without_memory(f"mondegreen: error: {NO_MEMORY}\n", guard.FAILED)
    return carry_out(plan)


def carry_out(plan: Plan) -> int:
    """The exit code of a plan: that which its function gives, or 0 where it gives what was found."""
    from mondegreen.component import load_target

    function = load_target(plan.run)
    found = getattr(function, "__wrapped__", function)(plan)
    return found if isinstance(found, int) else 0


def make_plan(parser: Parser, words: list[str], config: str | None) -> Plan:
    """The plan that the words, and behind them a project's configuration, make; what contradicts itself is refused."""
    from mondegreen.cli import places
    from mondegreen.cli.config import add_configured, find_nearest
    from mondegreen.cli.parser import select_parser

    own = select_parser(parser, words)
    given = parser.parse_given(words)
    path = find_nearest() if config is None else config
    apply_terminal(given)
    values = add_configured(parser, words, given, path) if path else given
    apply_terminal(values)
    plan = own.make_plan(values, given)
    places.check_places(plan)
    plan.check()
    return plan


def apply_terminal(values: Mapping[str, Any]) -> None:
    """Sets how much is reported, and whether in colors."""
    from mondegreen.color import Colors
    from mondegreen.errors import Verbosity
    from mondegreen.plan.shared import Terminal

    chosen = Terminal(**{name: value for name, value in values.items() if name in Terminal.options})
    chosen.check()
    Verbosity.has_notes, Verbosity.has_every_id = not chosen.quiet, chosen.verbose
    Colors.when = chosen.color


def correct_spelling(name: str) -> str:
    """The command that a name is another spelling of, or else the name."""
    others = (each for each in COMMANDS if name in getattr(COMMANDS.find(each), "spellings", ()))
    return name if name in COMMANDS else next(others, name)


def find_command(name: str, words: Sequence[str] = ()) -> type[Plan] | ModuleType:
    """The plan of a command, or the module of its actions' plans; an unknown name is an error with the nearest.

    Where the name is another program's, the error shows the whole command with the words behind it.
    """
    if name not in COMMANDS:
        from mondegreen.component import unknown_name
        from mondegreen.dropin import list_programs

        if (meant := find_meant(name, words)) is not None:
            from mondegreen.errors import ScoreError

            raise ScoreError(f'there is no command "{name}"; write: mondegreen {meant}')
        kind = "option" if name.startswith("-") else COMMANDS.kind
        raise unknown_name(kind, name, [*COMMANDS, *list_programs()], "see `mondegreen --help`")
    found: type[Plan] | ModuleType = COMMANDS.find(name)
    return found


def find_meant(name: str, words: Sequence[str]) -> str | None:
    """How a former name of a command, or the name of a metric, is written now, with the words behind it."""
    import shlex

    from mondegreen.metrics import ALL_METRICS

    given = shlex.join(words)
    if name.lower() in ALL_METRICS:
        return f"score {given or 'REF HYP'} --metrics {name.lower()}"
    meant = MEANT.get(name.lower())
    if meant is None or not given:
        return meant
    return meant.replace("REF HYP", given) if "REF HYP" in meant else f"{meant} {given}"


def list_plans() -> dict[str, type[Plan]]:
    """The plan of each command, and of each of its actions."""
    found: dict[str, type[Plan]] = {}
    for name in COMMANDS:
        command = COMMANDS.find(name)
        inner = getattr(command, "ACTIONS", None)
        found |= {name: command} if inner is None else {f"{name} {each}": inner.find(each) for each in inner}
    return found


def help_text() -> str:
    """The help of the whole program, with the first sentence of each command's own."""
    from mondegreen.cli.layout import get_width, hang_text
    from mondegreen.dropin import list_programs
    from mondegreen.plan.option import split_help

    parts = []
    for title, group in GROUPS.items():
        lines = (hang_text(f"  {name:<10}  ", split_help(find_command(name).__doc__)[0], get_width()) for name in group)
        parts.append("\n".join([f"{title}:", *lines]))
    return HELP.format(commands="\n\n".join(parts), programs=len(list_programs()))
