"""What a recipe says of scoring: options of asr.sh's stage, and of the training's configuration."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass, replace

from mondegreen.dropin.espnet.cleaners import NO_CLEANER, make_cleaner
from mondegreen.dropin.espnet.tokenisers import Characters, Pieces, Words, read_symbols
from mondegreen.dropin.espnet.vocabulary import UNCHECKED as UNCHECKED
from mondegreen.dropin.espnet.vocabulary import read_configured_tokens, read_vocabulary
from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from mondegreen.dropin.espnet.cleaners import Cleaner
    from mondegreen.dropin.espnet.tokenisers import Tokenizer
    from mondegreen.dropin.espnet.vocabulary import Vocabulary

UNITS = ("cer", "wer", "ter")
# Of other types the tokens are a library's, which has names of its own for them.
LISTED = ("", "char", "word", "bpe")
SETTING = re.compile(r"(bpemodel|non_linguistic_symbols|cleaner|token_type):[ \t]*(.*)")


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
        """The cleaners of references and of hypotheses."""
        return make_cleaner(self.cleaner), make_cleaner(self.hyp_cleaner)

    def make_tokenizers(self) -> dict[str, Tokenizer]:
        """The tokeniser of each rate that can be had: token error rates need a model of pieces."""
        if self.token_type == "phn":
            raise ScoreError("ESPnet scores no phones (token_type is phn); decode into characters, words or pieces")
        known, remove = read_symbols(self.symbols), "whisper" not in self.token_type
        made: dict[str, Tokenizer] = {}
        if "cer" in self.units:
            made["cer"] = Characters(known, remove=remove)
        if "wer" in self.units:
            made["wer"] = Words(known, remove=remove)
        if "ter" in self.units and self.bpemodel:
            made["ter"] = pieces = Pieces(self.bpemodel)
            if self.vocabulary:
                self.vocabulary.check_pieces(pieces, self.bpemodel, known)
        return made


def split_options(text: str) -> tuple[str, ...]:
    """The words of --score-opts."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise ScoreError(f'--score-opts "{text}": {error}') from error


def configure_recipe(recipe: Recipe, root: str, given: Sequence[str]) -> tuple[Recipe, list[str]]:
    """The recipe with what the experiment's config.yaml says of options that were not given, and what is said of it.

    Only lines of a name and a plain value are understood, which is how ESPnet writes these.
    """
    path = next((path for path in list_config_paths(root) if os.path.isfile(path)), None)
    if path is None:
        return add_vocabulary(recipe), []
    with open(path, encoding="utf-8", errors="replace") as file:
        found = {match[1]: match[2].strip("\"' \t\n") for match in map(SETTING.match, file) if match}
    names = {
        "bpemodel": "bpemodel",
        "non_linguistic_symbols": "symbols",
        "cleaner": "cleaner",
        "token_type": "token_type",
    }
    told: list[str] = []
    values: dict[str, Any] = {}
    for setting, value in found.items():
        name = names[setting]
        if value in ("", "null", "~") or name in given:
            continue
        if name in ("bpemodel", "symbols") and not os.path.isfile(value):
            told.append(f"{path}: {setting} is {value}, which is not here; scored without it")
            continue
        values[name] = value
    if values.get("token_type", recipe.token_type) != "bpe":
        values.pop("bpemodel", None)
    return add_vocabulary(replace(recipe, **values), path), told


def add_vocabulary(recipe: Recipe, path: str = "") -> Recipe:
    """The recipe with the model's list of tokens: the one that was named, or what the configuration there says."""
    if recipe.token_list == UNCHECKED or recipe.literal:
        return recipe
    if recipe.token_list:
        return replace(recipe, vocabulary=read_vocabulary(recipe.token_list))
    found = read_configured_tokens(path) if path and recipe.token_type in LISTED else None
    return replace(recipe, vocabulary=found)


def list_config_paths(root: str) -> list[str]:
    """Where the configuration may be: in the folder, and in those that hold it, up to the recipe's."""
    parts = os.path.normpath(root).split(os.sep)
    return [
        os.path.join(os.sep if root.startswith(os.sep) else "", *parts[:length], "config.yaml")
        for length in range(len(parts), 1, -1)
    ]
