"""What a rule or a tokenizer says of itself, and how a text such as `drop:<unk>` becomes one."""

from collections.abc import Iterable
from typing import Any, ClassVar

from mondegreen.component import Registry
from mondegreen.errors import ScoreError

# What would end or divide a part of a signature, and how it is written there instead.
QUOTED = str.maketrans({mark: f"%{ord(mark):02X}" for mark in "%|+,()"})


class Named:
    """The fields from which help, errors and signatures are made.

    A class's docstring is its page: the first sentence says what it does; then Example and Caveats. `argument` is
    what follows the name and a colon: empty where nothing may, in brackets where it may be left out.
    """

    name: ClassVar[str]
    argument: ClassVar[str] = ""
    signature: str

    def __init__(self) -> None:
        self.signature = self.name


def make_named(spec: str, registry: Registry[str]) -> Any:  # noqa: ANN401 - what stands behind a name is the registry's to say
    """The rule or tokenizer that a text describes: its name, and its argument after a colon."""
    name, colon, argument = spec.partition(":")
    maker = registry.find(name.strip())
    # What an installed package offers may be any callable that takes an argument or none.
    takes: str = getattr(maker, "argument", "[ARGUMENT]")
    if colon and not takes:
        raise ScoreError(f'"{spec}": {name} takes no argument')
    given = bool(argument.strip())
    if not given and takes and not takes.startswith("["):
        raise ScoreError(f'"{spec}": {name} needs an argument; write {name}:{takes}')
    return maker(argument) if given else maker()


def make_signature(name: str, arguments: Iterable[str]) -> str:
    """A name with arguments, as signatures show it."""
    return f"{name}({','.join(each.translate(QUOTED) for each in arguments)})"


def digest_parts(parts: Iterable[object]) -> str:
    """What tells the contents of one file from those of another."""
    from mondegreen.digest import digest_text

    return digest_text("\n".join(map(repr, parts)))
