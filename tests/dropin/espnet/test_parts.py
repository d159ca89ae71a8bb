"""Parts of ESPnet's scoring at their limits: depths of folders, ids written otherwise, words of tokens, sums."""

import io
import json
from pathlib import Path

import pytest

from mondegreen.dropin.espnet import espnet1, versa
from mondegreen.dropin.espnet.espnet1 import Line, format_id, remove_symbols, spell_words
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.score_sclite import score_sclite, score_sclite_case
from mondegreen.dropin.espnet.summary import (
    format_sum_rows,
    format_table,
    format_versa_cells,
    format_versa_section,
    name_dataset,
    show_asr_result,
    show_result,
    show_tts_results,
    walk_directories,
)
from mondegreen.dropin.espnet.tables import (
    Table,
    find_files,
    find_job_files,
    find_other_spellings,
    gather_table,
    has_begun,
    has_jobs,
    join_by_id,
    list_spellings,
    note_similar_ids,
    read_table,
)
from mondegreen.dropin.kaldi.scripts import DieError, ScriptEntry
from mondegreen.errors import ScoreError


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 0, [""]),
        (0, 1, ["", "a", "b"]),
        (1, 1, ["a", "b"]),
        (0, 2, ["", "a", "a/x", "a/y", "b"]),
        (2, 2, ["a/x", "a/y"]),
        (1, 9, ["a", "a/x", "a/x/deep", "a/y", "b"]),
        (4, 9, []),
    ],
)
@pytest.mark.parametrize("end", ["", "/"])
def test_folders_between_two_depths(tmp_path: Path, least: int, most: int, expected: list[str], end: str) -> None:
    for name in ("b", "a/y", "a/x/deep"):
        (tmp_path / name).mkdir(parents=True)
    found_there = [str(Path(each).relative_to(tmp_path)) for each in walk_directories(f"{tmp_path}{end}", least, most)]
    assert found_there == [each or "." for each in expected]


def test_files_are_found_in_order_and_named_by_the_folders_to_them(tmp_path: Path) -> None:
    for name in ("b", "a[1]"):
        path = tmp_path / "exp[2]" / name / "score_wer" / "result.txt"
        path.parent.mkdir(parents=True)
        path.write_text("| Sum/Avg | 2 3 | 66.7 33.3 0.0 0.0 33.3 50.0 |\n| Sum/Avg | 9 |\nAvg\n", encoding="utf-8")
    root = str(tmp_path / "exp[2]")
    paths = find_files(root, "*/score_wer/result.txt")
    assert [name_dataset(root, path) for path in paths] == ["a[1]", "b"]
    row = "|2|3|66.7|33.3|0.0|0.0|33.3|50.0|\n"
    assert list(format_sum_rows(paths[0], "|x", literal=False)) == [f"|x{row}"]  # the first sums alone
    assert len(list(format_sum_rows(paths[0], "|x", literal=True))) == 3
    assert format_table(paths, lambda path: name_dataset(root, path), literal=False) == f"|a[1]{row}|b{row}\n"
    assert format_table(paths[:1], str, literal=False, named=False) == f"{row}\n"
    assert format_table([], str, literal=False) == ""


@pytest.mark.parametrize(
    ("key", "speaker", "expected"),
    [
        ("U1", "", ["u1"]),
        ("u1", "S", ["u1", "s-u1", "s_u1"]),
        ("S-u1", "S", ["s-u1", "s-s-u1", "u1", "s_s-u1"]),
        ("S_U1", "S", ["s_u1", "s-s_u1", "s_s_u1", "u1"]),
        ("Su1", "S", ["su1", "s-su1", "s_su1"]),
    ],
)
def test_how_else_an_id_may_be_written(key: str, speaker: str, expected: list[str]) -> None:
    assert list(list_spellings(key, speaker)) == expected


@pytest.mark.parametrize(
    ("said", "heard", "expected"),
    [
        ("U1", "u1", [("U1", "u1")]),
        ("S-u1", "u1", [("S-u1", "u1")]),
        ("u1", "S_u1", [("u1", "S_u1")]),
        ("u1", "u1", []),
        ("u1", "v1", []),
        ("u1 U1", "x", []),
        ("Ab aB", "ab", []),  # it may belong to two
        ("AB", "ab Ab", []),  # and two to it
        ("AB v", "ab v", [("AB", "ab")]),
    ],
)
def test_ids_that_differ_by_case_or_speaker_alone(said: str, heard: str, expected: list[tuple[str, str]]) -> None:
    sides = [dict.fromkeys(each.split(), "text") for each in (said, heard)]
    assert list(find_other_spellings(sides[0], sides[1], dict.fromkeys(said.split(), "S"))) == expected


def test_ids_that_sclite_would_take_for_one() -> None:
    assert list(note_similar_ids(["a", "b"])) == []
    assert list(note_similar_ids(["a", "A", "b", "B"])) == [
        "2 pairs of ids differ by case alone, scored as two each: a and A, b and B"
    ]


def test_texts_are_joined_by_id_and_what_does_not_match_is_told() -> None:
    """Of several under one id the first counts; a reference without a hypothesis has an empty one."""
    reference = Table("ref", ["s-a", "b", "c", "b"], ["x y", "z", "w", "again"], ("ref: cut off",))
    hypothesis = Table("hyp", ["a", "b", "b", "d"], ["x", "q", "r", "t"], ("hyp: cut off",))
    joined = join_by_id(reference, hypothesis, {"s-a": "s"})
    assert joined.utt_ids == ["s-a", "b", "c"]
    assert joined.references == ["x y", "z", "w"]
    assert joined.hypotheses == ["x", "q", ""]
    assert joined.spelled == {"a": "s-a"}
    assert joined.notes == (
        "ref: cut off",
        "hyp: cut off",
        "ref: 1 utterance with a duplicate ID, skipped: b",
        "hyp: 1 utterance with a duplicate ID, skipped: b",
        "hyp: 1 utterance of ref not here, scored as empty: c",
        "hyp: 1 utterance not in ref, skipped: d",
        "hyp: 1 utterance found under another spelling of the id: a for s-a",
    )
    same = join_by_id(Table("ref", ["b"], ["z"]), Table("hyp", ["b"], ["q"]), {})
    assert same == (["b"], ["z"], ["q"], (), {})


@pytest.mark.parametrize(("heard", "names"), [(["x", "y"], "x, y"), ([], "none")])
def test_no_hypothesis_of_any_reference_is_an_error(heard: list[str], names: str) -> None:
    what = f"hyp: has no utterance of ref; its first are: {names}; and the reference's: a, b"
    with pytest.raises(ScoreError, match=f"^{what}$"):
        join_by_id(Table("ref", ["a", "b"], ["", ""]), Table("hyp", heard, heard), {})


@pytest.mark.parametrize(
    ("data", "expected", "notes"),
    [
        (b"a x  y\n\n  \nb\n", [("a", "x y"), ("b", "")], ()),
        (b"a\xc2\xa0x\r\nb y\rc z\r", [("a", "x"), ("b", "y"), ("c", "z")], ()),
        (b"\xef\xbb\xbfa x\xe2\x80\xa8y\n", [("a", "x y")], ()),  # a line separator of Unicode parts words
        (b"a x", [("a", "x")], ("{}: the last line has no end; was the file cut off?",)),
    ],
)
def test_a_table_is_read_as_espnet_parts_it(
    tmp_path: Path, data: bytes, expected: list[tuple[str, str]], notes: tuple[str, ...]
) -> None:
    path = tmp_path / "text"
    path.write_bytes(data)
    table = read_table(str(path))
    assert list(zip(table.utt_ids, table.texts, strict=True)) == expected
    assert table.notes == tuple(note.format(path) for note in notes)
    assert table.path == str(path)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b" \n", "{}: the file is empty; did what wrote it end early?"),
        (b"a x\nb \xff\n", "{}:2: byte 0xff is not UTF-8, as ESPnet's files are"),
    ],
)
def test_a_table_that_is_none(tmp_path: Path, data: bytes, what: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(data)
    with pytest.raises(ScoreError) as found:
        read_table(str(path))
    assert str(found.value) == what.format(path)


def test_tables_of_jobs_are_gathered_in_order(tmp_path: Path) -> None:
    """Jobs by their numbers, utterances by their ids; an empty table is of a job that ended early."""
    directory = str(tmp_path)
    assert not has_begun(directory)
    for number, text in ((10, "c z\n"), (9, "b y"), (11, "")):
        path = tmp_path / f"logdir/output.{number}/1best_recog/text"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    assert has_begun(directory)
    assert has_jobs(directory)
    parts = find_job_files(directory, "text")
    assert [Path(part).parts[-3] for part in parts] == ["output.9", "output.10", "output.11"]
    whole = f"{tmp_path}/text: is not there; taken from 2 of 3 jobs in {tmp_path}/logdir instead"
    cut = f"{parts[0]}: the last line has no end; was the file cut off?"
    assert gather_table(directory, "text") == (f"{tmp_path}/text", ["b", "c"], ["y", "z"], (whole, cut))
    best = tmp_path / "1best_recog/text"
    best.parent.mkdir()
    best.write_text("a x\n", encoding="utf-8")  # decoded at one go
    assert gather_table(directory, "text") == (str(best), ["a"], ["x"], ())
    (tmp_path / "text").write_text("d w\n", encoding="utf-8")
    assert gather_table(directory, "text") == (f"{tmp_path}/text", ["d"], ["w"], ())
    with pytest.raises(ScoreError) as found:
        gather_table(directory, "score")
    what = "there is no such file, and no job has written one; is decoding done?"
    assert str(found.value) == f"{tmp_path}/score: {what}"


CASED = {"nlsyms": "", "wer": "false", "bpe": "", "bpemodel": "", "remove_blank": "true", "filter": ""}


@pytest.mark.parametrize(
    ("script", "defaults"),
    [
        (score_sclite, {**CASED, "num_spkrs": "1"}),
        (score_sclite_case, {**CASED, "case": "lc.rm"}),
        (show_asr_result, {"mindepth": "0", "maxdepth": "10"}),
        (show_result, {"exp": "exp", "mindepth": "0", "maxdepth": "1"}),
        (show_tts_results, {}),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_options_have_the_defaults_of_the_originals(
    script: ScriptEntry, defaults: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one of ours: results are the original's to the letter only if that is wanted."""
    found: list[dict[str, str]] = []

    def record(_: object, defaults: dict[str, str]) -> None:
        found.append(dict(defaults))
        raise DieError("", 0)

    for module in ("kaldi.scripts", "espnet.summary"):
        monkeypatch.setattr(f"mondegreen.dropin.{module}.ShellScript", record)
    assert script([], io.BytesIO(), io.BytesIO(), io.BytesIO()) == 0
    assert found == [{**defaults, "literal": "false"}]


def test_the_jobs_of_espnet1_are_joined_in_the_order_of_their_names(tmp_path: Path) -> None:
    """Of an utterance that two jobs have the later one counts; without jobs the joined file is read."""
    decode = espnet1.DecodeDirectory(str(tmp_path), "d", Recipe(), "units.txt")
    for number, keys in ((2, "bc"), (1, "ab")):
        (tmp_path / f"data.{number}.json").write_text(
            json.dumps({"utts": {key: {"job": number} for key in keys}}), encoding="utf-8"
        )
    expected = {"a": {"job": 1}, "b": {"job": 2}, "c": {"job": 2}}
    assert list(decode.join_jobs().items()) == list(expected.items())
    again = f"{tmp_path}/data.2.json: 1 utterance of an earlier file, taken from this one: b"
    assert decode.notes == [again]
    assert json.loads((tmp_path / "data.json").read_text(encoding="utf-8")) == {"utts": expected}
    for number in (1, 2):
        (tmp_path / f"data.{number}.json").unlink()
    assert decode.join_jobs() == expected
    (tmp_path / "data.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ScoreError) as found:
        decode.join_jobs()
    assert str(found.value) == f'{tmp_path}/data.json: holds no "utts"'


@pytest.mark.parametrize(
    ("utterance", "speaker", "expected"),
    [
        ({"output": [{"token": "a"}]}, None, {"token": "a"}),
        ({"output": [[{"token": "a"}], [{"token": "b"}]]}, 1, {"token": "b"}),
        ({"output": [[{"token": "a"}], [{"token": "b"}]]}, 0, {"token": "a"}),
        ({"output": []}, None, None),
        ({"output": [[]]}, 0, None),
        ({"output": [[{"token": "a"}]]}, None, None),  # of one speaker there is no list of results
        ({}, None, None),
        (7, None, None),
    ],
)
def test_the_output_of_a_speaker(utterance: object, speaker: int | None, expected: dict[str, str] | None) -> None:
    if expected is not None:
        assert espnet1.select_output(utterance, speaker, "d", "u") == expected
        return
    with pytest.raises(ScoreError) as found:
        espnet1.select_output(utterance, speaker, "d", "u")
    assert str(found.value) == 'd: utterance u: has no "output" of that form'


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [("a b", "ab"), ("a <space> b", "a b"), ("▁a b ▁c", " ab c"), ("", ""), ("a <space> <space> b", "a  b")],
)
def test_words_that_tokens_spell(tokens: str, expected: str) -> None:
    assert spell_words(tokens, None) == expected


def test_symbols_leave_their_place_empty() -> None:
    """As the original's sed does, which sees the id too, but not as a token."""
    assert remove_symbols("a <noise> b (s-u)", frozenset({"<noise>"})) == "a  b"
    assert remove_symbols("<noise> (s-u)", frozenset({"<noise>"})) == ""
    assert remove_symbols("a b (s-u)", frozenset({"<noise>", "(s-u)"})) == "a b"
    assert format_id(Line("s", "u", "a")) == "(s-u)"


def test_counts_are_summed_and_other_scores_averaged() -> None:
    """Of two utterances: three of four words right; a score that is not defined counts as 0."""
    rows: list[dict[str, object]] = [
        {"key": "a", "mos": 3.0, "x_wer_equal": 2, "x_wer_replace": 0, "x_wer_delete": 0, "x_wer_insert": 0},
        {"key": "b", "mos": None, "x_wer_equal": 1, "x_wer_replace": 1, "x_wer_delete": 0, "x_wer_insert": 1},
    ]
    found_there = versa.average_scores(rows)
    assert found_there.utterances == 2
    assert found_there.scores["mos"] == 1.5
    assert [found_there.scores[f"x_wer_{name}"] for name in versa.COUNTS] == [3, 1, 0, 1]
    assert found_there.rates == {"x_wer": pytest.approx(2 / 4)}


@pytest.mark.parametrize("literal", [False, True])
def test_a_line_without_a_colon_is_its_own_heading_in_the_original(tmp_path: Path, literal: bool) -> None:
    """Ours names the score alone; rates have no colon, and digits beyond the third are cut off once."""
    path = tmp_path / "avg_result.txt"
    path.write_text("mos: 3.14159\nx_wer 0.123456 2.718281\nsentences: 2\n", encoding="utf-8")
    (*_, mos, rate) = format_versa_section(str(path), literal=literal)
    assert mos == "## mos\nmos: 3.141\n\n"
    heading = "x_wer 0.123456 2.718281" if literal else "x_wer"
    assert rate == f"## {heading}\nx_wer 0.123 2.718281\n\n"


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (("3", "1", "0", "1"), ["2", "4", "3", "1", "0", "1", "0.500"]),
        (("2", "1", "1", "0"), ["2", "4", "2", "1", "1", "0", "0.500"]),
        (("0", "0", "0", "2"), ["2", "0", "0", "0", "0", "2", "-"]),
    ],
)
def test_a_row_of_counts_and_their_rate(counts: tuple[str, ...], expected: list[str]) -> None:
    assert format_versa_cells("2", counts) == expected


def test_jobs_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("result.10.txt", "result.9.txt", "result.x.txt", "result.1.txt", "other.2.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [Path(path).name for path in versa.find_jobs(str(tmp_path))] == [
        "result.1.txt",
        "result.9.txt",
        "result.10.txt",
    ]


@pytest.mark.parametrize("blank", ["", "   "])
def test_blank_lines_of_scores_are_nothing_and_are_counted(tmp_path: Path, blank: str) -> None:
    path = tmp_path / "result.1.txt"
    path.write_text(f"{{'key': 'a', 'mos': 1.5}}\n{blank}\n{{'key': 'b', 'mos': nan}}\n", encoding="utf-8")
    assert [row for _, row in versa.read_scores(str(path))] == [{"key": "a", "mos": 1.5}, {"key": "b", "mos": None}]
    with path.open("a", encoding="utf-8") as file:
        file.write("{'key': \n")
    with pytest.raises(ScoreError, match=r"result\.1\.txt:4: is not a dict of scores; was the file cut off\?"):
        list(versa.read_scores(str(path)))
