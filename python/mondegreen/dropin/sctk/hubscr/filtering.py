"""The chain of filters that hubscr.pl sends a file through, and the check of what comes out."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

from mondegreen.dropin.sctk import ctm_validator, def_art, hamza_norm, stm_validator, tanween_filt
from mondegreen.dropin.sctk.csrfilt.filter import Done, Wanted, filtered
from mondegreen.dropin.sctk.csrfilt.layouts import LAYOUTS
from mondegreen.dropin.sctk.hubscr.options import NAME, Options
from mondegreen.dropin.sctk.hubscr.sorting import sorted_ctm, sorted_stm
from mondegreen.dropin.sctk.perl import DieError, called, lines, read_file, warn, write_file

# Of a ctm with types, only words are kept, and nothing behind their scores.
ONLY_WORDS = (
    rb"perl -nae 'if ($_ =~ /^;;/ || $#F < 6) {print} else {s/^\s+//; if ($F[6] eq 'lex') "
    rb"""{ $st = 6; $st-- if ($F[5] =~ /^na$/i); splice(@F, $st, 10); print join(" " ,@F)."\n" }}' """
)
# What csrfilt.sh is told beside the usual.
CASES: dict[bytes, list[bytes]] = {b"arabic": [b"-s"], b"spanish": [b"-e"], b"italian": [b"-s", b"-e"]}

Stage = tuple[bytes, Callable[[bytes], bytes]]
Filter = Callable[[list[bytes], Callable[[], bytes]], tuple[bytes, bytes]]


def filter_file(options: Options, path: bytes, target: bytes, kind: bytes, purpose: bytes) -> bool:
    """Filters one file into another; whether the result passes the check."""
    tell = sys.stdout.buffer.write
    tell(b"   Filtering %b file '%b', %b format\n" % (options.language, path, kind))
    stages = list(chain(options, path, kind))
    command = b" | ".join(
        [name for name, _ in stages] + [b" ".join([b"csrfilt.sh", *arguments(options, kind, purpose)])]
    )
    command += b" > " + target
    if options.verbose:
        tell(b"      Exec: %b\n" % command)
    data = b""
    for _, stage in stages:
        data = stage(data)
    done = rules_applied(data, options, kind, purpose)
    warn(done.complaints)
    if done.code:
        Path(os.fsdecode(target)).unlink(missing_ok=True)
        raise DieError(b"Error: Unable to filter file: %b with command:\n   %b\n" % (path, command))
    write_file(target, done.output, b"Error: Unable to filter file: %b with command:\n   %b\n" % (path, command))
    return not options.validates or passes(options, target, kind)


def chain(options: Options, path: bytes, kind: bytes) -> Iterator[Stage]:
    """The filters before csrfilt.sh, each with the command that the original runs."""
    yield first(options.language, path, kind)
    if options.hub == b"rt-stt" and kind == b"ctm":
        yield ONLY_WORDS, only_words
    else:
        yield b"cat", unchanged
    if options.language == b"arabic":
        lexicon = options.given.get("L", b"")
        # Without a lexicon its option takes the next word for one, and nothing comes out.
        articles = [b"-s", *lexicon.split(), b"-i", kind, b"-", b"-"]
        yield optional("d" not in options.given, b"def_art.pl -s %b -i %b - -" % (lexicon, kind), def_art.run, articles)
        own = [b"-i", kind, b"--", b"-", b"-"]
        yield optional("H" in options.given, b"hamzaNorm.pl -i %b -- - -" % kind, hamza_norm.run, own)
        own = [b"-a", *own]
        yield optional("T" in options.given, b"tanweenFilt.pl -a -i %b -- - -" % kind, tanween_filt.run, own)


def first(language: bytes, path: bytes, kind: bytes) -> Stage:
    """Reads the file, in order but for Mandarin."""
    if language == b"mandarin":
        return b"cat " + path, lambda _: read_file(path)
    if kind == b"ctm":
        return b"%b sortCTM <  %b" % (called(NAME), path), lambda _: sorted_ctm(read_file(path))
    if kind == b"stm":
        return b"%b sortSTM <  %b" % (called(NAME), path), lambda _: sorted_stm(read_file(path))
    return b" " + path, unchanged  # the original knows no way to read it, and csrfilt.sh says no


def unchanged(data: bytes) -> bytes:
    """The text as it is."""
    return data


def only_words(data: bytes) -> bytes:
    """The lines of a ctm that are comments, have no type, or are words."""
    return b"".join(map(word, lines(data)))


def word(line: bytes) -> bytes:
    """A line without its type and what follows that, and without a score that is not available."""
    parts = line.split()
    if line.startswith(b";;") or len(parts) < 7:
        return line
    if parts[6] != b"lex":
        return b""
    start = 5 if parts[5].lower() == b"na" else 6
    return b" ".join(parts[:start] + parts[start + 10 :]) + b"\n"


def optional(wanted: bool, command: bytes, run: Filter, words: list[bytes]) -> Stage:  # noqa: FBT001 - as in "if wanted"
    """A filter where it is wanted, else none. One that dies passes nothing on, and the chain goes on."""
    if not wanted:
        return b"cat", unchanged

    def stage(data: bytes) -> bytes:
        try:
            return run(words, lambda: data)[1]
        except DieError as death:
            warn(death.message)
            return b""

    return command, stage


def arguments(options: Options, kind: bytes, purpose: bytes) -> list[bytes]:
    """What csrfilt.sh is told."""
    return [*CASES.get(options.language, []), b"-i", kind, b"-t", purpose, b"-dh", options.rules]


def rules_applied(data: bytes, options: Options, kind: bytes, purpose: bytes) -> Done:
    """The text after csrfilt.sh, which fails where it does not know the kind of file."""
    if kind not in LAYOUTS:
        return Done(b"", code=1)
    own = CASES.get(options.language, [])
    wanted = Wanted(kind, purpose, upper=b"-s" not in own, extended=b"-e" in own, split_hyphens=True)
    return filtered(data, read_file(options.rules), wanted)


def passes(options: Options, target: bytes, kind: bytes) -> bool:
    """Whether a filtered file is found in order; else it is told what is not."""
    tell = sys.stdout.buffer.write
    if options.verbose:
        tell(b"      Validating the output file '%b'\n" % target)
    validate = ctm_validator.main if kind == b"ctm" else stm_validator.main
    printed = io.TextIOWrapper(io.BytesIO(), write_through=True)
    with redirect_stdout(printed):
        code = validate([b"-l", options.language, b"-i", target])
    if code:
        tell(b"".join(b"      " + line for line in lines(printed.buffer.getvalue())))
        what = (kind, code << 8)
        tell(b"Error: Filter operation yielded a non-validated %b output with return code %d\n" % what)
    return not code
