"""`mondegreen completion`: lets a shell complete commands, options and names."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; a key press must not wait for `typing`

if TYPE_CHECKING:
    from argparse import Action, ArgumentParser, Namespace
    from collections.abc import Iterable, Sequence

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
# What takes names, or lists of names, and where these stand: in any command, or in the one before the option.
NAMED = {
    "metrics": "mondegreen.measure:METRICS",
    "speakers metrics": "mondegreen.measure:SESSION_METRICS",
    "report": "mondegreen.report:REPORTS",
    "compare report": "mondegreen.report:COMPARISONS",
    "speakers report": "mondegreen.speakers.report:REPORTS",
    "lexicon eval report": "mondegreen.lexicon.evaluate:TABLES",
    "form": "mondegreen.report:FORMS",
    **dict.fromkeys((f"{command} form" for command in ("score", "align", "espnet")), "mondegreen.report:EVERY_FORM"),
    "format": "mondegreen.read:FORMATS",
    "ref_format": "mondegreen.read:FORMATS",
    "hyp_format": "mondegreen.read:FORMATS",
    "convert source": "mondegreen.read:FORMATS",
    "to": "mondegreen.read:WRITTEN",
    "convert goal": "mondegreen.read:WRITTEN",
    "normalise": "mondegreen.normalise:RULES",
    "rules": "mondegreen.normalise:RULES",
    "tokenise": "mondegreen.tokenise:TOKENISERS",
    "encoders": "mondegreen.encode:ENCODERS",
    "list kind": "mondegreen.catalogue:OPTIONS",
    "explain names": "mondegreen.catalogue:names",
    "docs pages": "mondegreen.cli.docs:pages",
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
    elif args.words:
        from mondegreen.errors import ScoreError

        raise ScoreError(f'"{args.words[0]}" is one word too many; see `mondegreen completion --help`')
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
        return beginning(
            [*COMMANDS, *by_name(), "--help", "--version", "--config", "--no-config", "--untrusted", "--limits"], word
        )
    if before[0] not in COMMANDS:
        return []
    whole = build(before[0], find(before[0]))
    parser = chosen(whole, before[1:])
    known = options(parser)
    action = known.get(before[-1])
    if action is not None and action.nargs != 0:
        return of_action(parser, action, word)
    if word.startswith("-"):
        name, equals, value = word.partition("=")
        action = known.get(name) if equals else None
        return [f"{name}={each}" for each in of_action(parser, action, value)] if action else beginning(known, word)
    if parser is whole and inner(whole):
        return beginning(inner(whole), word)
    return of_action(parser, next_place(parser, before[len(parser.prog.split()) - 1 :]), word)


def of_action(parser: ArgumentParser, action: Action | None, value: str) -> list[str]:
    """What may be the value of an option, or stand in a place; of a list the last name is completed."""
    from mondegreen.registry import load

    if action is None:
        return []
    if action.choices:
        return beginning(map(str, action.choices), value)
    command = parser.prog.partition(" ")[2]
    target = NAMED.get(f"{command} {action.dest}", NAMED.get(action.dest))
    if target is None:
        return []
    names = load(target)
    done, comma, last = value.rpartition(",")
    return [f"{done}{comma}{name}" for name in beginning(names() if callable(names) else names, last)]


def next_place(parser: ArgumentParser, words: Sequence[str]) -> Action | None:
    """The place in which a word stands after these, some of which are options and their values."""
    from mondegreen.cli.parser import actions, options

    valued = {name for name, action in options(parser).items() if action.nargs != 0}
    taken = sum(
        not (word.startswith("-") or before in valued) for before, word in zip(["", *words], words, strict=False)
    )
    places = [action for action in actions(parser) if not action.option_strings]
    if taken >= len(places) and places and places[-1].nargs in ("*", "+"):
        return places[-1]
    return places[taken] if taken < len(places) else None


def beginning(names: Iterable[str], start: str) -> list[str]:
    """Those of the names that begin so."""
    return [name for name in names if name.startswith(start)]
