"""Entities and slots before the words of a transcript: what stands for one, and input that is refused or named."""

import json
from pathlib import Path

import pytest

from espnet_recipe import write
from mondegreen import ScoreError
from mondegreen.dropin.espnet.intents import score_intents
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Detection, Rates
from mondegreen.dropin.espnet.slots import (
    Command,
    Entity,
    compare_commands,
    find_slots,
    read_command,
    read_test_set,
    score_catslu,
    score_media,
    score_slurp,
)


@pytest.mark.parametrize(
    ("text", "is_pieced", "entities"),
    [
        ("play_music SEP date FILL next week SEP go", False, [("date", "next week")]),
        ("play_music SEP date FILL a FILL b SEP person SEP go", False, []),
        ("play_music SEP date FILL a", False, []),  # what no SEP follows is the transcript
        ("play_music ▁SEP date ▁FILL ▁ne xt ▁week ▁SEP ▁go", True, [("date", "next week")]),
        ("play_music SEP date FILL a SEP go", True, []),
    ],
)
def test_entities_stand_between_their_marks(text: str, is_pieced: bool, entities: list[tuple[str, str]]) -> None:
    assert read_command(text, is_pieced=is_pieced) == ("play", "music", entities)


def test_an_entity_is_as_wrong_as_its_words() -> None:
    """Of two of its type the nearest counts, the first of equally near ones; each has one partner.

    By words: distances 0.5 and 0; one date is missed and one person too much. By characters: 1 of 3, and 0.
    """
    gold = Command("a", "b", [Entity("date", "x y"), Entity("time", "now"), Entity("date", "z")])
    ours = Command("a", "c", [Entity("date", "x w"), Entity("time", "now"), Entity("person", "p")])
    *accuracies, entities, words, characters, both = compare_commands("t", {"f": gold}, {"f": ours}, "gold")
    assert [each.correct for each in accuracies] == [1, 0, 0]  # type: ignore[union-attr]
    assert entities == Detection("t", "entities", 1, 3, 3)
    assert isinstance(words, Rates)
    assert words.precision == pytest.approx(100 * 2 / (2 + 1 + 0.5))
    assert isinstance(characters, Rates)
    assert characters.recall == pytest.approx(100 * 2 / (2 + 1 + 1 / 3))
    assert isinstance(both, Rates)
    assert both.f1 == pytest.approx(100 * 4 / (4 + 2 + 0.5 + 1 / 3))


def test_a_test_set_is_read_or_refused_by_its_line(tmp_path: Path) -> None:
    example = {
        "scenario": "play",
        "action": "music",
        "tokens": [{"surface": "It"}, {"surface": "'s"}],
        "entities": [{"type": "date", "span": [0, 1]}],
        "recordings": [{"file": "a.flac"}, {"file": "b.flac"}],
    }
    path = write(tmp_path / "test.jsonl", json.dumps(example) + "\n")
    command = Command("play", "music", [Entity("date", "it's")])
    assert read_test_set(str(path)) == {"a.flac": command, "b.flac": command}
    with pytest.raises(ScoreError, match="holds no recording of those in t"):
        list(compare_commands("t", read_test_set(str(path)), {"c.flac": command}, str(path)))
    note, *_ = compare_commands("t", read_test_set(str(path)), {"b.flac": command}, "g")
    assert note == "g: 1 of 2 recordings were not recognized in t"
    write(path, json.dumps(example) + "\n{}\n")
    with pytest.raises(ScoreError, match=r"test\.jsonl:2: expected an utterance as SLURP's"):
        read_test_set(str(path))


def test_slurp_without_its_corpus_leaves_what_was_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a second test set beside its texts; a text may be empty, and the marks of pieces are found."""
    monkeypatch.chdir(tmp_path)
    for tag, text in (
        ("a", "play_music ▁SEP date ▁FILL ▁x ▁SEP ▁y\t(s-s-m_7)\n\t(s-s-m_8)\n"),
        ("b", "u_v\t(s-m_9)\n"),
    ):
        for side in ("ref", "hyp"):
            write(tmp_path / f"exp/x/{tag}/test/score_wer/{side}.trn", text)
    found = list(score_slurp("exp/x", Recipe(), ()))
    where = "SLURP names no directory with dataset/slurp/test.jsonl"
    assert found[-1] == f"db.sh: {where}; SLU-F1 and entities are not scored without it"
    lines = (tmp_path / "exp/x/result_test.json").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["audio-7.flac", "audio-8.flac"]
    assert json.loads(lines[0])["entities"] == [{"type": "date", "filler": "x"}]
    assert json.loads(lines[1])["scenario"] == ""
    (line,) = (tmp_path / "exp/x/b/test/result_test.json").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["action"] == "v"


@pytest.mark.parametrize(
    ("recipe", "words", "entities", "told"),
    [
        (Recipe(), (), [{"type": "date", "filler": "x y"}], True),
        (Recipe(), ("--token_type_bpe", "false"), [{"type": "date", "filler": "x y"}], False),
        (Recipe(literal=True), (), [], False),
    ],
)
def test_entities_of_words_are_found_and_told(
    recipe: Recipe,
    words: tuple[str, ...],
    entities: list[dict[str, str]],
    told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """ESPnet's script takes texts for pieces unless it is told otherwise, and finds no entity in words."""
    monkeypatch.chdir(tmp_path)
    for side in ("ref", "hyp"):
        write(tmp_path / f"exp/x/a/test/score_wer/{side}.trn", "play_music SEP date FILL x y SEP go\t(s-s-m_7)\n")
    notes = [each for each in score_slurp("exp/x", recipe, words) if "entities are of words" in str(each)]
    assert bool(notes) == told
    (line,) = (tmp_path / "exp/x/result_test.json").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["entities"] == entities


def test_transcripts_of_nothing_are_refused(tmp_path: Path) -> None:
    """Of no utterance no label is right, nor wrong."""
    for side in ("ref", "hyp"):
        write(tmp_path / f"exp/d/t/score_wer/{side}.trn", "")
    with pytest.raises(ScoreError, match=r"t/score_wer: ref\.trn and hyp\.trn hold no utterance"):
        list(score_intents(str(tmp_path / "exp"), Recipe(), ()))


def test_slots_of_nothing_are_refused(tmp_path: Path) -> None:
    assert find_slots("inform_city_name FILL a FILL b SEP request FILL c SEP none SEP go") == {
        ("inform", "city_name", "a FILL b"),
        ("request", "c"),
    }
    for side in ("ref", "hyp"):
        write(tmp_path / f"exp/d/test_map/score_wer/{side}.trn", "go\t(u1)\n")
        write(tmp_path / f"exp/d/dev/score_wer/{side}.trn", "go\t(u1)\n")
    with pytest.raises(ScoreError, match=r"test_map: holds no slot such as"):
        list(score_catslu(str(tmp_path / "exp"), Recipe(), ()))
    with pytest.raises(ScoreError, match=r"d/dev: no reference holds a concept such as"):
        list(score_media(str(tmp_path / "exp"), Recipe(), ()))
