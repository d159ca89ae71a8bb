"""`mondegreen completion`: lets a shell complete commands, options and names."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; a key press must not wait for `typing`

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Iterable, Sequence

    from mondegreen.cli.parser import Parser
    from mondegreen.plan.about import CompletionPlan

# Each asks this command for what may stand in the place of the last word; where that is nothing, it completes files.
SHELLS = {
    "bash": r"""
_mondegreen() {
    local IFS=$'\n'
    COMPREPLY=($(mondegreen completion candidates -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -o bashdefault -F _mondegreen mondegreen
""",
    "zsh": r"""
_mondegreen() {
    local -a found
    found=(${(f)"$(mondegreen completion candidates -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#found )); then compadd -- $found; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _mondegreen mondegreen
""",
    "fish": r"""
function __mondegreen_candidates
    set -l words (commandline -opc) (commandline -ct)
    mondegreen completion candidates -- $words[2..-1] 2>/dev/null
end
complete -c mondegreen -a '(__mondegreen_candidates)'
""",
}


def run(plan: CompletionPlan) -> int:
    """Prints the script, or candidates, a line each."""
    if plan.shell == "candidates":
        print("".join(f"{word}\n" for word in list_candidates(plan.words or [""])), end="")
    elif plan.words:
        from mondegreen.errors import ScoreError

        raise ScoreError(f'unexpected argument "{plan.words[0]}"; see `mondegreen completion --help`')
    else:
        print(SHELLS[plan.shell].lstrip(), end="")
    return 0


def list_candidates(words: Sequence[str]) -> list[str]:
    """What the last word may become."""
    from mondegreen.cli import COMMANDS, find_command
    from mondegreen.cli.parser import build_parser, list_options, select_parser
    from mondegreen.dropin import list_programs

    *before, word = words
    if not before:
        return filter_by_start(
            [*COMMANDS, *list_programs(), "--help", "--version", "--config", "--no-config", "--untrusted", "--limits"],
            word,
        )
    if before[0] not in COMMANDS:
        return []
    whole = build_parser(before[0], find_command(before[0]))
    parser = select_parser(whole, before[1:])
    known = list_options(parser)
    action = known.get(before[-1])
    if action is not None and action.nargs != 0:
        return of_option(parser, action, word)
    if word.startswith("-"):
        name, equals, value = word.partition("=")
        action = known.get(name) if equals else None
        return (
            [f"{name}={each}" for each in of_option(parser, action, value)] if action else filter_by_start(known, word)
        )
    if parser is whole and whole.inner:
        return filter_by_start(whole.inner, word)
    return of_option(parser, next_place(parser, before[len(parser.prog.split()) - 1 :]), word)


def of_option(parser: Parser, action: Action | None, value: str) -> list[str]:
    """What may be the value of an option, or stand in a place; of a list the last name is completed."""
    option = None if action is None else parser.plan.options.get(action.dest)
    if option is None:
        return []
    if option.choices:
        return filter_by_start(option.choices, value)
    done, comma, last = value.rpartition(",")
    return [f"{done}{comma}{name}" for name in filter_by_start(option.names(), last)]


def next_place(parser: Parser, words: Sequence[str]) -> Action | None:
    """The place in which a word stands after these, some of which are options and their values."""
    from mondegreen.cli.parser import list_options

    valued = {name for name, action in list_options(parser).items() if action.nargs != 0}
    taken = sum(
        not (word.startswith("-") or before in valued) for before, word in zip(["", *words], words, strict=False)
    )
    places = [action for action in parser.actions if not action.option_strings]
    if taken >= len(places) and places and places[-1].nargs in ("*", "+"):
        return places[-1]
    return places[taken] if taken < len(places) else None


def filter_by_start(names: Iterable[str], start: str) -> list[str]:
    """Those of the names that begin so."""
    return [name for name in names if name.startswith(start)]
