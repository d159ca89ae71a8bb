"""What normalizers and tokenizers are: functions of a text, with a name and options; and those of the user."""

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module

from mondegreen.component import Component, Option
from mondegreen.errors import ScoreError

# What would end or divide a part of a signature, and how it is written there instead.
QUOTED = str.maketrans({mark: f"%{ord(mark):02X}" for mark in "%|+,()"})


class TextFunction(Component):
    """A function of a text; its docstring is its page: a sentence that says what it does, then Example and Caveats.

    `signed` is what its signature holds beside the name: all that changes the number.
    """

    signed: Sequence[str] = ()

    @property
    def signature(self) -> str:
        signed = ",".join(each.translate(QUOTED) for each in self.signed)
        return f"{self.name}({signed})" if signed else self.name


def name_function(function: Callable[..., object]) -> str:
    """What a normalizer or a tokenizer is called in signatures and errors: any callable may be one."""
    for attribute in ("signature", "__name__"):
        if hasattr(function, attribute):
            return str(getattr(function, attribute))
    return type(function).__name__


def digest_parts(parts: Iterable[object]) -> str:
    """What identifies the contents of a file."""
    from mondegreen.digest import digest_text

    return digest_text("\n".join(map(repr, parts)))


class Call(TextFunction):
    """Calls your own Python function, named `MODULE.FUNCTION`, on each text.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("call:string.capwords")("le chat dort")
        'Le Chat Dort'

    Caveats: runs the module's code; it is looked up in the working directory and among what is installed. The signature
        holds its name and the function's `signature` if it has one, not what it does: give it one. From
        Python, pass the function itself.
    """

    name = "call"
    options = (Option("function", (), "a function, as MODULE.FUNCTION"),)
    unnamed = "function"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        target = self.chosen["function"].strip()
        self.function = find_function(target)
        own = getattr(self.function, "signature", None)
        self.signed = [target, *([str(own)] if own else [])]

    def __call__(self, text: str) -> str:
        made = self.function(text)
        if not isinstance(made, str):
            raise ScoreError(f"the normalizer {self.signature} gave a {type(made).__name__}; it must give a text")
        return made


def find_function(target: str) -> Callable[[str], object]:
    """The function of that name."""
    module, _, name = target.rpartition(".")
    if not module or not name:
        raise ScoreError(f'"call:{target}": write call:MODULE.FUNCTION')
    if "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` has it
    try:
        found = getattr(import_module(module), name)
    except ImportError as error:
        raise ScoreError(f'"call:{target}": the module {module} cannot be imported: {error}') from error
    except AttributeError as error:
        raise ScoreError(f'"call:{target}": the module {module} has no "{name}"') from error
    if not callable(found):
        raise ScoreError(f'"call:{target}": "{name}" cannot be called')
    wanted: Callable[[str], object] = found
    return wanted
