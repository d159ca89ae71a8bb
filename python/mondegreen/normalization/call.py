"""A function of the user's own."""

import sys
from collections.abc import Callable
from importlib import import_module

from mondegreen.errors import ScoreError
from mondegreen.normalization.spec import Named, make_signature


class Call(Named):
    """Calls a Python function of yours, named as `MODULE.FUNCTION`, with each text.

    Example:
        >>> from mondegreen.normalization import make_rule
        >>> make_rule("call:string.capwords")("le chat dort")
        'Le Chat Dort'

    Caveats: runs the module's code; it is looked for in the working folder and among what is installed. The signature
        holds its name and the function's `signature` if it has one, not what it does: give it one that tells. From
        Python, pass the function itself.
    """

    name = "call"
    argument = "MODULE.FUNCTION"

    def __init__(self, argument: str) -> None:
        target = argument.strip()
        self.function = find_function(target)
        own = getattr(self.function, "signature", None)
        self.signature = make_signature(self.name, [target, *([str(own)] if own else [])])

    def __call__(self, text: str) -> str:
        """What the function makes of the text."""
        made = self.function(text)
        if not isinstance(made, str):
            raise ScoreError(f"the rule {self.signature} gave a {type(made).__name__}; a rule must give a text")
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
