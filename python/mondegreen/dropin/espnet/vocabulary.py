"""The model's list of tokens, and whether what was decoded, and the model of pieces, are of the same.

Scores of texts do not depend on it; but where the three do not fit, files of different experiments were mixed.
"""

from __future__ import annotations

import os
import re
from ast import literal_eval
from typing import NamedTuple

from mondegreen.dropin.espnet.texts import find_job_files, read_fields, read_text, split_lines
from mondegreen.errors import ScoreError
from mondegreen.wording import listed

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.dropin.espnet.tokenisers import Pieces

# What a list holds that no model of pieces makes: `<blank>`, `<sos/eos>`, `[noise]` and the like.
SPECIAL = re.compile(r"<.*>|\[.*\]")
# How pieces mark where words begin; a list without it is not one of pieces.
BEGINNING = "▁"
ADVICE = "it is not this model's list; name the one that it was trained with by --token_list FILE, or none"
# What ESPnet writes of audio that is too short to decode, whatever its model calls these.
TOO_SHORT = (["2"], ["<space>"])
# What may be said instead of a file: nothing is compared.
UNCHECKED = "none"


class Vocabulary(NamedTuple):
    """Tokens by their numbers, and the file that holds them."""

    path: str
    tokens: Sequence[str]

    def check(self, folder: str, name: str = "text") -> None:
        """Refuses numbers in a decode folder that stand for other tokens there than here."""
        for numbers, tokens in pair_token_files(folder, name.partition("_spk")):
            for said, spelled in zip(read_fields(numbers), read_fields(tokens), strict=False):
                if said[:1] == spelled[:1] and (said[1:], spelled[1:]) != TOO_SHORT:
                    self.compare(said[1:], spelled[1:], f"{numbers} has for {''.join(said[:1])}", tokens)

    def compare(self, numbers: Sequence[str], spelled: Sequence[str], where: str, path: str) -> None:
        """Refuses numbers of one utterance that stand for other tokens."""
        found = [self.name_token(number, where) for number in numbers]
        if found == spelled or len(found) != len(spelled):  # what is no longer whole tells nothing
            return
        number, ours, theirs = next(
            (number, *pair) for number, *pair in zip(numbers, found, spelled, strict=True) if pair[0] != pair[1]
        )
        raise ScoreError(f'calls token {number} "{ours}", which is "{theirs}" in {path}; {ADVICE}', path=self.path)

    def name_token(self, number: str, where: str) -> str:
        """The token of a number."""
        place = int(number) if number.isdecimal() else len(self.tokens)
        if place >= len(self.tokens):
            what = f"holds {len(self.tokens)} tokens, and {where} the number {number}"
            raise ScoreError(f"{what}; {ADVICE}", path=self.path)
        return self.tokens[place]

    def check_pieces(self, pieces: Pieces, path: str, symbols: Iterable[str] = ()) -> None:
        """Refuses a model of pieces that cannot make the tokens of the list, if these are pieces."""
        if not any(token.startswith(BEGINNING) for token in self.tokens):
            return
        known = {*pieces.list_pieces(), *symbols}
        strange = [token for token in self.tokens if token not in known and not SPECIAL.fullmatch(token)]
        if strange:
            what = f"makes none of these tokens of {self.path}: {listed(strange)}"
            raise ScoreError(f"{what}; name the model that the list was made from by --bpemodel FILE", path=path)


def pair_token_files(folder: str, name: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files of numbers in a decode folder that lie beside files of tokens, those of one speaker or of the only."""
    ending = "".join(name[1:])
    gathered = os.path.join(folder, f"token_int{ending}")
    for numbers in [gathered] if os.path.exists(gathered) else find_job_files(folder, f"token_int{ending}"):
        tokens = os.path.join(os.path.dirname(numbers), f"token{ending}")
        if os.path.exists(tokens):
            yield numbers, tokens


def read_vocabulary(path: str) -> Vocabulary:
    """A list of tokens, one on each line."""
    entries = split_lines(read_text(path))
    # Of a line that begins with a blank, the blank is the token.
    return Vocabulary(path, [entry[:1] + entry[1:].rstrip() for entry in entries])


def read_configured_tokens(path: str) -> Vocabulary | None:
    """The list of tokens in a configuration, if it is written there as ESPnet writes it; or the one that it names."""
    with open(path, encoding="utf-8", errors="replace") as file:
        rows = iter([line.rstrip("\n") for line in file])
    value = next((row for row in rows if row.startswith("token_list:")), "").partition(":")[2].strip()
    if value and os.path.isfile(value):
        return read_vocabulary(value)
    tokens = []
    for row in rows if not value else ():
        if not row.startswith("- "):
            break
        token = parse_scalar(row[2:])
        if token is None:
            return None
        tokens.append(token)
    return Vocabulary(path, tokens) if tokens else None


def parse_scalar(text: str) -> str | None:
    """A text as YAML writes it on one line; None where that is not understood."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'") if len(text) > 1 and text.endswith("'") else None
    if not text.startswith('"'):
        return text
    try:
        found = literal_eval(text)  # Python has the escapes that YAML's writer uses for letters
    except (ValueError, SyntaxError):
        return None
    return found if isinstance(found, str) else None
