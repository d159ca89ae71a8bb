"""What a recipe says of scoring: options of asr.sh's stage and of the training's configuration, and the list of tokens.

Scores of texts do not depend on that list; but where it, what was decoded and the model of pieces are not of the same,
files of different experiments were mixed.
"""

from __future__ import annotations

import os
import re
import shlex
from ast import literal_eval
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mondegreen.dropin.espnet.tables import find_job_files, read_fields, read_text, split_lines
from mondegreen.dropin.espnet.text_processing import (
    NO_CLEANER,
    Characters,
    Cleaner,
    Pieces,
    Tokenizer,
    Words,
    make_cleaner,
    read_symbols,
)
from mondegreen.errors import ScoreError, join_ids

# What a list holds that no model of pieces makes: `<blank>`, `<sos/eos>`, `[noise]` and the like.
SPECIAL = re.compile(r"<.*>|\[.*\]")
# How pieces mark where words begin; a list without it is not one of pieces.
BEGINNING = "▁"
ADVICE = "it is not this model's list; name the one that it was trained with by --token_list FILE, or none"
# What ESPnet writes of audio that is too short to decode, whatever its model calls these.
TOO_SHORT = (["2"], ["<space>"])
# What may stand instead of a file: nothing is compared.
UNCHECKED = "none"
UNITS = ("cer", "wer", "ter")
# Of other types the tokens are a library's, which has names of its own for them.
LISTED = ("", "char", "word", "bpe")
SETTING = re.compile(r"(bpemodel|non_linguistic_symbols|cleaner|token_type):[ \t]*(.*)")


class Vocabulary(NamedTuple):
    """Tokens by their numbers, and the file that holds them."""

    path: str
    tokens: Sequence[str]

    def check(self, directory: str, name: str) -> None:
        """Refuses numbers in a decode directory that stand for other tokens there than here."""
        for numbers, tokens in pair_token_files(directory, name.partition("_spk")):
            for numbered, named in zip(read_fields(numbers), read_fields(tokens), strict=False):
                if numbered[:1] == named[:1] and (numbered[1:], named[1:]) != TOO_SHORT:
                    self.compare(numbered[1:], named[1:], f"{numbers} has for {''.join(numbered[:1])}", tokens)

    def compare(self, numbers: Sequence[str], spelled: Sequence[str], where: str, path: str) -> None:
        found = [self.name_token(number, where) for number in numbers]
        if found == spelled or len(found) != len(spelled):  # what is no longer whole tells nothing
            return
        number, ours, theirs = next(
            (number, *pair) for number, *pair in zip(numbers, found, spelled, strict=True) if pair[0] != pair[1]
        )
        raise ScoreError(f'calls token {number} "{ours}", which is "{theirs}" in {path}; {ADVICE}', path=self.path)

    def name_token(self, number: str, where: str) -> str:
        index = int(number) if number.isdecimal() else len(self.tokens)
        if index >= len(self.tokens):
            what = f"holds {len(self.tokens)} tokens, and {where} the number {number}"
            raise ScoreError(f"{what}; {ADVICE}", path=self.path)
        return self.tokens[index]

    def check_pieces(self, pieces: Pieces, path: str, symbols: Iterable[str] = ()) -> None:
        """Refuses a model of pieces that cannot make the tokens of the list, if these are pieces."""
        if not any(token.startswith(BEGINNING) for token in self.tokens):
            return
        known = {*pieces.list_pieces(), *symbols}
        strange = [token for token in self.tokens if token not in known and not SPECIAL.fullmatch(token)]
        if strange:
            what = f"makes none of these tokens of {self.path}: {join_ids(strange)}"
            raise ScoreError(f"{what}; name the model that the list was made from by --bpemodel FILE", path=path)


def pair_token_files(directory: str, name: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files of numbers in a decode directory beside files of tokens, those of one speaker or of the only one."""
    ending = "".join(name[1:])
    gathered = os.path.join(directory, f"token_int{ending}")
    for numbers in [gathered] if os.path.exists(gathered) else find_job_files(directory, f"token_int{ending}"):
        tokens = os.path.join(os.path.dirname(numbers), f"token{ending}")
        if os.path.exists(tokens):
            yield numbers, tokens


def read_vocabulary(path: str) -> Vocabulary:
    entries = split_lines(read_text(path))
    # Of a line that begins with a space, the space is the token.
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
        tokens.append(parse_scalar(row[2:]))
    known = [token for token in tokens if token is not None]
    return Vocabulary(path, known) if known and len(known) == len(tokens) else None


def parse_scalar(text: str) -> str | None:
    """A text as YAML writes it on one line; None where that is not understood."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'") if len(text) > 1 and text.endswith("'") else None
    if not text.startswith('"'):
        return text
    try:
        found = literal_eval(text)  # Python has the escapes that YAML's writer uses for letters
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # the latter of what nests deeply
        return None
    return found if isinstance(found, str) else None


@dataclass(frozen=True)
class Recipe:
    """The options that change what is scored."""

    symbols: str = ""
    cleaner: str = NO_CLEANER
    hyp_cleaner: str = NO_CLEANER
    bpemodel: str = ""
    token_type: str = ""
    options: tuple[str, ...] = ()
    units: tuple[str, ...] = UNITS
    literal: bool = False
    token_list: str = ""
    vocabulary: Vocabulary | None = None

    def make_cleaners(self) -> tuple[Cleaner | None, Cleaner | None]:
        return make_cleaner(self.cleaner), make_cleaner(self.hyp_cleaner)

    def make_words(self) -> Tokenizer:
        return Words(read_symbols(self.symbols), remove="whisper" not in self.token_type)

    def make_tokenizers(self) -> dict[str, Tokenizer]:
        """The tokenizer of each rate that can be had: token error rates need a model of pieces."""
        if self.token_type == "phn":
            raise ScoreError("ESPnet scores no phones (token_type is phn); decode into characters, words or pieces")
        known, remove = read_symbols(self.symbols), "whisper" not in self.token_type
        made: dict[str, Tokenizer] = {}
        if "cer" in self.units:
            made["cer"] = Characters(known, remove=remove)
        if "wer" in self.units:
            made["wer"] = self.make_words()
        if "ter" in self.units and self.bpemodel:
            made["ter"] = pieces = Pieces(self.bpemodel)
            if self.vocabulary:
                self.vocabulary.check_pieces(pieces, self.bpemodel, known)
        return made


def split_options(text: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise ScoreError(f'--score-opts "{text}": {error}') from error


def configure_recipe(recipe: Recipe, root: str, given: Sequence[str]) -> tuple[Recipe, list[str]]:
    """The recipe with what the experiment's config.yaml says of options that were not given, and notes on it.

    Only lines of a name and a plain value are understood, which is how ESPnet writes these.
    """
    path = next((path for path in list_config_paths(root) if os.path.isfile(path)), None)
    if path is None:
        return add_vocabulary(recipe), []
    with open(path, encoding="utf-8", errors="replace") as file:
        found = {match[1]: match[2].strip("\"' \t\n") for match in map(SETTING.match, file) if match}
    notes: list[str] = []
    values: dict[str, Any] = {}
    for setting, value in found.items():
        name = "symbols" if setting == "non_linguistic_symbols" else setting
        if value in ("", "null", "~") or name in given:
            continue
        if name in ("bpemodel", "symbols") and not os.path.isfile(value):
            notes.append(f"{path}: {setting} is {value}, which is not here; scored without it")
            continue
        values[name] = value
    if values.get("token_type", recipe.token_type) != "bpe":
        values.pop("bpemodel", None)
    return add_vocabulary(replace(recipe, **values), path), notes


def add_vocabulary(recipe: Recipe, path: str = "") -> Recipe:
    """The recipe with the model's list of tokens: the one that was named, or what the configuration there says."""
    if recipe.token_list == UNCHECKED or recipe.literal:
        return recipe
    if recipe.token_list:
        return replace(recipe, vocabulary=read_vocabulary(recipe.token_list))
    found = read_configured_tokens(path) if path and recipe.token_type in LISTED else None
    return replace(recipe, vocabulary=found)


def list_config_paths(root: str) -> list[str]:
    """Where the configuration may be: in the directory, and in those that hold it, up to the recipe's."""
    parts = os.path.normpath(root).split(os.sep)
    return [
        os.path.join(os.sep if root.startswith(os.sep) else "", *parts[:length], "config.yaml")
        for length in range(len(parts), 1, -1)
    ]
