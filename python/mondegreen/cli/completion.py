"""`mondegreen completion`: lets a shell complete commands, options and names."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; a key press must not wait for `typing`

if TYPE_CHECKING:
    from argparse import Action, ArgumentParser, Namespace
    from collections.abc import Iterable, Mapping, Sequence

HELP = """\
Lets a shell complete commands, options and names: prints what it is to run.

example:
  mondegreen completion bash >> ~/.bashrc
  mondegreen completion zsh >> ~/.zshrc
  mondegreen completion fish > ~/.config/fish/completions/mondegreen.fish
"""
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
# Options whose values are names, or lists of names, of these kinds of things.
NAMED = {
    "metrics": "metric",
    "metric": "metric",
    "report": "report",
    "form": "form",
    "format": "format",
    "ref_format": "format",
    "source": "format",
    "goal": "format",
    "normalise": "rule",
    "rules": "rule",
    "tokenise": "tokeniser",
    "encoders": "encoder",
}


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("shell", choices=[*SHELLS, "candidates"], help="the shell; `candidates` is what its script asks for")
    add(
        "words",
        metavar="WORD",
        nargs="*",
        help="with candidates: what was typed after `mondegreen`, the last unfinished",
    )


def run(args: Namespace) -> int:
    """Prints the script, or candidates, a line each."""
    if args.shell == "candidates":
        print("".join(f"{word}\n" for word in candidates(args.words or [""])), end="")
    else:
        print(SHELLS[args.shell].lstrip(), end="")
    return 0


def candidates(words: Sequence[str]) -> list[str]:
    """What the last word may become."""
    from mondegreen.cli import COMMANDS, find
    from mondegreen.cli.parser import build, chosen, inner, options
    from mondegreen.dropin import by_name

    *before, word = words
    if not before:
        return beginning([*COMMANDS, *by_name(), "--help", "--version", "--config", "--no-config"], word)
    if before[0] not in COMMANDS:
        return []
    whole = build(before[0], find(before[0]))
    parser = chosen(whole, before[1:])
    known = options(parser)
    action = known.get(before[-1])
    if action is not None and action.nargs != 0:
        return of_option(action, word)
    if word.startswith("--") and "=" in word:
        name, _, value = word.partition("=")
        return [f"{name}={each}" for each in of_option(known[name], value)] if name in known else []
    if word.startswith("-"):
        return beginning(known, word)
    return beginning(inner(whole) if parser is whole and inner(whole) else first_choices(parser), word)


def of_option(action: Action, value: str) -> list[str]:
    """The values of an option; of a list the last name is completed."""
    if action.choices:
        return beginning(map(str, action.choices), value)
    if action.dest not in NAMED:
        return []
    done, comma, last = value.rpartition(",")
    return [f"{done}{comma}{name}" for name in beginning(table(NAMED[action.dest]), last)]


def table(kind: str) -> Mapping[str, str]:
    """The names of a kind of things."""
    from mondegreen.catalogue import KINDS

    return KINDS[kind]


def first_choices(parser: ArgumentParser) -> list[str]:
    """What the first word of a command may be, where it is one of few."""
    from mondegreen.cli.parser import actions

    places = (action for action in actions(parser) if not action.option_strings)
    return list(map(str, getattr(next(places, None), "choices", None) or ()))


def beginning(names: Iterable[str], start: str) -> list[str]:
    """Those of the names that begin so."""
    return [name for name in names if name.startswith(start)]
