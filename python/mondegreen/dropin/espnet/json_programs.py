"""ESPnet 1's small programs between data.json and transcripts, as its scoring scripts call them by name.

These are `concatjson.py`, `json2trn.py`, `json2trn_wo_dict.py`, `json2trn_mt.py`, `json2text.py` and `filt.py`. What
ends the originals with a traceback ends these with a sentence. They log nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from copy import copy
from typing import Any

from mondegreen.dropin.espnet.arguments import parse_words, read_count
from mondegreen.dropin.espnet.espnet1 import BLANK, END, format_utterances, read_utterances, select_output
from mondegreen.dropin.espnet.scoring import write_file
from mondegreen.dropin.espnet.tables import read_text
from mondegreen.dropin.kaldi.scripts import Script, script
from mondegreen.errors import ScoreError
from mondegreen.output import refuse_places

Utterances = dict[str, Any]
DICTIONARY, NUMBERS = "dict", "rec_tokenid"


@script("concatjson.py")
def concat_json(call: Script) -> None:
    """Join files of utterances, of which a later one wins."""
    found = parse_words(call, ["jsons..."], {})
    utterances: Utterances = {}
    for path in found["jsons"]:
        utterances |= read_utterances(path)
    call.write(format_utterances(utterances))


def read_dictionary(path: str) -> list[str]:
    """The tokens by number; of a line without a space the line end belongs to the token, as in the originals."""
    return [BLANK, *(line.split(" ")[0] for line in read_text(path).splitlines(keepends=True)), END]


class Outputs:
    """The utterances of a file, and what of each one speaker said or was recognized to say."""

    def __init__(self, path: str, dictionary: str = "") -> None:
        self.path = path
        self.utterances = read_utterances(path)
        self.use_dictionary(dictionary)

    def use_dictionary(self, dictionary: str) -> None:
        """Reads the tokens by number that the outputs are spelled with."""
        self.dictionary = dictionary
        self.units = read_dictionary(dictionary) if dictionary else []
        self.files = [self.path, dictionary] if dictionary else [self.path]

    def spelled_by(self, dictionary: str) -> Outputs:
        """The same utterances, whose tokens have the numbers of another dictionary."""
        other = copy(self)
        other.use_dictionary(dictionary)
        return other

    def select(self, key: str, speaker: int | None) -> dict[str, Any]:
        return select_output(self.utterances[key], speaker, self.path, key)

    def find(self, key: str, member: str, speaker: int | None = None) -> str:
        text = self.select(key, speaker).get(member)
        if not isinstance(text, str):
            raise ScoreError(f"has no text {member}", path=self.path, key=key)
        return text

    def spell(self, key: str, member: str, speaker: int | None = None) -> str:
        """The tokens whose numbers an output holds."""
        try:
            tokens = [self.units[int(number)] for number in self.find(key, member, speaker).split()]
        except (ValueError, IndexError):
            what = f"{member} has no numbers of the {len(self.units) - 2} tokens of {self.dictionary}"
            raise ScoreError(what, path=self.path, key=key) from None
        return " ".join(tokens).replace(END, "")

    def name(self, key: str) -> str:
        """The ID with its speaker, as transcripts have it."""
        owner = self.utterances[key].get("utt2spk")
        if not isinstance(owner, str):
            raise ScoreError("has no utt2spk", path=self.path, key=key)
        return f"{owner.replace('-', '_')}-{key}"


def write_transcript(path: str, rows: Iterable[str]) -> None:
    write_file(path, "".join(rows).encode("utf-8", "surrogateescape"))


SIDES: dict[str, Any] = {"num-spkrs": "1", "refs": [], "hyps": []}


def write_sides(
    call: Script,
    words: dict[str, Any],
    outputs: Outputs,
    name: Callable[[str], str],
    reference: Callable[[str, int | None], str],
    hypothesis: Callable[[str, int | None], str],
) -> None:
    """Writes both sides of each speaker; there must be as many files as speakers."""
    speakers, refs, hyps = read_count(call, words, "num-spkrs"), words["refs"], words["hyps"]
    if not len(refs) == len(hyps) == speakers:
        what = f"--refs and --hyps name {len(refs)} and {len(hyps)} files"
        raise ScoreError(f"{what} for {speakers} speakers; name one each")
    refuse_places([*refs, *hyps], outputs.files)
    for number in range(speakers):
        speaker = None if speakers == 1 else number
        for path, text_of in ((hyps[number], hypothesis), (refs[number], reference)):
            write_transcript(path, (f"{text_of(key, speaker)} ({name(key)})\n" for key in outputs.utterances))


@script("json2trn.py")
def json_to_trn(call: Script) -> None:
    """Write tokens of references, and of hypotheses by their numbers, as transcripts."""
    words = parse_words(call, ["json", DICTIONARY], SIDES)
    outputs = Outputs(words["json"], words[DICTIONARY])
    write_sides(
        call,
        words,
        outputs,
        outputs.name,
        lambda key, speaker: outputs.find(key, "token", speaker),
        lambda key, speaker: outputs.spell(key, NUMBERS, speaker),
    )


@script("json2trn_wo_dict.py")
def json_to_trn_of_texts(call: Script) -> None:
    """Write texts of references and hypotheses as transcripts, with the ID alone."""
    words = parse_words(call, ["json"], SIDES)
    outputs = Outputs(words["json"])
    write_sides(
        call,
        words,
        outputs,
        lambda key: key.replace("-", "_"),
        lambda key, speaker: outputs.find(key, "text", speaker),
        lambda key, speaker: outputs.find(key, "rec_text", speaker).replace(END, ""),
    )


@script("json2trn_mt.py")
def json_to_trn_of_translations(call: Script) -> None:
    """Write texts of references and hypotheses, and sources by their tokens, as transcripts."""
    files: dict[str, Any] = {"refs": [], "hyps": [], "srcs": [], "dict-src": []}
    words = parse_words(call, ["json", DICTIONARY], files)
    outputs = Outputs(words["json"], words[DICTIONARY])
    if not words["refs"]:
        raise ScoreError("--refs names no file; name one")
    source = outputs.spelled_by(next(iter(words["dict-src"]), words[DICTIONARY]))
    targets = [next(iter(words[name]), "") for name in ("refs", "hyps", "srcs")]
    refuse_places(list(filter(None, targets)), outputs.files + source.files)
    write_translations(outputs, source, *targets)


def write_translations(outputs: Outputs, source: Outputs, ref: str, hyp: str, src: str) -> None:
    """Writes the sides that have a place; the tokens of sources have numbers of their own."""

    def spell_source(key: str) -> str | None:
        return source.spell(key, "tokenid_src") if "tokenid_src" in source.select(key, None) else None

    def write(path: str, text_of: Callable[[str], str | None]) -> None:
        texts = ((key, text_of(key)) for key in (outputs.utterances if path else ()))
        rows = [f"{text} ({outputs.name(key)})\n" for key, text in texts if text is not None]
        if path:
            write_transcript(path, rows)

    write(hyp, lambda key: outputs.find(key, "rec_text").replace(END, ""))
    write(ref, lambda key: outputs.find(key, "text"))
    write(src, spell_source)


@script("json2text.py")
def json_to_text(call: Script) -> None:
    """Write tokens of hypotheses and references by their numbers, a line each behind the ID."""
    words = parse_words(call, ["json", DICTIONARY, "ref", "hyp"], {})
    outputs = Outputs(words["json"], words[DICTIONARY])
    refuse_places([words["ref"], words["hyp"]], outputs.files)
    known = [key for key in outputs.utterances if "tokenid" in outputs.select(key, None)]
    for path, member, keys in ((words["hyp"], NUMBERS, outputs.utterances), (words["ref"], "tokenid", known)):
        write_transcript(path, (f"{key} {outputs.spell(key, member)}\n" for key in keys))


@script("filt.py")
def filter_words(call: Script) -> None:
    """Print the lines of a file without the words of a list, or with only those."""
    words = parse_words(call, ["filt", "infile"], {"exclude": False})
    listed = {line.strip() for line in read_text(words["filt"]).splitlines()}
    for line in read_text(words["infile"]).splitlines():
        if words["exclude"]:
            call.write(drop_words(line, listed) + "\n")
        else:
            call.write(" ".join([word if word in listed else "<UNK>" for word in line.split()]) + "\n")


def drop_words(line: str, listed: Container[str]) -> str:
    """The line without the words that are listed, with a space around each place."""
    return " ".join(["" if word in listed else word for word in line.split()])
