"""rover, version 0.1: several systems' ctm files as one, by voting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mondegreen._core import atof
from mondegreen.dropin.emulation.numbers import divide_as_c, parse_c_int
from mondegreen.dropin.emulation.streams import ExitError, catch_exit, out, write_parts
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.rover_ctm import BEGIN, END, OR, Ctm, Token
from mondegreen.voting import NULL, Entry, Network, Word, list_entries

# A gap that all systems share ends what is aligned, in seconds; the end of time.
GAP, FOREVER = 1.0, 9999999.9
NULL_TEXT = NULL.encode()
# What marks a time, and is paired with itself alone.
MARK = b"%sync%time"


@dataclass
class Options:
    """What the command line says."""

    files: list[bytes] = field(default_factory=list)
    formats: list[bytes] = field(default_factory=list)
    output: bytes | None = None
    feedback: int = 1
    method: bytes = b""
    alpha: float = 1.0
    null_confidence: float = 0.0
    case_sensitive: bool = False
    by_times: bool = False


@catch_exit
def main(arguments: list[bytes]) -> int:
    """SCTK's rover: votes among the words of several ctm files."""
    options = read_options(arguments)
    if options.formats[0] == b"ctm":
        combine(options)
    return 0


def read_options(words: list[bytes]) -> Options:
    """Read the command line as the original does: the first word that is no option ends it."""
    options, rest = Options(), list(words)
    while rest and rest[0][:1] == b"-":
        option = rest.pop(0)
        if option == b"-o":
            options.output = take_word(rest, b"Output", named=b"Output Filename")
        elif option == b"-h":
            options.files.append(take_word(rest, b"Hyp", named=b"Hyp File name"))
            options.formats.append(rest.pop(0) if rest and rest[0][:1] != b"-" else b"trn")
            if options.formats[0] != options.formats[-1]:
                raise refuse(b"Hyp formats must all be identical\n")
        elif option in VALUES:
            name, what, convert = VALUES[option]
            setattr(options, name, convert(take_word(rest, what)))
        elif option in {b"-s", b"-T"}:
            setattr(options, "case_sensitive" if option == b"-s" else "by_times", True)
        else:
            out(b"Illegal argument: %b\n" % option)
            raise ExitError(read_usage("rover"))
    needed = {b"Hyp File names, 2 or more": len(options.files) > 1, b"Output File name": options.output is not None}
    for what, is_given in {**needed, b"method": bool(options.method)}.items():
        if not is_given:
            raise refuse(b"Req'd " + what)
    return options


def take_word(rest: list[bytes], what: bytes, *, named: bytes | None = None) -> bytes:
    """The next word; where it is to be a name, none that looks like an option."""
    if not rest:
        raise refuse(b"Not enough %b arguments" % what)
    if named and rest[0][:1] == b"-":
        raise refuse(b"Req'd %b" % named)
    return rest.pop(0)


def refuse(reason: bytes) -> ExitError:
    return ExitError(read_usage("rover") + b"rover: %b\n\n" % reason)


def read_method(name: bytes) -> bytes:
    if name not in SCORES and name != b"putat":
        raise refuse(b"Illegal method")
    return name


VALUES: dict[bytes, tuple[str, bytes, Callable[[bytes], object]]] = {
    b"-a": ("alpha", b"alpha", atof),
    b"-c": ("null_confidence", b"null_conf", atof),
    b"-l": ("width", b"Line Width", parse_c_int),
    b"-f": ("feedback", b"Feedback", parse_c_int),
    b"-m": ("method", b"Method", read_method),
}


def combine(options: Options) -> None:
    """Vote among the files; what was written stays where the run ends before."""
    written: list[bytes] = []
    if options.feedback > 1:
        out(b"Beginning: mfalign_ctm_files\n")
    if not write_parts(options.output or b"", [], is_named=True):
        raise ExitError(b"Error: unable to open output file '%b'\n" % (options.output or b""))
    if options.method == b"putat":
        written.append(b'<input names="%b">\n' % b" ".join(options.files))
    try:
        files = [Ctm(path, case_sensitive=options.case_sensitive) for path in options.files]
        while not combine_conversation(options, files, written):
            pass
    finally:
        write_parts(options.output or b"", written, is_named=True)


def combine_conversation(options: Options, files: list[Ctm], written: list[bytes]) -> bool:
    """Vote among the next conversation; whether it was the last, which a single word behind it is not enough for."""
    token = read_conversations(files)
    if options.feedback >= 1:
        out(b"Working on conversation: %b channel: %b\n" % (token.file, token.channel))
        for file in files:
            out(b"   File: %b  range %d-%d\n" % (file.path, file.next + 1, file.end))
    is_done = False
    while ends := find_common_silence(files):
        network = make_network(files[0], ends[0], options)
        for file, end in zip(files[1:], ends[1:], strict=True):
            network.merge(make_network(file, end, options), by_times=options.by_times, is_mark=is_mark)
        try:
            written.extend(format_column(options, token, column) for column in network.list_columns())
        except ValueError as error:
            raise ExitError(b"Error: %b\n" % str(error).encode()) from None
        for file, end in zip(files, ends, strict=True):
            file.next = end if end <= file.end else file.next
        is_done = all(file.at_end and file.next >= len(file.words) - 1 for file in files)
    return is_done


def read_conversations(files: list[Ctm]) -> Token:
    """Read the next conversation of all files; its first word."""
    first = files[0]
    for file in files:
        file.read_conversation()
        if first.next >= len(first.words):
            # The original crashes, or reads what lies behind the last word.
            raise ExitError(b"Error: %b has no words left\n" % first.path)
        if file.next < len(file.words) and file.words[file.next].file != first.words[first.next].file:
            names = (first.path, file.path, first.words[first.next].file, file.words[file.next].file)
            raise ExitError(b"Error: Conversation mismatches in %b and %b, %b and %b respectively" % names)
    return first.words[first.next]


def is_mark(text: object) -> bool:
    return isinstance(text, bytes) and MARK in text


def find_common_silence(files: list[Ctm]) -> list[int] | None:
    """Behind which words all files have a gap; without one behind the last, and nothing if no words are left."""
    first = files[0]
    for index in range(first.next, first.end):
        begin = first.words[index].end
        end = first.words[index + 1].start if index + 1 < first.end else FOREVER
        if not end > begin + GAP:
            continue
        gap = begin, end
        ends = [index + 1]
        for file in files[1:]:
            found = find_gap(file, gap)
            if found is None:
                break
            behind, gap = found
            ends.append(behind)
        else:
            return ends
    if any(file.next < file.end for file in files):
        return [file.end for file in files]
    return None


def find_gap(file: Ctm, gap: tuple[float, float]) -> tuple[int, tuple[float, float]] | None:
    """Behind which word a file has a gap at that time, and what both gaps share."""
    if file.next >= file.end:
        # The original takes the next conversation's first word along, and leaves it for later.
        return file.next + 1, gap
    for index in range(file.next, file.end):
        begin = file.words[index].end
        end = file.words[index + 1].start if index + 1 < file.end else FOREVER
        shared = max(gap[0], begin), min(gap[1], end)
        if shared[1] - shared[0] > 0.0:
            return index + 1, shared
    return None


def make_network(file: Ctm, end: int, options: Options) -> Network:
    """The network of a file's words up to one; alternatives are side by side."""
    network = Network(Word(NULL_TEXT, confidence=options.null_confidence))
    index, end = file.next, min(end, len(file.words))
    while index < end:
        if file.words[index].is_alternative:
            index = add_alternatives(network, file, index, end)
        else:
            network.push(make_word(file, file.words[index]))
        index += 1
    return network


def add_alternatives(network: Network, file: Ctm, index: int, end: int) -> int:
    """Add the alternatives from a word on; returns the last word that was read.

    The tags are read as by the original, which begins in the middle where a gap cuts alternatives.
    """

    def is_tag(at: int, tag: bytes) -> bool:
        return at < len(file.words) and file.words[at].text.upper() == tag

    while index < end and is_tag(index, BEGIN):
        index += 1
    branches: list[list[Word]] = []
    while True:
        branch = []
        while index < end and file.words[index].text[:4].upper() != b"<ALT":
            branch.append(make_word(file, file.words[index]))
            index += 1
        if not branch:
            confidence = file.words[index].confidence if index < len(file.words) else 0.0
            branch.append(Word(NULL_TEXT, 0.0, 0.0, confidence if file.has_confidence else -1.0, file.path))
            index += 1
        branches.append(branch)
        is_last = is_tag(index, OR) and is_tag(index + 1, END)
        if not is_last and not is_tag(index, END):
            index += 1
        if index >= end or is_tag(index, END):
            break
    network.push_branches(branches)
    return index


def make_word(file: Ctm, token: Token) -> Word:
    """A word; its tags behind semicolons, and a star at its end, are no part of it."""
    text = token.text if token.text[:1] == b"{" else drop_tags(token.text)
    if len(text) > 1 and text.endswith(b"*"):
        text = text[:-1]
    confidence = token.confidence if file.has_confidence else -1.0
    return Word(text, token.start, token.end, confidence, file.path)


def drop_tags(text: bytes) -> bytes:
    """The text up to the first semicolon without a backslash before it, without backslashes."""
    end = 0
    while end < len(text) and (text[end : end + 1] != b";" or text[end - 1 : end] == b"\\"):
        end += 1
    return text[:end].replace(b"\\", b"")


def format_column(options: Options, place: Token, column: list[Word]) -> bytes:
    """What is written of a column."""
    where = (place.file, place.channel)
    if options.method == b"putat":
        words = [PUTATIVE % (each.text, each.start, each.end, each.confidence, each.system or b"") for each in column]
        return b"<putative_tag file=%b chan=%b >\n%b</putative_tag >\n" % (*where, b"".join(words))
    entries = list_entries(column)
    best = choose_entry(options, entries, column)
    if options.method != b"oracle":
        return b"" if best.text == NULL_TEXT else format_entry(where, best)
    lines = [format_entry(where, entry) for entry in entries]
    if len(lines) == 1:
        return lines[0]
    tag = b"%b %b * * %%b\n" % where
    return tag % BEGIN + (tag % OR).join(lines) + tag % END


PUTATIVE = b'   <attrib tag="%b" t1="%f" t2="%f" conf="%f" tag1="%b">\n'


def format_entry(where: tuple[bytes, bytes], entry: Entry) -> bytes:
    word = entry.average()
    return b"%b %b %.3f %.3f %b %.6f\n" % (*where, word.start, word.end, word.text, word.confidence)


Score = Callable[[Entry, int, float, float], float]


def score_average(entry: Entry, count: int, alpha: float, _: float) -> float:
    """How many systems have the word, and how sure they are of it on average."""
    return alpha * (entry.count / count) + (1.0 - alpha) * (entry.confidence / entry.count)


def score_greatest(entry: Entry, count: int, alpha: float, _: float) -> float:
    """How many systems have the word, and how sure the surest is."""
    return alpha * (entry.count / count) + (1.0 - alpha) * entry.greatest


def score_share(entry: Entry, count: int, alpha: float, total: float) -> float:
    """How many systems have the word, and its share of all confidences."""
    return alpha * (entry.count / count) + divide_as_c((1.0 - alpha) * entry.confidence, total)


SCORES: dict[bytes, Score] = {
    b"meth1": score_average,
    b"meth1a": score_average,
    b"oracle": score_average,
    b"maxconf": score_greatest,
    b"maxconfa": score_greatest,
    b"avgconf": score_share,
}


def choose_entry(options: Options, entries: list[Entry], column: list[Word]) -> Entry:
    """The word with the greatest score, of equal ones the first; without a score above -1 the run ends."""
    total = sum(word.confidence for word in column)
    best, best_score = None, -1.0
    for entry in entries:
        score = SCORES[options.method](entry, len(column), options.alpha, total)
        if score > best_score:
            best, best_score = entry, score
    if best is None:
        raise ExitError(b"Error: No best word found\n")
    return best
