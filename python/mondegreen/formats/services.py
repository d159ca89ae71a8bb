"""Transcripts of speech services and of other programs in JSON, one recording a file."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from mondegreen.corpus import Corpus, TimedWord
from mondegreen.errors import ScoreError
from mondegreen.formats.format import TIMES, Format, Reading, are_in_order, is_number, to_decimal
from mondegreen.formats.members import Item, as_text, parse_json
from mondegreen.formats.subtitles import TIMES as WHEN
from mondegreen.formats.subtitles import Cue, make_corpus

SPEAKER, CHANNEL, LEXICAL, DISPLAY = "speaker", "channel", "lexical", "display"
SHOWN = 200  # lines; what tells a service stands at the beginning, or at the end
TICKS = 10_000_000  # a second of Azure
ISO_DURATION = re.compile(r"PT(?:([0-9.]+)H)?(?:([0-9.]+)M)?(?:([0-9.]+)S)?")


class Piece(NamedTuple):
    """A word, or a punctuation mark attached to the one before, the one after, or both; times in seconds."""

    word: str
    start: str
    end: str
    confidence: str = ""
    speaker: str = ""
    attached: bool = False
    opens: bool = False


class Turn(NamedTuple):
    """A text with its times and fields, and its words where each has times."""

    cue: Cue
    words: Sequence[TimedWord] | None


class Service(Format):
    """What transcripts of services share: they are read, not written, and have no utterance IDs."""

    is_writable = False
    holds: ClassVar[tuple[str, ...]] = (TIMES, *WHEN, SPEAKER, CHANNEL)
    mark: ClassVar[re.Pattern[str]]
    """What only its files have near their beginning or end."""

    @classmethod
    def recognizes(cls, lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG003 - the marks are distinct
        return cls.mark.search("\n".join([*lines[:SHOWN], *lines[SHOWN:][-SHOWN:]])) is not None

    @classmethod
    def read(cls, lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each turn."""
        whole = parse_json("\n".join(lines), reading)
        if not isinstance(whole, dict):
            raise reading.error("this is not an object, { ... }")
        try:
            turns = list(cls.list_turns(whole))
        except ScoreError as error:
            raise reading.error(error.what) from error
        if not all(turn.cue.start for turn in turns):  # a service that times no words gives no times that hold
            names = dict.fromkeys(name for turn in turns for name in turn.cue.fields)
            fields = {name: [turn.cue.fields.get(name, "") for turn in turns] for name in names}
            return replace(Corpus.by_position([turn.cue.text for turn in turns], reading.name), fields=fields)
        for at, turn in enumerate(turns, 1):
            Item({}, place=f"text {at}: ").check_span(turn.cue.start, turn.cue.end, reading)
        words = [turn.words for turn in turns]
        known = [each for each in words if each is not None and all(map(are_in_order, each))]
        return make_corpus([turn.cue for turn in turns], reading, known if len(known) == len(words) > 0 else None)

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        """The turns of a recording."""
        raise NotImplementedError

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        raise ScoreError(f"{cls.name} is read, not written; choose another format (--to)", path=corpus.name)


def list_objects(found: Any, names: str) -> list[Mapping[str, Any]]:  # noqa: ANN401 - any JSON
    """The list of objects below members of these names; a missing one is an error."""
    for name in names.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise ScoreError(f'"{names}" is missing or not a list of objects')
    return found


def get_objects(members: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """The objects of a list that may be missing."""
    return [] if members.get(name) is None else list_objects(members, name)


def get_text(members: Mapping[str, Any], *names: str) -> str:
    """The first of these members that is a text or a number, or nothing."""
    return next((text for name in names if (text := as_text(members.get(name)))), "")


def first_object(members: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return next(iter(get_objects(members, name)), {})


def make_turns(pieces: Iterable[Piece], **fields: str) -> Iterator[Turn]:
    """The words that each speaker says before another does."""
    for speaker, group in groupby(pieces, key=lambda piece: piece.speaker):
        yield make_turn(list(group), {**fields, SPEAKER: speaker} if speaker else fields)


def make_turn(pieces: Sequence[Piece], fields: Mapping[str, str], text: str | None = None) -> Turn:
    words: list[Piece] = []
    for piece in pieces:
        if words and words[-1].opens:
            words[-1] = piece._replace(word=words[-1].word + piece.word, start=words[-1].start)
        elif piece.attached and words:
            words[-1] = words[-1]._replace(word=words[-1].word + piece.word, opens=piece.opens)
        elif piece.word:
            words.append(piece)
    timed = [
        TimedWord(word.word, float(word.start), float(word.end), to_confidence(word.confidence))
        for word in words
        if is_number(word.start) and is_number(word.end)
    ]
    start, end = (repr(timed[0].start), repr(max(word.end for word in timed))) if timed else ("", "")
    joined = " ".join(word.word for word in words)
    cue = Cue(start, end, joined if text is None else text, fields)
    return Turn(cue, timed if timed and len(timed) == len(words) else None)


def to_confidence(text: str) -> float | None:
    return float(text) if is_number(text) else None


def give_channel(at: int, count: int) -> dict[str, str]:
    return {CHANNEL: str(at)} if count > 1 else {}


class Deepgram(Service):
    """Deepgram's answer: a turn for each utterance (`utterances=true`), or else for each speaker of a channel."""

    name = "deepgram"
    mark = re.compile(r'"results"\s*:\s*\{\s*"channels"|"metadata"\s*:\s*\{\s*"(?:transaction_key|request_id)"')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        channels = list_objects(whole, "results.channels")
        if utterances := get_objects(whole["results"], "utterances"):
            for each in utterances:
                at = get_text(each, CHANNEL)
                speaker = {SPEAKER: get_text(each, SPEAKER)} if get_text(each, SPEAKER) else {}
                fields = {**give_channel(int(at) + 1 if at.isdecimal() else 1, len(channels)), **speaker}
                turn = make_turn(list_words(each), fields, get_text(each, "transcript"))
                yield turn._replace(cue=turn.cue._replace(start=get_text(each, "start"), end=get_text(each, "end")))
            return
        for place, channel in enumerate(channels, 1):
            best = first_object(channel, "alternatives")
            fields = give_channel(place, len(channels))
            if pieces := list_words(best):
                yield from make_turns(pieces, **fields)
            elif text := get_text(best, "transcript"):
                yield make_turn([], fields, text)


def list_words(members: Mapping[str, Any]) -> list[Piece]:
    """Words as most services write them: with punctuation where it was asked for."""
    return [
        Piece(
            get_text(each, "punctuated_word", "word", "text"),
            get_text(each, "start"),
            get_text(each, "end"),
            get_text(each, "confidence"),
            get_text(each, SPEAKER),
        )
        for each in get_objects(members, "words")
    ]


class AwsTranscribe(Service):
    """Amazon Transcribe's result: a turn for each speaker, punctuation at the words before it."""

    name = "aws-transcribe"
    mark = re.compile(r'"jobName"\s*:|"results"\s*:\s*\{\s*"(?:transcripts|language_code|channel_labels)"')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        list_objects(whole, "results.transcripts")
        results = whole["results"]
        labels = results.get("channel_labels")
        channels = get_objects(labels, "channels") if isinstance(labels, dict) else []
        if channels:
            for at, channel in enumerate(channels, 1):
                yield from make_turns(list_items(channel), **give_channel(at, len(channels)))
        elif items := list_items(results):
            yield from make_turns(items)
        elif text := get_text(results["transcripts"][0], "transcript") if results["transcripts"] else "":
            yield make_turn([], {}, text)


def list_items(members: Mapping[str, Any]) -> list[Piece]:
    """Items of Amazon and of Speechmatics; marks have the speaker of the word before them."""
    pieces: list[Piece] = []
    for each in get_objects(members, "items") or get_objects(members, "results"):
        best = first_object(each, "alternatives")
        beside = get_text(each, "attaches_to") or "previous" if each.get("type") == "punctuation" else ""
        attached, opens = beside in ("previous", "both"), beside in ("next", "both")
        speaker = get_text(each, "speaker_label") or get_text(best, SPEAKER)
        start, end = get_text(each, "start_time"), get_text(each, "end_time")
        if attached and pieces:
            start, end, speaker = pieces[-1].start, pieces[-1].end, pieces[-1].speaker
        sure = get_text(best, "confidence")
        pieces.append(Piece(get_text(best, "content"), start, end, sure, speaker, attached, opens))
    return pieces


class Speechmatics(Service):
    """Speechmatics' `json-v2`: a turn for each speaker, punctuation at the words before it."""

    name = "speechmatics"
    mark = re.compile(r'"format"\s*:\s*"[0-9]+\.[0-9]+"')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        list_objects(whole, "results")
        yield from make_turns(list_items(whole))


class GoogleSpeech(Service):
    """Google Speech-to-Text's answer (v1 or v2): a turn for each result, or for each speaker if diarized."""

    name = "google-speech"
    mark = re.compile(r'"results"\s*:\s*\[\s*\{\s*"(?:alternatives|channelTag|languageCode|resultEnd)')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        answer = whole["response"] if isinstance(whole.get("response"), dict) else whole
        results = list_objects(answer, "results")
        # With speakers told apart, the last result repeats all words, and alone says who spoke them.
        last = list_google_words(first_object(results[-1], "alternatives")) if results else []
        if last and all(piece.speaker for piece in last):
            yield from make_turns(last)
            return
        channels = {get_text(each, "channelTag") for each in results}
        for each in results:
            best = first_object(each, "alternatives")
            if not (text := get_text(best, "transcript").strip()):
                continue
            tag = get_text(each, "channelTag")
            turn = make_turn(list_google_words(best), {CHANNEL: tag} if len(channels) > 1 else {}, text)
            yield turn


def list_google_words(members: Mapping[str, Any]) -> list[Piece]:
    pieces = []
    for each in get_objects(members, "words"):
        start, end = (
            to_seconds(next((each[name] for name in names if name in each), "0"))
            for names in (("startTime", "startOffset"), ("endTime", "endOffset"))
        )
        speaker = get_text(each, "speakerLabel", "speakerTag")
        known = "" if speaker == "0" else speaker
        pieces.append(Piece(get_text(each, "word"), start, end, get_text(each, "confidence"), known))
    return pieces


def to_seconds(time: Any) -> str:  # noqa: ANN401 - any JSON
    """Google's `1.300s`, or an object of seconds and nanoseconds; and Azure's `PT1.3S`."""
    if isinstance(time, dict):
        whole, rest = (time.get(name, "0") for name in ("seconds", "nanos"))
        return repr(float(to_decimal(whole) + to_decimal(rest) / 10**9)) if is_number(whole) and is_number(rest) else ""
    text = as_text(time) or ""
    if found := ISO_DURATION.fullmatch(text):
        hours, minutes, seconds = (part if part and is_number(part) else "0" for part in found.groups())
        return repr(float(to_decimal(hours) * 3600 + to_decimal(minutes) * 60 + to_decimal(seconds)))
    return text.removesuffix("s")


class AzureSpeech(Service):
    """Azure Speech's result, of a batch, of fast transcription or of short audio: a turn for each phrase.

    The text is the lexical form, words as they were spoken; the form that is displayed is the field `display`. Fast
    transcription gives the displayed form alone.
    """

    name = "azure-speech"
    holds = (*Service.holds, DISPLAY)
    mark = re.compile(r'"(?:combinedRecognizedPhrases|recognizedPhrases|combinedPhrases|RecognitionStatus)"\s*:')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        whole = lower_names(whole)
        if "recognitionStatus" in whole:
            phrases: list[Mapping[str, Any]] = [whole]
        else:
            phrases = list_objects(whole, "recognizedPhrases" if "recognizedPhrases" in whole else "phrases")
        channels = {get_text(each, CHANNEL) for each in phrases}
        for each in phrases:
            start, duration = (find_azure_time(each, name) for name in ("offset", "duration"))
            best = first_object(each, "nBest")
            lexical, display = get_text(best, LEXICAL), get_text(best, DISPLAY) or get_text(each, "text", "displayText")
            if not (lexical or display):
                continue
            channel = {CHANNEL: get_text(each, CHANNEL)} if len(channels) > 1 else {}
            speaker = {SPEAKER: get_text(each, SPEAKER)} if get_text(each, SPEAKER) else {}
            shown = {DISPLAY: display} if lexical else {}
            pieces = [
                Piece(get_text(word, "word", "text"), begin, add(begin, find_azure_time(word, "duration")))
                for word in get_objects(best, "words") or get_objects(each, "words")
                if (begin := find_azure_time(word, "offset"))
            ]
            turn = make_turn(pieces, {**channel, **speaker, **shown}, lexical or display)
            yield turn._replace(
                cue=turn.cue._replace(start=start, end=add(start, duration)), words=turn.words if pieces else None
            )


def lower_names(found: Any) -> Any:  # noqa: ANN401 - any JSON
    """The same with names as batches write them: the answer on short audio begins them with capitals."""
    if isinstance(found, dict):
        return {
            "nBest" if name == "NBest" else name[:1].lower() + name[1:]: lower_names(value)
            for name, value in found.items()
        }
    return [lower_names(each) for each in found] if isinstance(found, list) else found


def find_azure_time(members: Mapping[str, Any], name: str) -> str:
    """An offset or a duration, in seconds: the services count in ticks, milliseconds or ISO durations."""
    for unit, count in (("InTicks", TICKS), ("Milliseconds", 1000)):
        if is_number(text := get_text(members, name + unit)):
            return repr(float(to_decimal(text) / count))
    text = get_text(members, name)
    return repr(float(to_decimal(text) / TICKS)) if is_number(text) else to_seconds(text)


def add(start: str, duration: str) -> str:
    if not (is_number(start) and is_number(duration)):
        return start
    return repr(float(to_decimal(start) + to_decimal(duration)))


class WhisperCpp(Service):
    """whisper.cpp's `--output-json` or `--output-json-full`: a turn for each segment."""

    name = "whisper-cpp"
    mark = re.compile(r'"transcription"\s*:\s*\[\s*\{\s*"(?:timestamps|offsets)"|\s*\{\s*"systeminfo"')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        result = whole.get("result")
        language = get_text(result, "language") if isinstance(result, dict) else ""
        for at, each in enumerate(list_objects(whole, "transcription"), 1):
            offsets = each.get("offsets")
            times = [get_text(offsets, name) if isinstance(offsets, dict) else "" for name in ("from", "to")]
            if not all(map(is_number, times)):
                raise ScoreError(f'segment {at}: "offsets" from and to are missing or no numbers')
            start, end = (repr(float(to_decimal(time) / 1000)) for time in times)
            yield Turn(
                Cue(start, end, get_text(each, "text").strip(), {"language": language} if language else {}), None
            )


class Chunks(Service):
    """What the pipeline of Hugging Face gives with `return_timestamps`: a turn for each chunk."""

    name = "hf-chunks"
    mark = re.compile(r'"chunks"\s*:\s*\[\s*\{\s*"(?:timestamp|text)"')

    @staticmethod
    def list_turns(whole: Mapping[str, Any]) -> Iterator[Turn]:
        for at, each in enumerate(list_objects(whole, "chunks"), 1):
            times = each.get("timestamp")
            if not isinstance(each.get("text"), str) or not isinstance(times, list) or len(times) != 2:
                raise ScoreError(f'chunk {at}: expected a "text" and a "timestamp" of two numbers')
            start, end = (as_text(time) or "" for time in times)
            # The last chunk has no end where the sound broke off.
            yield Turn(Cue(start, end or start, each["text"].strip()), None)
