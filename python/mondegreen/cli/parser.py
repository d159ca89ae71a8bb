"""The parser of a command's words, made from its plan: a slip is told in one sentence, with the nearest name."""

from __future__ import annotations

import re
from argparse import PARSER, SUPPRESS, Action, ArgumentParser, RawDescriptionHelpFormatter
from functools import partial
from types import ModuleType

from mondegreen.plan.option import Plan, split_help

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, NoReturn

    from mondegreen.plan.option import Option

# How argparse says that a value is none of those to choose from; the quotation marks depend on Python's version.
CHOICE = re.compile(r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)")
NUMBER = re.compile(r"argument (\S+): invalid (int|float) value: '(.*)'")
REQUIRED = re.compile(r"the following arguments are required: (.*)")
WHOLE = re.compile(r" *[+-]?[0-9_]+ *")
KINDS = {"int": "whole number", "float": "number"}


# What stands for a value that holds the options of another program.
OPTIONS = "OPTIONS"
# How other programs name the sides that stand in order here.
NAMED_SIDES = ("--ref", "--reference", "--references", "--hyp", "--hypothesis", "--hypotheses")
# What options of other programs are called here.
ELSEWHERE = {
    **dict.fromkeys(("--no-color", "--no-colour", "--nocolor"), "--color never"),
    **dict.fromkeys(("--align", "--alignment"), "--policy"),
    **dict.fromkeys(("--over", "--interval"), "--resample-by"),
    **dict.fromkeys(("--colour", "--colours", "--colors"), "--color"),
    **dict.fromkeys(("--json", "--csv", "--markdown", "--latex", "--html"), "--output-format NAME"),
    "--lowercase": "--normalize lower",
    "--ignore-case": "--normalize lower",
    "--remove-punctuation": "--normalize punctuation",
}
# What the core counts with.
MOST = 2**63 - 1


# What of a group's title is no name: "external models (listed by mondegreen doctor models)".
NAME = re.compile(r" ?[(:,].*")


class Layout(RawDescriptionHelpFormatter):
    """argparse's layout, with each option by its short and its first long name, and actions without a heading."""

    aliases = 1

    def _format_action_invocation(self, action: Action) -> str:
        if not action.option_strings:
            return super()._format_action_invocation(action)
        short = [name for name in action.option_strings if not name.startswith("--")]
        long = [name for name in action.option_strings if name.startswith("--")][: self.aliases]
        value = "" if action.nargs == 0 else f" {self._format_args(action, action.dest.upper())}"
        return f"{', '.join([*short, *long])}{value}"

    def _format_action(self, action: Action) -> str:
        if action.nargs != PARSER:
            return super()._format_action(action)
        return "".join(map(self._format_action, action._get_subactions()))  # type: ignore[attr-defined] # noqa: SLF001


class FullLayout(Layout):
    """The same with every name of an option."""

    aliases = 99


class Parser(ArgumentParser):
    """argparse's, with our own words for what it refuses."""

    plan: type[Plan] = Plan  # what the options make

    def __init__(self, page: str | None = None, **how: Any) -> None:  # noqa: ANN401 - argparse's own
        super().__init__(**how)
        self.page = page  # what the command says of itself, which only help looks at
        self.register("type", int, parse_whole_number)
        self.actions = self._actions
        self._positionals.title = "arguments"
        self.inner: dict[str, Parser] = {}  # of what a command can do, such as `map` of `lexicon`

    def format_help(self, *, every: bool = False) -> str:
        """The usage, and what each option does; sentences that name all of a kind are made only now.

        Where a plan says which options are common, the others are only named, unless `every` one is wanted.
        """
        from mondegreen.plan.shared import Terminal

        self.usage = make_usage(self)
        self.formatter_class = FullLayout if every else Layout
        declared, hidden = {**Terminal.options, **self.plan.options}, dict[str, list[str]]()
        for action in self.actions:
            if each := declared.get(action.dest):
                is_shown = every or not (each.flags and self.plan.common) or each.name in self.plan.common
                action.help = each.sentence().replace("%", "%%") if is_shown else SUPPRESS
                if not is_shown:
                    hidden.setdefault(each.group, []).append(each.flag)
        self.description, examples = split_help(self.page)
        self.epilog = "\n\n".join(filter(None, (self.name_hidden(hidden), examples)))
        return super().format_help()

    def name_hidden(self, hidden: Mapping[str, Sequence[str]]) -> str:
        """The names of the options that are not shown, by their groups."""
        from shutil import get_terminal_size

        from mondegreen.cli.layout import hang_text

        named = sorted(hidden.items(), key=lambda each: not each[0])
        groups = {NAME.sub("", group) or "other": " ".join(flags) for group, flags in named}
        room, width = max(map(len, groups), default=0), get_terminal_size().columns - 2
        lines = (hang_text(f"  {group:<{room}}  ", flags, width) for group, flags in groups.items())
        return "\n".join([f"more options, see {self.prog} --help-all:", *lines]) if hidden else ""

    def parse_given(self, words: Sequence[str]) -> dict[str, Any]:
        """The options that the words give, and no others; a word that nothing takes is refused by name."""
        own = select_parser(self, words)
        refuse_named_sides(own, words)
        found, extra = self.parse_known_args(words)
        if extra:
            raise make_unexpected_error(own, extra[0], words)
        places = {each.dest: each.default for each in own.actions if not each.option_strings}
        given = vars(found).items()
        return {name: value for name, value in given if name not in places or value != places[name]}

    def make_plan(self, values: Mapping[str, Any], given: Iterable[str]) -> Plan:
        """The plan of these values, some of which were given and the others configured."""
        wanted = [each.flag for each in self.plan.options.values() if each.required and each.name not in values]
        if wanted:
            self.error(f"the following arguments are required: {', '.join(wanted)}")
        own = {name: value for name, value in values.items() if name in self.plan.options}
        return self.plan(**own).mark_given(name for name in given if name in own)

    def error(self, message: str) -> NoReturn:
        """Refuses the words in a sentence."""
        from mondegreen.component import find_close, unknown_name
        from mondegreen.errors import ScoreError

        if choice := CHOICE.fullmatch(message):
            option, given, known = (part.replace("'", "") for part in choice.groups())
            if option == known:  # a command with one action
                near = (
                    f'"{given}": did you mean {known}?' if find_close(given, [known]) else f'"{known}" must come first:'
                )
                raise ScoreError(f"{near} {make_usage(self)}")
            if not option.startswith("-"):
                raise unknown_name(option.lower(), given, known.split(", "))
            near = find_close(given, known.split(", "))
            raise ScoreError(f'{option} is "{given}"; {f"did you mean {near}?" if near else f"choose from {known}"}')
        if (number := NUMBER.fullmatch(message)) and WHOLE.fullmatch(number[3]):
            raise ScoreError(f"{number[1]} is {number[3]}, which is too large")
        if number:
            raise ScoreError(f'{number[1]} is "{number[3]}", which is not a {KINDS[number[2]]}')
        if missing := REQUIRED.fullmatch(message):
            actions = f": {', '.join(self.inner)}" if self.inner else ""
            message = f"{', '.join(self.wanted(missing[1].split(', ')))} must be given{actions}"
        raise ScoreError(f"{message.removeprefix('argument ')}; see `{self.prog} --help`")

    def wanted(self, names: Sequence[str]) -> list[str]:
        """Those of the names that must be there: argparse counts lists that may be empty among them."""
        needless = {action.metavar or action.dest for action in self.actions if action.nargs in ("*", "?")}
        return [name for name in names if name not in needless]


class HelpAll(Action):
    """`--help-all`: the help with every option."""

    def __call__(self, parser: ArgumentParser, *_: object) -> NoReturn:
        print(parser.format_help(every=True), end="")  # type: ignore[call-arg] # they are all ours
        parser.exit()


def ignore_case(choices: Sequence[str], text: str) -> str:
    """The choice that a text names in any case, or the text."""
    return text.lower() if text.lower() in choices else text


def parse_whole_number(text: str) -> int:
    """A whole number that the core can count with."""
    number = int(text)
    if abs(number) > MOST:
        raise ValueError(text)
    return number


def build_parser(name: str, command: type[Plan] | ModuleType) -> Parser:
    """The parser of a command, with one inside it for each of its actions."""
    parser = Parser(command.__doc__, prog=f"mondegreen {name}")
    if isinstance(command, ModuleType):
        subparsers = parser.add_subparsers(
            title="actions", dest="action", metavar="ACTION", required=True, parser_class=Parser
        )
        parser.inner = subparsers.choices
        for action in command.ACTIONS:
            plan = command.ACTIONS.find(action)
            inner = subparsers.add_parser(action, page=plan.__doc__, help=split_help(plan.__doc__)[0])
            declare_plan(inner, plan)
    else:
        declare_plan(parser, command)
    return parser


def declare_plan(parser: Parser, plan: type[Plan]) -> None:
    """Declares the options of a plan, in their groups."""
    from mondegreen.plan.shared import Terminal

    parser.plan = plan
    if plan.common:
        parser.add_argument(
            "--help-all", action=HelpAll, nargs=0, dest="every", default=SUPPRESS, help="show all options"
        )
    groups: dict[str, Any] = {"": parser}
    for each in (*plan.options.values(), *Terminal.options.values()):
        if each.group not in groups:
            groups[each.group] = parser.add_argument_group(each.group)
        groups[each.group].add_argument(*each.flags or [each.name], **describe_option(each))


def describe_option(option: Option) -> dict[str, Any]:
    """What argparse wants to know of an option."""
    found: dict[str, Any] = {}
    if option.choices:
        found = {"choices": option.choices, "type": partial(ignore_case, option.choices)}
    if option.metavar or len(option.choices or ()) == 1:
        found["metavar"] = option.metavar or " ".join(option.choices or ())
    if not option.positional:
        found |= {"dest": option.name, "default": SUPPRESS}  # the plan knows what holds if nothing is said
    if option.kind is bool:
        return found | {"action": "store_true"}
    if option.implied is not None:
        found |= {"nargs": "?", "const": option.implied}
    elif option.repeats:
        found["action"] = "append"
    elif option.several:
        found["nargs"] = "+" if option.required or not option.positional else "*"
    elif option.positional and not option.required:
        found["nargs"] = "?"
    if option.positional and not option.required:
        found["default"] = option.default
    return found | ({} if option.kind is str else {"type": option.kind})


def make_usage(parser: Parser) -> str:
    """The command in a line, with what may be left out in brackets; the options stand below it."""
    places = [action for action in parser.actions if not action.option_strings]
    names = [str(action.metavar or "|".join(map(str, action.choices or [action.dest]))) for action in places]
    forms = {"*": "[{0} ...]", "+": "{0} [{0} ...]", "?": "[{0}]", PARSER: "{0} ..."}
    shown = (forms.get(str(action.nargs), "{0}").format(name) for action, name in zip(places, names, strict=True))
    return " ".join([parser.prog, *shown, "[options]"]).replace("%", "%%")


def select_parser(parser: Parser, words: Iterable[str]) -> Parser:
    """The inner parser that the words name, or the parser itself."""
    return next((parser.inner[word] for word in words if word in parser.inner), parser)


def bind_values(parser: Parser, words: Sequence[str]) -> list[str]:
    """The words, of which a value that holds another program's options, and begins as ours do, is bound to its own."""
    options = select_parser(parser, words).plan.options.values()
    binding = {flag for each in options if each.metavar == OPTIONS for flag in each.flags}
    bound: list[str] = []
    for word in words:
        if bound and bound[-1] in binding:
            bound[-1] += f"={word}"
        else:
            bound.append(word)
    return bound


def list_options(parser: Parser) -> dict[str, Action]:
    """What begins with hyphens, each by all of its names."""
    return {name: action for action in parser.actions for name in action.option_strings}


def refuse_named_sides(parser: Parser, words: Sequence[str]) -> None:
    """Refuses `--ref FILE`, as other programs have it, where the files stand in order."""
    from mondegreen.errors import ScoreError

    for name in (word.partition("=")[0] for word in words):
        if name in NAMED_SIDES and name not in list_options(parser) and "REF" in make_usage(parser).split():
            raise ScoreError(f"{name}: files are given in order, without options: {make_usage(parser)}")


def make_unexpected_error(parser: Parser, word: str, words: Sequence[str]) -> Exception:
    """What is wrong with a word that nothing takes."""
    from mondegreen.component import find_close
    from mondegreen.errors import ScoreError

    hint = f"see `{parser.prog} --help`"
    if not word.startswith("-"):
        return ScoreError(f'unexpected argument "{word}"; {suggest_comma(parser, word, words) or hint}')
    name = word.partition("=")[0]
    if name in ELSEWHERE:
        return ScoreError(f'there is no option "{name}"; write {ELSEWHERE[name]}')
    near = find_close(name, list_options(parser))
    return ScoreError(f'there is no option "{name}"; {f"did you mean {near}?" if near else hint}')


def suggest_comma(parser: Parser, word: str, words: Sequence[str]) -> str:
    """How several names are written, if the word is a name behind one that an option took."""
    at = list(words).index(word) if word in words else 0
    option = list_options(parser).get(words[at - 2]) if at > 1 else None
    declared = parser.plan.options.get(option.dest) if option else None
    if declared is None or word.partition(":")[0].lower() not in declared.names():
        return ""
    return f"several names are separated by commas: {words[at - 2]} {words[at - 1]},{word}"
