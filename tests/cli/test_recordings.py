"""Several files that are one side: recordings, directories and patterns, and IDs that are names of files."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from two_sides import scored

Command = Callable[..., Answer]
Put = Callable[[str, str], str]


SAID = {"rec-a": "hello there my friend", "rec-b": "2020 was ok", "rec-c": "bye"}
HEARD = {"rec-a": "hello there my fiend", "rec-b": "2020 was ok", "rec-c": "bye bye"}


@pytest.fixture
def recordings(put: Put) -> str:
    """A file for each recording, in several formats, and the references."""
    for name, text in HEARD.items():
        put(f"srt/{name}.srt", f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n")
        put(f"txt/{name}.txt", f"{text}\n")
        put(f"ctm/{name}.ctm", "".join(f"{name} 1 {at}.5 0.25 {word}\n" for at, word in enumerate(text.split())))
        put(f"ref/{name}.txt", SAID[name].replace(" ", "\n", 1) + "\n")
    return put("ref.txt", "".join(f"{name} {text}\n" for name, text in SAID.items()))


@pytest.mark.parametrize("kind", ["srt", "txt", "ctm"])
@pytest.mark.parametrize("reference", ["ref.txt", "ref"])
def test_files_of_one_recording_each(recordings: str, command: Command, kind: str, reference: str) -> None:
    files = sorted(map(str, Path(kind).iterdir()))
    assert scored(command, reference, kind)[:2] == (2, 8)
    assert scored(command, reference, f"{kind}/*")[:2] == (2, 8)
    for whole in ((), ("--whole",)):
        found = scored(command, reference, *files, *whole)
        assert found[:2] == (2, 8)
        assert "3 files read as one system" in found.said
    one = scored(command, reference, files[0])
    assert one[:2] == (5, 8)
    assert "not in" in one.said


def test_files_without_ids_are_read_in_the_order_of_their_names(put: Put, command: Command) -> None:
    """Names that count are an order; others are none, which is said."""
    ref = put("ref.json", '["a b", "c", "d"]')
    for number, text in enumerate(("a b", "x", "d"), 1):
        put(f"counted/hyp.{number}.txt", f"{text}\n")
        put(f"named/{'qdm'[number - 1]}.srt", f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n")
        put(f"gaps/{number * number}.srt", f"1\n00:00:01,000 --> 00:00:02,000\n{text}\n")
    assert scored(command, ref, "counted/*") == (1, 4, "")
    for place in ("named", "gaps"):
        assert "in the order of their names" in scored(command, ref, f"{place}/*").said


def test_times_of_files_that_are_joined_are_kept(recordings: str, put: Put, command: Command) -> None:
    stm = put("ref.stm", "".join(f"{name} 1 eve 0.0 9.0 {text}\n" for name, text in SAID.items()))
    assert scored(command, stm, *sorted(map(str, Path("ctm").iterdir())))[:2] == (2, 8)


def test_systems_stay_systems(put: Put, command: Command) -> None:
    ref = put("ref", "utt-1 a b\nutt-2 c\n")
    answer = command("score", ref, put("base", "utt-1 a b\nutt-2 x\n"), put("new", "utt-1 a b\n"), "--as", "json")
    assert [system["name"] for system in json.loads(answer.out)["systems"]] == ["base", "new"]


def test_a_tree_as_librispeech_has_it(put: Put, command: Command) -> None:
    put("libri/84/121123/84-121123.trans.txt", "84-121123-0000 GO DO\n84-121123-0001 BUT\n")
    put("libri/84/121550/84-121550.trans.txt", "84-121550-0000 YES\n")
    put("libri/84/121550/84-121550-0000.flac", "")
    hyp = put("hyp", "84-121123-0000 GO DO\n84-121550-0000 NO\n84-121123-0001 BUT\n")
    assert scored(command, "libri", hyp) == (1, 4, "")
    assert scored(command, hyp, "libri") == (1, 4, "")


def test_ids_that_differ_by_a_directory_or_an_ending(put: Put, command: Command) -> None:
    ref = put("ref.tsv", "client_id\tpath\tsentence\nx\tcommon_voice_1.mp3\ta b\ny\tcommon_voice_2.mp3\tc\n")
    for hyp in ("common_voice_1 a b\ncommon_voice_2 x\n", "clips/common_voice_1.wav a b\nclips/common_voice_2.wav x\n"):
        found = scored(command, ref, put("hyp", hyp))
        assert found[:2] == (1, 3)
        assert "after removing a directory or file ending" in found.said
