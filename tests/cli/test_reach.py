"""What a confined command may read and write: what its words name, and nothing that these lead to."""

import os
import sys
from pathlib import Path

import pytest

from mondegreen.cli import find_command, places
from mondegreen.cli.parser import build_parser, select_parser
from mondegreen.errors import ScoreError
from mondegreen.plan.option import Plan


def plan_of(line: str) -> Plan:
    name, *words = line.split()
    parser = build_parser(name, find_command(name))
    given = parser.parse_given(words)
    return select_parser(parser, words).make_plan(given, given)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("score ref.txt hyp.txt", ["ref.txt", "hyp.txt"]),
        ("score - hyp.txt", ["hyp.txt"]),  # standard input is open already
        ("score r h --utt2spk u --output o --save s --vectors v --cache c", ["r", "h", "u"]),
        ("score r h --column speaker=u", ["r", "h", "speaker=u", "u"]),
        ("score r ark:h", ["r", "h"]),
        ("convert in out --segments s", ["in", "s"]),
    ],
)
def test_inputs(files: Path, line: str, found: list[str]) -> None:
    """Outputs, models and the cache are the user's own."""
    assert sorted(places.list_inputs(plan_of(line))) == sorted(found)


def test_a_list_of_files_is_no_input() -> None:
    with pytest.raises(ScoreError) as refused:
        list(places.list_inputs(plan_of("score r scp:h.scp")))
    assert str(refused.value) == ("scp:h.scp: names other files, and --untrusted opens none; give those themselves")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("score r h", []),
        ("score r h --output -", []),
        ("score r h --output o.json", ["."]),
        ("score r h --output out/o.json", ["out"]),
        ("score r h --output out", [".", "out"]),  # a directory may be replaced
        ("score r h --output none/deep/o.json", ["."]),
        ("score r h --save out/run --rows out/rows.jsonl", ["out"]),
        ("score r h --save out/run --rows ref.txt", [".", "out"]),
        ("nbest oracle r l --write out/{metric}/x.txt", ["out"]),
        ("nbest oracle r l --write out/{metric}.txt", ["out"]),
        ("nbest oracle r l --write {metric}.txt", ["."]),
        ("score r h --output /dev/null", ["/dev/null"]),
    ],
)
def test_written(files: Path, line: str, found: list[str]) -> None:
    """The nearest directory that is there, and a device itself."""
    (files / "out").mkdir()
    assert sorted(places.list_written(plan_of(line))) == sorted(os.path.realpath(each) for each in found)


def test_caches(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "user"))
    assert places.list_caches(plan_of("score r h --no-cache")) == []
    assert places.list_caches(plan_of("convert a b")) == []  # which asks no models
    assert not (files / "user").exists()
    for _ in range(2):
        assert places.list_caches(plan_of("score r h")) == [str(files / "user" / "mondegreen")]
        assert places.list_caches(plan_of("score r h --cache own/deep")) == ["own/deep"]
    assert (files / "user" / "mondegreen").is_dir()
    assert (files / "own" / "deep").is_dir()


def test_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HOME", "HF_HUB_CACHE", "ESPEAK_DATA_PATH", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    plain = list(places.of_programs())
    assert {*places.SYSTEM, sys.prefix, sys.base_prefix, str(places.PACKAGE)} < {*plain}
    assert str(Path("~/.cache/huggingface").expanduser()) in plain
    assert "" not in plain
    monkeypatch.setenv("XDG_CACHE_HOME", "/kept")
    assert "/kept/huggingface" in list(places.of_programs())
    for name in ("HF_HOME", "HF_HUB_CACHE", "ESPEAK_DATA_PATH"):
        monkeypatch.setenv(name, f"/{name}")
    assert {"/HF_HOME", "/HF_HUB_CACHE", "/ESPEAK_DATA_PATH"} < {*places.of_programs()}
    assert "/kept/huggingface" not in list(places.of_programs())


def test_models_are_reached_through_their_links(files: Path) -> None:
    """A cache of Hugging Face's holds links to blobs beside it."""
    (files / "model" / "deep").mkdir(parents=True)
    (files / "model" / "config").touch()
    (files / "model" / "deep" / "weights").symlink_to(files / "blob")
    links = [str(Path("model/deep/weights"))]
    assert list(places.of_models(plan_of("score r h --sentences model"))) == links
    assert list(places.of_models(plan_of("score r h --metrics semdist:model=model"))) == links
    assert list(places.of_models(plan_of("score r h --analyzer model"))) == links
    assert list(places.of_models(plan_of("score model h"))) == []


def test_the_system_is_none_of_the_users() -> None:
    for place in (*places.SYSTEM, *places.DEVICES):
        assert place.startswith(("/usr", "/lib", "/etc/", "/dev/", "/proc/", "/sys/"))
        assert place not in ("/etc/", "/dev/", "/proc/", "/sys/")
    assert {"/dev/null", "/dev/tty"} == {*places.DEVICES}
    assert {"/usr", "/lib", "/lib64", "/proc/self", "/dev/urandom", "/etc/localtime"} < {*places.SYSTEM}


@pytest.mark.parametrize(
    ("pattern", "folder"),
    [("a/b*.txt", "a"), ("a/*/c", "a"), ("*.txt", "."), ("/x/y?", "/x"), ("a/b[c]/d", "a"), ("a/b", "a")],
)
def test_the_fixed_part_of_a_pattern(pattern: str, folder: str) -> None:
    assert places.get_fixed_part(pattern) == Path(folder)


def test_what_is_checked_of_a_directory(files: Path) -> None:
    folder = files / "data"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a").write_bytes(bytes(10))
    (folder / "deep" / "b").symlink_to("a")
    (folder / "up").symlink_to("deep/a")
    places.check_path("data", 10)
    places.check_path("d*", 10)
    for path in ("data", "d*"):
        with pytest.raises(ScoreError, match=r"data/.*: holds more than 9 bytes"):
            places.check_path(path, 9)
    (folder / "away").symlink_to(files / "ref.txt")
    with pytest.raises(ScoreError) as refused:
        places.check_path("data", 10)
    target = files.resolve() / "ref.txt"
    sentence = f"leads out of its directory, to {target}, and --untrusted follows no such link; name the file itself"
    assert str(refused.value) == f"data/away: {sentence}"


def test_a_link_that_a_pattern_finds_stays_in_the_directory(files: Path) -> None:
    (files / "data").mkdir()
    (files / "data" / "a.txt").symlink_to(files / "ref.txt")
    with pytest.raises(ScoreError, match=r"data/a\.txt: leads out of its directory"):
        places.check_path("data/*.txt", 100)


def test_a_pipe_may_never_end(files: Path) -> None:
    os.mkfifo("pipe")
    with pytest.raises(ScoreError) as refused:
        places.check_path("pipe", 10)
    sentence = "is neither a file nor a directory, and --untrusted reads no other; pipe it into `-`"
    assert str(refused.value) == f"pipe: {sentence}"


def test_what_is_not_there_is_said_by_who_reads_it(files: Path) -> None:
    places.check_path("none", 0)
    places.check_path("none*", 0)
    Path("broken").symlink_to("none")
    places.check_path("broken", 0)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("a.txt", {"a.txt"}),
        ("a,b", {"a,b", "a", "b"}),
        ("m:list=a.txt", {"m:list=a.txt", "list=a.txt", "a.txt", "m", "list"}),
        ('"a"', {'"a"', 'a"', "a"}),
        (".", {"."}),
        ("..", {".."}),
        ("/", {"/"}),
        ("a=/", {"a=/", "a"}),
        ("", set()),
    ],
)
def test_pieces_of_a_word(word: str, pieces: set[str]) -> None:
    assert set(places.split_pieces(word)) == pieces
