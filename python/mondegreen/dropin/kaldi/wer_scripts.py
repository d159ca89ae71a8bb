"""Scripts on error rates: `utils/best_wer.sh`, and `utils/scoring` by utterance, speaker and pair of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.kaldi.command import decode_bytes
from mondegreen.dropin.kaldi.scripts import MISUSED, DieError, Script, read_content, script

SYMBOL, SEPARATOR = "<eps>", ";"
KINDS = ("ref", "hyp", "ops", "csid")
COLUMNS = ("#SENT", "#WORD", "Corr", "Sub", "Ins", "Del", "Err", "S.Err")
MIN_SPEAKER_WIDTH, MAX_WORD_WIDTH = 15, 16

RATE = re.compile(r"[WS]ER (\S+)")
# A row of sclite's tables, whose error rate is the fifth column.
ROW = re.compile(r" (?:Mean|Sum/Avg|)\s*\|\s*\S+\s+\S+\s+\|\s+\S+\s+\S+\s+\S+\s+\S+\s+(\S+)\s+\S+\s+\|")
SPACES = re.compile(r"[ \t\r\f\v]+")


class DecodedText:
    """Text that is UTF-8, or else bytes, each of which counts as a character."""

    def __init__(self, data: bytes) -> None:
        try:
            self.text, self.encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            self.text, self.encoding = data.decode("latin-1"), "latin-1"

    def split_lines(self) -> Iterator[list[str]]:
        """Yield the fields of each line; among bytes only ASCII's whitespace separates fields."""
        lines = self.text.split("\n")
        if not lines[-1]:
            del lines[-1]
        if self.encoding == "utf-8":
            return map(str.split, lines)
        return ([field.decode("latin-1") for field in line.encode("latin-1").split()] for line in lines)


def read_text(call: Script, data: bytes) -> DecodedText:
    """Decode a text and report how, as the scripts do."""
    text = DecodedText(data)
    kind = "utf-8 text" if text.encoding == "utf-8" else "byte stream"
    call.say(f"{call.name}: Note: handling as {kind}")
    return text


def take_options(words: list[str], *names: str) -> dict[str, str]:
    """Remove options with values from the front of a command line and return them; flags stay, with what follows."""
    values: dict[str, str] = {}
    while words and words[0].startswith("--"):
        name, equals, value = words[0].partition("=")
        if name not in names:
            break
        if not equals and len(words) < 2:
            raise DieError(f"Option {name[2:]} requires an argument", MISUSED)
        values[name] = value if equals else words[1]
        del words[: 1 if equals else 2]
    return values


def check_no_words(words: Sequence[str]) -> None:
    if words:
        raise DieError(f"Unknown option or argument: {words[0]}", MISUSED)


@script("utils/scoring/wer_per_utt_details.pl")
def wer_per_utt_details(call: Script) -> None:
    """Describe each utterance of what `align-text` writes."""
    words, values, shown = call.arguments, {}, set(KINDS)
    while words:
        values.update(take_options(words, "--special-symbol", "--separator"))
        if words:
            take_flag(words, shown)
    text = read_text(call, call.stdin.read())
    symbol, separator = values.get("--special-symbol", SYMBOL), values.get("--separator", SEPARATOR)
    for line in describe_utterances(text.split_lines(), symbol, separator, shown):
        call.stdout.write(line.encode(text.encoding))


def take_flag(words: list[str], shown: set[str]) -> None:
    """Remove `--output-KIND` or `--nooutput-KIND` from the front of a command line, and set what is shown."""
    for kind in KINDS:
        if words[0] == f"--output-{kind}":
            shown.add(kind)
        elif words[0] in (f"--nooutput-{kind}", f"--no-output-{kind}"):
            shown.discard(kind)
        else:
            continue
        del words[0]
        return
    check_no_words(words)


def describe_utterances(
    lines: Iterable[Sequence[str]], symbol: str, separator: str, shown: Collection[str]
) -> Iterator[str]:
    """Yield the lines of each alignment, whose fields are given."""
    for fields in lines:
        if not fields:
            raise DieError("Bad line in input: it is empty")
        utterance, references, hypotheses = fields[0], fields[1::3], fields[2::3]
        if len(references) != len(hypotheses) or any(mark != separator for mark in fields[3::3]):
            what = f"words must come in pairs with {separator} between them"
            raise DieError(f"Bad alignment of {utterance}: {what}")
        pairs = list(zip(references, hypotheses, strict=True))
        steps = [classify_pair(*pair, symbol) for pair in pairs]
        widths = [max(*map(len, pair), 1) for pair in pairs]
        for kind, label, words in (("ref", "ref", references), ("hyp", "hyp", hypotheses), ("ops", "op ", steps)):
            if kind in shown:
                yield f"{utterance} {label}  {'  '.join(map(center_word, words, widths))}\n"
        if "csid" in shown:
            yield f"{utterance} #csid {' '.join(str(steps.count(step)) for step in 'CSID')}\n"


def classify_pair(reference: str, hypothesis: str, symbol: str) -> str:
    """Return the edit operation of a pair of words, of which the symbol is none: C, S, I or D."""
    if hypothesis == symbol:
        return "D"
    if reference == symbol:
        return "I"
    return "C" if reference == hypothesis else "S"


def center_word(word: str, width: int) -> str:
    """Center a word in its column, rather to the right."""
    right = (width - len(word)) // 2
    return " " * (width - len(word) - right) + word + " " * right


@script("utils/scoring/wer_per_spk_details.pl")
def wer_per_spk_details(call: Script) -> None:
    """Sum up what `wer_per_utt_details.pl` writes by speaker."""
    if len(call.arguments) != 1:
        raise DieError(f"Usage: {call.name} <utt2spk>", MISUSED)
    mapping = read_text(call, read_content(call.arguments[0], "utt2spk file"))
    text = read_text(call, call.stdin.read())
    speakers = {}
    for fields in mapping.split_lines():
        if len(fields) != 2:
            raise DieError(f"Bad line in utt2spk file: {' '.join(fields)}")
        speakers[fields[0]] = fields[1]
    encoding = "latin-1" if text.encoding == mapping.encoding == "latin-1" else "utf-8"
    for line in format_speakers(text.split_lines(), speakers):
        call.stdout.write(line.encode(encoding))


def format_speakers(lines: Iterable[Sequence[str]], speakers: Mapping[str, str]) -> Iterator[str]:
    """Yield a header, two lines for each speaker, and two for all.

    An utterance without a speaker counts for one of an empty name, which sorts first.
    """
    sums: dict[str, list[int]] = {}
    for fields in lines:
        if fields[1:2] != ["#csid"]:
            continue
        try:
            correct, sub, ins, dele = map(int, fields[2:])
        except ValueError:
            raise DieError(f"Bad counts of utterance {fields[0]}: {' '.join(fields[2:])}") from None
        errors = sub + ins + dele
        row = (1, correct + sub + dele, correct, sub, ins, dele, errors, int(errors > 0))
        speaker = speakers.get(fields[0], "")
        sums[speaker] = [a + b for a, b in zip(sums.get(speaker, [0] * len(COLUMNS)), row, strict=True)]
    width = max(MIN_SPEAKER_WIDTH, *map(len, speakers.values()), 0)
    yield " ".join([f"{'SPEAKER':<{width}}", "id ", *(f"{name:>10}" for name in COLUMNS)]) + "\n"
    for speaker in sorted(sums):
        yield from format_counts(f"{speaker:<{width}}", sums[speaker])
    total = [sum(column) for column in zip([0] * len(COLUMNS), *sums.values(), strict=True)]
    yield from format_counts(f"{'SUM':<{width}}", total)


def format_counts(name: str, counts: Sequence[int]) -> Iterator[str]:
    """Yield the counts, and the percentages of all words (of sentences, for wrong sentences)."""
    yield " ".join([name, "raw", *(f"{count:10d}" for count in counts)]) + "\n"
    sentences, words, *parts, wrong = counts
    if words:
        rates = [100.0 * part / words for part in parts] + [100.0 * wrong / sentences]
        columns = [f"{sentences:10d}", f"{words:10d}", *(f"{rate:10.2f}" for rate in rates)]
        yield " ".join([name, "sys", *columns]) + "\n"


@script("utils/scoring/wer_ops_details.pl")
def wer_ops_details(call: Script) -> None:
    """Count the pairs of words of what `wer_per_utt_details.pl` writes."""
    values = take_options(call.arguments, "--special-symbol")
    check_no_words(call.arguments)
    text = read_text(call, call.stdin.read())
    symbol = values.get("--special-symbol", SYMBOL)
    for line in format_operations(count_pairs(pair_lines(text.split_lines())), symbol):
        call.stdout.write(line.encode(text.encoding))


def pair_lines(lines: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Yield the lines `ref` and `hyp` of each utterance, wherever they are; one without the other is refused."""
    utterances: dict[str, dict[str, Sequence[str]]] = {}
    for fields in lines:
        if len(fields) < 3 or fields[1] not in ("ref", "hyp"):
            continue
        if fields[1] in utterances.setdefault(fields[0], {}):
            raise DieError(f"Utterance {fields[0]} has two lines {fields[1]}")
        utterances[fields[0]][fields[1]] = fields
    for utterance, sides in utterances.items():
        if len(sides) < 2 or len(sides["ref"]) != len(sides["hyp"]):
            raise DieError(f"Utterance {utterance} needs a line ref and a line hyp with as many words")
        yield sides["ref"]
        yield sides["hyp"]


def count_pairs(lines: Iterable[Sequence[str]]) -> dict[tuple[str, str], int]:
    """Count the pairs of words in the lines `ref` and `hyp` of utterances."""
    counts: dict[tuple[str, str], int] = {}
    references: Sequence[str] = ()
    for fields in lines:
        if len(fields) < 3:
            continue
        if fields[1] == "ref":
            references = fields
        elif fields[1] == "hyp":
            for pair in zip(references[2:], fields[2:], strict=False):
                counts[pair] = counts.get(pair, 0) + 1
    return counts


def format_operations(counts: dict[tuple[str, str], int], symbol: str) -> Iterator[str]:
    """Yield a line for each pair, by reference and hypothesis."""
    width = min(MAX_WORD_WIDTH, max((len(word) for pair in counts for word in pair), default=0))
    digits = max((len(str(count)) for count in counts.values()), default=0)
    names = {"C": "correct", "S": "substitution", "I": "insertion", "D": "deletion"}
    for (reference, hypothesis), count in sorted(counts.items()):
        # Equal words come first in this script: a symbol for itself is correct.
        name = names["C" if reference == hypothesis else classify_pair(reference, hypothesis, symbol)]
        yield f"{name:<14}{reference:>{width}}    {hypothesis:>{width}}    {count:>{digits}}\n"


def sort_operations(lines: Iterable[str], encoding: str) -> list[str]:
    """Sort lines as the scoring scripts do: by operation, the most frequent first, then by reference and hypothesis.

    As `sort -b -i -k 1,1 -k 4,4rn -k 2,2 -k 3,3` under LC_ALL=C: by bytes, of which only printable ones count.
    """

    def get_key(line: str) -> tuple[bytes, int, bytes, bytes, bytes]:
        data = line.encode(encoding)
        name, reference, hypothesis, count = data.split()
        printable = [bytes(byte for byte in field if 0x20 <= byte < 0x7F) for field in (name, reference, hypothesis)]
        return printable[0], -int(count), printable[1], printable[2], data

    return sorted(lines, key=get_key)


@script("utils/scoring/wer_report.pl")
def wer_report(call: Script) -> None:
    """Print the sums of what `wer_per_spk_details.pl` writes as `compute-wer` does; of several the fewest errors."""
    best: list[int] | None = None
    errors_column = COLUMNS.index("Err")
    for line in call.stdin:
        fields = line.split()
        if fields[:2] != [b"SUM", b"raw"] or len(fields) != 10:
            continue
        try:
            counts = [int(field) for field in fields[2:]]
        except ValueError:
            raise DieError(f"Bad counts: {line.decode('utf-8', 'replace').strip()}") from None
        if best is None or counts[errors_column] < best[errors_column]:
            best = counts
    if best is not None:
        _, words, _, sub, ins, dele, errors, _ = best
        if not words:
            raise DieError("The best line counts no words, of which errors could be a share")
        rate, text = 100.0 * errors / words, "".join(f" {word}" for word in call.arguments)
        call.write(f"%WER {rate:.2f} [ {errors} / {words},  {ins} ins, {dele} del, {sub} sub ]{text}\n")


@script("utils/best_wer.sh")
def best_wer(call: Script) -> None:
    """Print the line with the lowest rate, or none."""
    best = find_best_line(decode_bytes(line).rstrip("\n") for line in call.stdin)
    if best is not None:
        call.write(best[1])


def find_best_line(lines: Iterable[str]) -> tuple[int, str] | None:
    """Return the index of the best line, the first of equals, and the line as the script prints it.

    NaN compares with nothing, as in Perl, so that it stays the best if it comes first.
    """
    least, best = 0.0, None
    for index, line in enumerate(lines):
        spaced = re.sub(r"(\d)\|", r"\1 |", re.sub(r"\|(\d)", r"| \1", line))
        found = RATE.search(spaced) or ROW.search(spaced)
        if found and (best is None or least > parse_perl_number(found[1])):
            least, best = parse_perl_number(found[1]), (index, spaced)
    return None if best is None else (best[0], f"{arrange_line(best[1])}\n")


def arrange_line(line: str) -> str:
    """Put the rate first and the file last."""
    for separator, head in (("%WER", "%WER"), ("Sum/Avg", ""), ("Mean", "")):
        parts = line.split(separator)
        if len(parts) == 2:
            line = f"{head}{parts[1]} {parts[0]}"
            break
    if not line.lstrip().startswith("%WER"):
        fields = line.split()
        line = f"%WER {fields[8] if len(fields) > 8 else ''} {line}"
    line = SPACES.sub(" ", line)
    return re.sub(r":\s*\|\s*$", "", re.sub(r":$", "", line))
