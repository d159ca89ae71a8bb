"""The sound of utterances: which file is whose, clips cut by hand, what is missing, and a browser that plays it."""

import io
import json
import os
import re
import wave
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browsers import Page, start_browser
from conftest import Answer
from mondegreen.render.page import audio
from mondegreen.render.page.audio import Clip, Files

Command = Callable[..., Answer]
RATE = 8000
SECONDS = 4


def write_wav(path: Path, seconds: float = SECONDS) -> None:
    """Each sample says its own number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(b"".join((number % 32768).to_bytes(2, "little") for number in range(round(seconds * RATE))))


@pytest.fixture
def work(files: Path) -> Path:
    Path("ref.txt").write_text("u1 a b\nu2 c\nu3 d\n", encoding="utf-8")
    Path("hyp.txt").write_text("u1 a b\nu2 x\nu3 d\n", encoding="utf-8")
    Path("segments").write_text("u1 talk 0.5 1.25\nu2 talk 1.25 2\nu3 talk 3 -1\n", encoding="utf-8")
    write_wav(Path("wav/talk.wav"))
    return files


def data_of(name: str, script: str = "data") -> Any:
    text = Path(name).read_text(encoding="utf-8")
    found = re.search(rf'<script type="application/json" id="{script}">(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1]) if found else None


def test_utterances_are_parts_of_recordings(work: Path, command: Command) -> None:
    Path("pages").mkdir()
    words = ("--audio", "wav", "--segments", "segments", "--resamples", "20")
    assert command("report", "ref.txt", "hyp.txt", *words, "-o", "pages/x.html") == (0, "", "")
    data = data_of("pages/x.html")
    assert data["audio"] == {
        "files": ["../wav/talk.wav"],
        "missing": [],
        "index": [0, 0, 0],
        "start": [0.5, 1.25, 3],
        "end": [1.25, 2, None],
    }
    assert data["start"] == [0.5, 1.25, 3]
    assert 'media-src &#39;self&#39; file:"' in Path("pages/x.html").read_text(encoding="utf-8")


def test_saved_runs_have_sound_too(work: Path, command: Command) -> None:
    assert command("score", "ref.txt", "hyp.txt", "--save", "run").code == 0
    assert command("report", "run", "--audio", "wav", "--segments", "segments", "-o", "x.html") == (0, "", "")
    assert data_of("x.html")["audio"]["end"] == [1.25, 2, None]


def test_files_of_single_utterances_come_first(work: Path) -> None:
    files = Files({"u1": "u1.wav", "talk": "talk.wav"})
    assert audio.find_clip("u1", "talk", "1", "2", files) == Clip("u1.wav")
    assert audio.find_clip("u2", "talk", "1", "2", files) == Clip("talk.wav", 1, 2)
    assert audio.find_clip("u2", "dir/talk.sph", "1", "-1", files) == Clip("talk.wav", 1, None)
    assert audio.find_clip("u2", "talk", "", "", files) is None
    assert audio.find_clip("u2", "other", "1", "2", files) is None


def test_a_wav_scp_names_files(work: Path, command: Command) -> None:
    Path("wav.scp").write_text("u1 wav/talk.wav\nu2 sox a.sph -t wav - |\nu3 gone.wav\n", encoding="utf-8")
    answer = command("report", "ref.txt", "hyp.txt", "--audio", "wav.scp", "-o", "x.html")
    assert answer.code == 0
    assert answer.err.splitlines() == [
        "mondegreen: warning: wav.scp: 1 entry is a command or an address, which a page cannot play",
        "mondegreen: warning: wav.scp: 1 utterance without audio: u2",
        "mondegreen: warning: 1 audio file is not there, such as gone.wav",
    ]
    found = data_of("x.html")["audio"]
    assert [found["files"][index] if index >= 0 else None for index in found["index"]] == [
        "wav/talk.wav",
        None,
        "gone.wav",
    ]
    assert [found["files"][index] for index in found["missing"]] == ["gone.wav"]


def test_clips_are_cut_to_the_sample(work: Path, command: Command) -> None:
    words = ("--audio", "wav", "--segments", "segments", "--embed-audio")
    assert command("report", "ref.txt", "hyp.txt", *words, "-o", "x.html") == (0, "", "")
    clips = data_of("x.html", "clips")
    for index, (first, last) in enumerate([(4000, 10000), (10000, 16000), (24000, 32000)]):
        with wave.open(io.BytesIO(b64decode(clips[str(index)]))) as sound:
            assert sound.getframerate() == RATE
            samples = sound.readframes(RATE * SECONDS)
        numbers = [int.from_bytes(samples[at : at + 2], "little") for at in range(0, len(samples), 2)]
        assert numbers == list(range(first, last))
    assert 'media-src &#39;self&#39; file: data:"' in Path("x.html").read_text(encoding="utf-8")


def test_what_is_long_or_no_wav_stays_a_link(work: Path, command: Command) -> None:
    write_wav(Path("more/u1.wav"), 31)
    Path("more/u2.flac").write_bytes(b"fLaC")
    write_wav(Path("more/u3.wav"), 30)
    answer = command("report", "ref.txt", "hyp.txt", "--audio", "more", "--embed-audio", "-o", "x.html")
    assert answer.code == 0
    assert "2 of 3 clips are linked, not embedded" in answer.err
    assert list(data_of("x.html", "clips")) == ["2"]


def test_names_of_files_are_escaped(work: Path) -> None:
    for name in ("javascript:alert(1).wav", "a b#c?d%.wav", "é<>.wav"):
        found = audio.link_file(name, "x.html")
        assert not set(found) & set(": #?<>")
        assert "%" in found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--audio", "nowhere"), "nowhere: there is no such directory or wav.scp"),
        (("--audio", "empty"), "empty: it holds no audio file"),
        (("--audio", "wav"), "wav: no utterance has audio, among them u1, u2, u3; the files are talk"),
        (("--audio", "twice"), 'two audio files are called "talk"'),
        (("--audio", "wav", "--segments", "others"), "others: no utterance has a segment, among them u1, u2, u3"),
        (("--segments", "segments"), "--segments splits words with times"),
        (("--embed-audio",), "--embed-audio does nothing without --audio"),
    ],
)
def test_what_cannot_be_played_is_said(work: Path, command: Command, words: tuple[str, ...], said: str) -> None:
    Path("empty").mkdir()
    Path("others").write_text("v1 talk 0 1\n", encoding="utf-8")
    for folder in ("one", "two"):
        write_wav(Path(f"twice/{folder}/talk.wav"), 0.1)
    answer = command("report", "ref.txt", "hyp.txt", *words, "-o", "x.html")
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert not Path("x.html").exists()


def test_a_pipe_is_not_waited_for(work: Path, command: Command) -> None:
    """Nobody writes to it, and so it never ends."""
    os.mkfifo("u1.wav")
    Path("wav.scp").write_text(f"u1 {Path('u1.wav').resolve()}\nu2 nowhere.wav\nu3 nowhere.wav\n", encoding="utf-8")
    answer = command("report", "ref.txt", "hyp.txt", "--audio", "wav.scp", "--embed-audio", "-o", "x.html")
    assert answer.code == 0
    assert "2 audio files are not there" in answer.err


def test_without_audio_nothing_may_be_played(work: Path, command: Command) -> None:
    assert command("report", "ref.txt", "hyp.txt", "-o", "x.html").code == 0
    assert "media-src" not in Path("x.html").read_text(encoding="utf-8")
    assert "audio" not in data_of("x.html")


@pytest.fixture
def browser() -> Any:
    started = start_browser()
    yield started
    started.quit()


def wait_for(page: Page, condition: str) -> bool:
    """Whether it comes to be so before patience ends."""
    look = f"if ({condition}) done(true); else if (Date.now() > end) done(false); else setTimeout(look, 20);"
    ask = f"const done = arguments[0], end = Date.now() + 10000; (function look() {{ {look} }})();"
    return bool(page.browser.execute_async_script(ask))


@pytest.mark.full
@pytest.mark.parametrize("more", [(), ("--embed-audio",)])
def test_a_button_plays_an_utterance(work: Path, command: Command, browser: Any, more: tuple[str, ...]) -> None:
    words = ("--audio", "wav", "--segments", "segments", *more)
    assert command("report", "ref.txt", "hyp.txt", *words, "-o", "x.html").code == 0
    page = Page(browser, Path("x.html"), "#order=corpus")
    assert page.all("audio") == []
    button = page.all("#rows .play")[1]
    assert button.get_attribute("aria-label") == "play u2"
    page.run("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    assert wait_for(page, "document.querySelector('audio')?.currentTime > 0")
    place = page.run("return document.querySelector('audio').currentTime")
    assert 0 < place < 0.8 if more else 1.25 <= place <= 2.05
    assert wait_for(page, "document.querySelector('audio').paused")
    assert page.complaints() == []


@pytest.mark.full
def test_a_file_that_is_gone_is_said(work: Path, command: Command, browser: Any) -> None:
    assert command("report", "ref.txt", "hyp.txt", "--audio", "wav", "--segments", "segments", "-o", "x.html").code == 0
    Path("wav/talk.wav").unlink()
    page = Page(browser, Path("x.html"), "#order=corpus")
    page.run("arguments[0].scrollIntoView({block: 'center'})", page.all("#rows .play")[0])
    page.all("#rows .play")[0].click()
    assert wait_for(page, "document.querySelector('.failed')")
    assert page.texts(".failed")[0].startswith("wav/talk.wav cannot be played here")
