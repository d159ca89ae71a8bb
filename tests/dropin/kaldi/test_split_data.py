"""Parts of a data folder by speaker."""

from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.dropin.kaldi.oracle_wer import balance_speakers, split_data
from mondegreen.dropin.kaldi.scripts import DieError


@given(st.lists(st.integers(1, 30), min_size=1, max_size=12), st.integers(1, 5))
def test_no_speaker_would_better_stand_in_the_next_part(sizes: list[int], parts: int) -> None:
    parts = min(parts, len(sizes))
    names = [b"%d" % place for place in range(len(sizes))]
    known = dict(zip(names, sizes, strict=True))
    groups = balance_speakers(known, parts)
    assert list(chain.from_iterable(groups)) == names  # all of them, in their order
    totals = [sum(known[name] for name in group) for group in groups]
    for place in range(parts - 1):
        left, right = totals[place], totals[place + 1]
        for moved in (groups[place][-1:], groups[place + 1][:1]):
            size = sum(known[name] for name in moved) * (1 if moved == groups[place][-1:] else -1)
            assert not moved or abs((right + size) - (left - size)) >= abs(right - left)


def test_each_part_has_the_lines_of_its_utterances(tmp_path: Path) -> None:
    files = {
        "utt2spk": "a s\nb s\nc t\n",
        "spk2utt": "s a b\nt c\n",
        "text": "a x\nc z\nb y\n",
        "segments": "a r1 0 1\nb r1 1 2\nc r2 0 1\n",
        "reco2file_and_channel": "r1 f A\nr2 g A\nr3 h A\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    home = Path(split_data(str(tmp_path), 2))
    assert (home / "1/text").read_text(encoding="utf-8") == "a x\nb y\n"
    assert (home / "2/segments").read_text(encoding="utf-8") == "c r2 0 1\n"
    assert (home / "2/reco2file_and_channel").read_text(encoding="utf-8") == "r2 g A\n"
    assert (home / "1/spk2utt").read_text(encoding="utf-8") == "s a b\n"


def test_lines_end_at_line_feeds_alone_and_may_be_too_short(tmp_path: Path) -> None:
    for name, text in {"utt2spk": b"a s\nb t", "text": b"a x\ry\nb z", "segments": b"a\nb r 0 1\n"}.items():
        (tmp_path / name).write_bytes(text)
    home = Path(split_data(str(tmp_path), 2))
    assert [(home / part / "text").read_bytes() for part in "12"] == [b"a x\ry\n", b"b z\n"]
    assert (home / "1/segments").read_bytes() == b"a\n"


def test_a_split_that_is_there_is_taken(tmp_path: Path) -> None:
    (tmp_path / "split4").mkdir()
    assert split_data(str(tmp_path), 4) == f"{tmp_path}/split4"


@pytest.mark.parametrize(("text", "said"), [("a s\nb\n", "a line has not two fields: b"), ("a s\n", "fewer speakers")])
def test_what_cannot_be_split(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "utt2spk").write_text(text, encoding="utf-8")
    with pytest.raises(DieError, match=said):
        split_data(str(tmp_path), 2)
