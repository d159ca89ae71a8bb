"""What lies in an experiment's directory, by the names that ESPnet gives its files."""

from pathlib import Path

import pytest

from mondegreen.dropin.espnet.layout import (
    Decode,
    describe_decode,
    find_decodes,
    find_kind,
    is_loop,
    is_of_another_task,
    is_translated,
)
from mondegreen.errors import ScoreError


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ("ref.scp hyp.scp text", "espnet3"),
        ("ref.scp", ""),
        ("data.1.json result.1.txt", "espnet1"),
        ("data.json", "espnet1"),
        ("data.x.json", ""),
        ("result.12.txt result.sum", "versa"),
        ("result.txt", ""),
        ("result.sum text", "summary"),
        ("text", "espnet2"),
        ("text_nospecial", "espnet2"),
        ("text_spk1 score", "espnet2"),
        ("token", "unfinished"),
        ("token_int", "unfinished"),
        ("score", "unfinished"),
        ("logdir/output.1/1best_recog/text", "espnet2"),  # not yet gathered
        ("logdir/output.1/1best_recog/text_spk1", "espnet2"),
        ("logdir/output.1/1best_recog/token", "unfinished"),
        ("logdir/keys.1.scp", "unfinished"),
        ("README", ""),
    ],
)
def test_files_tell_what_a_directory_holds(files: str, kind: str, tmp_path: Path) -> None:
    for name in files.split():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    assert find_kind(str(tmp_path), [name for name in files.split() if "/" not in name]) == kind


@pytest.mark.parametrize(
    ("link", "goal", "expected"),
    [
        ("root/up", "root", True),
        ("root/a/up", "root", True),
        ("root/a/up", ".", True),  # what holds the root
        ("root/a/self", "root/a", True),
        ("root/a/aside", "root/b", False),
        ("root/a/down", "root/a/deep", False),
        ("root/other/up", "root", True),  # by way of a link that leaves the root
        ("root/a/deep", "", False),  # no link
    ],
)
def test_a_link_to_where_the_way_came_from_is_not_followed(
    link: str, goal: str, expected: bool, tmp_path: Path
) -> None:
    for name in ("root/a/deep", "root/b", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "root/other").symlink_to(tmp_path / "elsewhere")
    if goal:
        (tmp_path / link).symlink_to(tmp_path / goal)
    directory, _, name = link.rpartition("/")
    assert is_loop(str(tmp_path / "root"), str(tmp_path / directory), name) is expected


@pytest.mark.parametrize(
    ("places", "data", "bare"),
    [
        (["test"], "test", False),
        (["test", "decode/test"], "decode/test", False),  # the longest end of the path
        ([""], "", True),  # the directory itself, where other audio is scored
        (["decode"], None, False),
    ],
)
def test_references_are_found_by_the_end_of_the_path(
    places: list[str], data: str | None, bare: bool, tmp_path: Path
) -> None:
    for place in places:
        (tmp_path / "dump" / place).mkdir(parents=True, exist_ok=True)
        (tmp_path / "dump" / place / ("text" if place != "test" else "text_spk1")).write_text("", encoding="utf-8")
    dump = str(tmp_path / "dump")
    found = describe_decode("exp", "exp/decode/test", "espnet2", dump, "")
    expected = "" if data is None else f"{dump}/{data}".rstrip("/")
    assert found == Decode("espnet2", "exp/decode/test", "decode/test", expected, bare)
    given = describe_decode("exp", "exp/decode/test", "espnet2", dump, "own")
    assert given == Decode("espnet2", "exp/decode/test", "decode/test", "own")
    assert describe_decode("exp", "exp/decode/test", "versa", dump, "").data == ""


@pytest.mark.parametrize(
    ("root", "files", "translated", "other"),
    [
        ("asr", "", False, False),
        ("st_train", "", False, True),
        ("mt_train", "", False, True),
        ("enh_st_train", "", False, True),
        ("slu_train", "", False, True),
        ("stream", "", False, False),
        ("asr", "data/text.tc.es", True, True),
        ("asr", "data/text.lc.rm.en", True, True),
        ("asr", "decode/score_bleu/x", True, True),
        ("asr", "decode/score_wer/hyp_asr.trn", False, True),
        ("asr", "decode/score_wer/hyp.trn", False, False),
    ],
)
def test_recipes_that_do_more_than_recognize(
    root: str, files: str, translated: bool, other: bool, tmp_path: Path
) -> None:
    for name in files.split():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    decode = Decode("espnet2", str(tmp_path / "decode"), "decode", str(tmp_path / "data"))
    assert is_translated(decode) is translated
    assert is_of_another_task(f"{tmp_path}/{root}", decode) is other
    assert not is_translated(decode._replace(kind="espnet1"))


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ("", "exp: holds no decode folder: none with text, text_spk1, data.1.json, or both ref.scp and hyp.scp; "),
        ("exp/d/token", "exp: decoding left no text in exp/d; is it done?"),
        ("exp/d/text exp/e/text", "dump: has no references for exp/d, exp/e; name the folders by --dumpdir DIR or "),
        ("exp/score_wer/text exp/tensorboard/text exp/.git/text exp/att_ws/text", "exp: holds no decode folder: "),
    ],
)
def test_a_directory_without_what_can_be_scored(
    files: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("exp", "dump"):
        (tmp_path / name).mkdir()
    for name in files.split():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    with pytest.raises(ScoreError) as found:
        find_decodes("exp", "dump")
    assert str(found.value).startswith(what)
    for root, data in (("none", ""), ("exp", "none")):
        with pytest.raises(ScoreError, match=r"^none: there is no such directory$"):
            find_decodes(root, "dump", data)


def test_what_has_no_references_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And where the references lie among the decode directories, they are none."""
    monkeypatch.chdir(tmp_path)
    for name in ("exp/a/text", "exp/b/text", "exp/c/result.1.txt", "exp/org/b/text"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    assert find_decodes("exp", "exp/org") == [
        Decode("espnet2", "exp/b", "b", "exp/org/b"),
        Decode("versa", "exp/c", "c"),
        Decode("unreferenced", "exp/a", "a"),
    ]
