"""Which columns of a table hold the utterance ID and the text; the rest are fields."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Reading
from mondegreen.limits import check_columns

# The names that columns go by, in the order in which they are looked for. The first of each is what we write.
KEY_NAMES = (
    "utterance", "utterance_id", "utterance-id", "utt", "utt_id", "utt-id", "uttid", "key", "id", "segment_id",
    "sample_id", "uid", "path", "audio_filepath", "audio", "audio_path", "audio_file", "audio_id", "file", "file_id",
    "filename", "file_name", "file_path", "wav", "wav_path",
)  # fmt: skip
TEXT_NAMES = ("text", "txt", "sentence", "transcript", "transcription")
# Names of references, by Hugging Face, NeMo, jiwer, evaluate and pandas users; and of hypotheses.
REFERENCE_NAMES = (
    "reference", "references", "ref", "refs", "reference_text", "ref_text", "reference_transcript", "ref_transcript",
    "ground_truth", "groundtruth_text", "gt", "gt_text", "truth", "gold", "target", "targets", "target_text", "label",
    "labels", "label_text", "label_str", "original_text",
)  # fmt: skip
PREDICTION_NAMES = (
    "prediction", "predictions", "pred", "preds", "pred_text", "pred_str", "predicted", "predicted_text",
    "prediction_text", "predicted_transcript", "predicted_transcription", "prediction_str", "pred_transcript", "hyp",
    "hyps", "hypothesis", "hypotheses", "hyp_text", "hypothesis_text", "asr", "asr_output", "asr_text",
    "asr_transcript", "asr_transcription", "asr_hypothesis", "model_output", "output", "outputs", "decoded",
    "decoded_text", "recognized", "recognized", "recognized_text", "recognized_text", "generated_text",
)  # fmt: skip
# What some call the reference and others the hypothesis: a hypothesis where another column is the reference.
EITHER = ("transcription",)
# Separators that spellings of one name differ in.
BETWEEN = re.compile(r"[\s_.-]+")

REFERENCE, HYPOTHESIS = "ref", "hyp"
SIDES = {REFERENCE: "reference", HYPOTHESIS: "hypothesis"}


def fold_name(name: str) -> str:
    """The name without what its spellings differ in: `Pred Text`, `pred-text` and `pred_text` are one."""
    return BETWEEN.sub("", name).casefold()


KEYS, TEXTS, REFERENCES, PREDICTIONS = (
    tuple(dict.fromkeys(map(fold_name, names))) for names in (KEY_NAMES, TEXT_NAMES, REFERENCE_NAMES, PREDICTION_NAMES)
)


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns of a table; `key` is none where rows have no utterance ID but their position."""

    key: str | None
    text: str
    fields: tuple[str, ...]


def select_columns(names: Sequence[str], reading: Reading, line: int | None = None) -> Columns:
    """The columns that the user names, or else those that go by a usual name."""
    check_columns(len(names), reading.name)
    if reading.text is None and reading.side:
        text = find_text_column(names, reading, line)
    else:
        text = find_column(names, reading.text, TEXTS)
    if text is None:
        raise make_column_error("text", names, reading.text, reading, line)
    if reading.key is None and list(names) == [text]:
        return Columns(None, text, ())
    key = find_column([name for name in names if name not in (text, reading.other)], reading.key, KEYS)
    if key is None and not (reading.keyless and reading.key is None):
        raise make_column_error("key", names, reading.key, reading, line)
    return Columns(key, text, tuple(name for name in names if name not in (key, text)))


def find_column(names: Sequence[str], requested: str | None, known_names: Sequence[str]) -> str | None:
    """The name that the user gave, if it is there, or else the most usual."""
    if requested is not None:
        return requested if requested in names else None
    plains: dict[str, str] = {}
    for name in names:
        plains.setdefault(fold_name(name), name)
    return next((plains[each] for each in known_names if each in plains), None)


def find_text_column(names: Sequence[str], reading: Reading, line: int | None) -> str | None:
    """The one column that goes by a name of that side's texts; several are refused, and none is no name."""
    spare = [name for name in names if name not in (reading.key, reading.other)]
    texts, references, predictions = (
        filter_names(spare, known_names) for known_names in (TEXTS, REFERENCES, PREDICTIONS)
    )
    if not reading.both:
        could = [*references, *texts] if reading.side == REFERENCE else [*predictions, *texts, *references]
        if reading.side == HYPOTHESIS and could == references:
            could = []  # a table of references is no hypothesis
    else:
        text_columns = [name for name in texts if fold_name(name) not in EITHER]
        open_names = [name for name in texts if name not in text_columns]
        if not predictions and (references or text_columns or reading.other):
            predictions, open_names = open_names, []
        could = predictions if reading.side == HYPOTHESIS else [*references, *text_columns, *open_names]
    if len(could) > 1:
        listing = ", ".join(f'"{name}"' for name in could)
        what = f"{len(could)} columns could be the {SIDES[reading.side]}: {listing}"
        raise reading.error(f"{what}; name one with --{reading.side}-column", line)
    return could[0] if could else None


def filter_names(names: Iterable[str], known_names: Sequence[str]) -> list[str]:
    return [name for name in names if fold_name(name) in known_names]


def make_column_error(
    what: str, names: Sequence[str], requested: str | None, reading: Reading, line: int | None
) -> ScoreError:
    """The error where there is no such column; `line` is that which names the columns."""
    listing = ", ".join(f'"{name}"' for name in names) or "none"
    if what == "key":
        label, hint = "utterance ID", "; name it with --id-column"
        if reading.side:
            hint += ", or pair by position with --pair-by order"
    else:
        label = SIDES.get(reading.side, "text")
        hint = f"; name it with --{reading.side or 'text'}-column"
        if reading.both and reading.other is None and not filter_names(names, [*REFERENCES, *TEXTS]):
            label, hint = "reference or the hypothesis", "; name both with --ref-column and --hyp-column"
    if requested is not None:
        return reading.error(f'no column is named "{requested}"; the columns are: {listing}', line)
    return reading.error(f"no column found for the {label}{hint} (columns: {listing})", line)


def is_table(names: Collection[str]) -> bool:
    """Whether these are usual names of a key and a text, or of a reference and a hypothesis."""
    plains = set(map(fold_name, names))
    texts = {*TEXTS, *REFERENCES, *PREDICTIONS}
    keyed = any(plains & set(KEYS) - {text} for text in plains & texts)
    return keyed or bool(plains & set(PREDICTIONS) and plains & {*TEXTS, *REFERENCES})


def check_fields(corpus: Corpus, reserved: Iterable[str] = (KEY_NAMES[0], TEXT_NAMES[0])) -> None:
    """Refuses fields that would hide a column of ours, and utterance IDs that are empty."""
    for name in reserved:
        if name in corpus.fields:
            raise ScoreError(f'a field named "{name}" clashes with the column of that name', path=corpus.name)
    if "" in corpus.keys:
        raise ScoreError("an utterance ID is empty", path=corpus.name)


def make_table(corpus: Corpus) -> Mapping[str, Sequence[str]]:
    """The columns to write: no utterance IDs where they are mere positions and nothing else stands beside the texts."""
    check_fields(corpus)
    bare = not (corpus.keyed or corpus.fields)
    keys = {} if bare else {KEY_NAMES[0]: corpus.keys}
    return {**keys, TEXT_NAMES[0]: corpus.texts, **corpus.fields}


def make_corpus(rows: Sequence[tuple[int, Sequence[str]]], names: Sequence[str], reading: Reading) -> Corpus:
    """The corpus that rows of cells make, each with the number of its line; the first line names the columns."""
    if repeated := {name for name, times in Counter(names).items() if times > 1}:
        raise reading.error(f'two columns are named "{min(repeated)}"', 1)
    columns = select_columns(names, reading, 1)
    for line, row in rows:
        if len(row) != len(names):
            raise reading.error(f"found {len(row)} cells, but the first line names {len(names)} columns", line)
    cells = {name: [row[index] for _, row in rows] for index, name in enumerate(names)}
    return make_corpus_of_columns(cells, columns, reading, [line for line, _ in rows])


def make_corpus_of_columns(
    cells: Mapping[str, Sequence[str]], columns: Columns, reading: Reading, lines: Sequence[int]
) -> Corpus:
    """The corpus of columns by their names, in which each row stands on one of the lines."""
    fields = {name: cells[name] for name in columns.fields}
    if columns.key is None:
        return replace(Corpus.by_position(cells[columns.text], reading.name), fields=fields)
    keys = cells[columns.key]
    if "" in keys:
        raise reading.error(f'the utterance ID in the column "{columns.key}" is empty', lines[keys.index("")])
    return Corpus(keys, cells[columns.text], reading.name, fields=fields)
