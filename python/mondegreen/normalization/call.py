"""A function of the user's own."""

import sys
from collections.abc import Callable
from importlib import import_module

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import TextFunction


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
