"""WebVTT subtitles: `WEBVTT`, then `00:01:02.500 --> 00:01:04.000` and the text, with an empty line between."""

import re
from collections.abc import Iterator, Sequence
from html import escape, unescape

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.cues import (
    Cue,
    format_time,
    iter_cues,
    join_lines,
    list_losses,
    make_corpus,
    parse_arrow,
    split_blocks,
)
from mondegreen.formats.format import Format
from mondegreen.formats.reading import Reading

HEAD = "WEBVTT"
# Blocks that are no cues.
OTHER_BLOCKS = ("NOTE", "STYLE", "REGION")
VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]*)>")
TAG = re.compile(r"<[^<>]*>")


class Vtt(Format):
    """WebVTT subtitles, such as Whisper writes: each text with its fields `start` and `end`.

    Lines of a text are joined by a blank. The first voice `<v Eve>` is the field `speaker`; other tags and the settings
    of cues are left out. There are no keys but the places in the file.
    """

    name = "vtt"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        """Whether the first line says so."""
        return lines[0].split(None, 1)[:1] == [HEAD]

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each cue."""
        if not Vtt.recognizes(lines, hinted=True):
            raise reading.error(f'the first line is not "{HEAD}"', 1)
        cues = []
        for block in list(split_blocks(lines))[1:]:
            if block[0][1].split()[0] in OTHER_BLOCKS:
                continue
            at = 1 if "-->" not in block[0][1] and len(block) > 1 else 0  # cues may have names
            number, line = block[at]
            text = join_lines(block[at + 1 :])
            voice = VOICE.search(text)
            fields = {"speaker": unescape(voice[1]).strip()} if voice else {}
            cues.append(Cue(*parse_arrow(line, reading, number), unescape(TAG.sub("", text)).strip(), fields))
        return make_corpus(cues, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A block for each utterance, after the head."""
        yield HEAD
        yield ""
        for row, start, end in iter_cues(corpus, "vtt"):
            speaker = row.fields.get("speaker", "")
            if speaker != " ".join(speaker.split()):
                raise ScoreError("vtt cannot hold such blanks in a speaker's name", key=row.key)
            yield f"{format_time(start, '.')} --> {format_time(end, '.')}"
            voice = f"<v {escape(speaker, quote=False)}>" if speaker else ""
            if row.text or voice:
                yield voice + escape(row.text, quote=False)
            yield ""

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but texts, times and speakers."""
        return list_losses(corpus, "speaker")
