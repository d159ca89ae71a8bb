"""What normalizers and tokenizers are: functions of a text, with a name and options."""

from collections.abc import Callable, Iterable, Sequence

from mondegreen.component import Component

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
