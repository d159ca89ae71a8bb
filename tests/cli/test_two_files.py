"""What two files are is judged with both in view: the right number, a refusal that says what to do, or a note."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from two_sides import FIRSTS, WORDS, refused, scored, tried

Command = Callable[..., Answer]


Put = Callable[[str, str], str]


@pytest.mark.parametrize("number", range(300))
def test_a_random_corpus_in_any_two_formats(tmp_path: Path, number: int) -> None:
    verdict, made, said = tried(random.Random(f"kept {number}"), tmp_path)
    assert verdict != "WRONG", f"{made.words}\n{said}"


def test_most_random_corpora_are_scored(tmp_path: Path) -> None:
    """Refusing all would pass the test above."""
    verdicts = []
    for number in range(100):
        place = tmp_path / str(number)
        place.mkdir()
        verdicts.append(tried(random.Random(f"kept {number}"), place)[0])
    assert verdicts.count("right") > 60


TWO_COLUMNS = [
    "sentence,prediction", "text,pred_text", "text,predicted", "sentence,pred_str", "transcript,asr_output",
    "text,transcription", "label,pred", "Ground Truth,Hypothesis", "target,model-output", "ref,hyp",
]  # fmt: skip
ROWS = [("u1", "he is here", "he was here"), ("u2", "she was not", "she was not")]


@pytest.mark.parametrize("names", TWO_COLUMNS)
def test_a_table_of_both_is_refused_as_hypothesis_and_scored_by_itself(put: Put, command: Command, names: str) -> None:
    ref = put("ref.csv", "id,text\nu1,he is here\nu2,she was not\n")
    said, heard = names.split(",")
    both = put(
        "both.jsonl", "".join(f"{json.dumps(dict(zip(['id', said, heard], row, strict=True)))}\n" for row in ROWS)
    )
    error = refused(command, ref, both)
    assert f'"{said}"' in error
    assert f'"{heard}"' in error
    assert "--hyp-column" in error
    assert scored(command, ref, both, "--hyp-column", heard) == (1, 6, "")
    assert scored(command, both) == (1, 6, "")
    assert scored(command, both, "--ref-column", heard, "--hyp-column", said)[:2] == (1, 6)
    assert "is compared with itself" in scored(command, both, both, "--text-column", said).said


TABLES = {
    "a.csv": "utt_id,ref,hyp\nu1,he is here,he was here\nu2,she was not,she was not\n",
    "b.csv": "\ufeffutt_id;ref;hyp\nu1;he is here;he was here\nu2;she was not;she was not\n",
    "c.csv": "utt_id\tref\thyp\nu1\the is here\the was here\nu2\tshe was not\tshe was not\n",
    "d.csv": '"Ref","Hyp"\n"he is here","he was here"\n"she was not","she was not"\n',
    "e.tsv": "speaker\tref\thyp\ns\the is here\the was here\ns\tshe was not\tshe was not\n",
    "f.csv": "id,ref,hyp\ns,he is here,he was here\ns,she was not,she was not\n",  # IDs that come twice
    "g.json": '{"predictions": ["he was here", "she was not"], "references": ["he is here", "she was not"]}',
    "h.json": '{"ref": {"0": "he is here", "1": "she was not"}, "hyp": {"0": "he was here", "1": "she was not"}}',
    "i.json": '[{"ref": "he is here", "hyp": "he was here"}, {"ref": "she was not", "hyp": "she was not"}]',
    "j.jsonl": '{"ref": "he is here", "hyp": "he was here"}\n{"ref": "she was not", "hyp": "she was not"}\n',
    "k.jsonl": '{"audio_filepath": "1", "text": "he is here", "prediction": "he was here"}\n'
    '{"audio_filepath": "2", "text": "she was not", "prediction": "she was not"}\n',
    "l.txt": "reference;prediction\nhe is here;he was here\nshe was not;she was not\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_one_table_is_enough(put: Put, command: Command, name: str) -> None:
    assert scored(command, put(name, TABLES[name]))[:2] == (1, 6)


def test_a_table_by_itself_may_have_columns_of_any_name(put: Put, command: Command) -> None:
    table = put("t.csv", "clip,said,whisper\nu1,he is here,he was here\n")
    assert "--ref-column" in refused(command, table)
    assert scored(command, table, "--ref-column", "said", "--hyp-column", "whisper", "--id-column", "clip") == (
        1,
        3,
        "",
    )
    assert "columns could be the hypothesis" in refused(command, put("u.csv", "ref,hyp,pred\na,b,c\n"))
    assert "hold different numbers of texts" in refused(command, put("v.json", '{"ref": ["a"], "hyp": ["a", "b"]}'))
    assert '"said" is both' in refused(command, table, "--ref-column", "said", "--hyp-column", "said")


def test_a_column_of_any_name_that_may_be_the_text(put: Put, command: Command) -> None:
    ref = put("ref.csv", "id,text\nu1,he is here\nu2,she was not\n")
    hyp = put("hyp.csv", "id,text,whisper large\nu1,he is here,he was here\nu2,she was not,she was not\n")
    assert '"whisper large" could be the hypothesis, too' in refused(command, ref, hyp)
    assert scored(command, ref, hyp, "--hyp-column", "whisper large") == (1, 6, "")


def test_columns_of_ids_that_pair_different_rows(put: Put, command: Command) -> None:
    ref = put("ref.csv", "id,path,text\n0,a.wav,he is here\n1,b.wav,she was not\n")
    hyp = put("hyp.csv", "id,path,text\n0,b.wav,she was not\n1,a.wav,he was here\n")
    assert 'pair other rows than "path" does' in refused(command, ref, hyp)
    assert scored(command, ref, hyp, "--id-column", "path")[:2] == (1, 6)
    other = put("other.csv", "key,path,text\nx,b,she was not\ny,a,he was here\n")
    assert "--id-column" in (found := scored(command, ref, other)).said
    assert found[:2] == (1, 6)


ALIKE = {
    "utta": ("utta hello there\nuttb good day sir\n", "utta hello here\nuttb good day\n"),
    "fileA": ("fileA hello there\nfileB good day sir\n", "fileA hello here\nfileB good day\n"),
    "A": ("A hello there\nB good day sir\n", "A hello here\nB good day\n"),
    "alice": ("alice hello there\nbob good day sir\n", "alice hello here\nbob good day\n"),
    "call.one": ("call.one hello there\ncall.two good day sir\n", "call.one hello here\ncall.two good day\n"),
    "a/b": ("a/b hello there\na/c good day sir\n", "a/b hello here\na/c good day\n"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_ids_of_any_shape(put: Put, command: Command, name: str) -> None:
    """In one order they may be refused; in two orders they can be nothing else."""
    ref, hyp = put("ref", ALIKE[name][0]), put("hyp", ALIKE[name][1])
    answer = command("score", ref, hyp)
    if answer.code:
        assert "--format kaldi or --format lines" in answer.err
    else:
        assert scored(command, ref, hyp)[:2] == (2, 5)
    assert scored(command, ref, hyp, "--format", "kaldi")[:2] == (2, 5)
    turned = put("turned", "".join(reversed(ALIKE[name][1].splitlines(keepends=True))))
    assert scored(command, ref, turned)[:2] == (2, 5)


@pytest.mark.parametrize("words", [(), ("--batch-size", "7")])
def test_words_that_look_like_ids_come_again(put: Put, command: Command, words: tuple[str, ...]) -> None:
    rng = random.Random(2)
    said = [[f"w{rng.randint(0, 9)}" for _ in range(5)] for _ in range(40)]
    ref = put("ref", "".join(f"{' '.join(line)}\n" for line in said))
    hyp = put("hyp", "".join(f"{' '.join(line[:4])}\n" for line in said))
    found = scored(command, ref, hyp, *words)
    assert found[:2] == (40, 200)
    assert "if they are IDs: --format kaldi" in found.said


def test_many_ids_that_are_words_and_not_said(put: Put, command: Command) -> None:
    names = [f"{one}{two}" for one in ("anna", "bert", "carl", "dora") for two in ("mil", "ton", "son")]
    ref = put("ref", "".join(f"{name} hello there\n" for name in names))
    hyp = put("hyp", "".join(f"{name} hello here\n" for name in names))
    found = scored(command, ref, hyp)
    assert found[:2] == (12, 24)
    assert "if they are words: --format lines" in found.said


TEXTS = [
    ("twenty-one guns\n", "twenty-one gun\n", (1, 2)),
    ("twenty-one guns\nfive gold rings\n", "twenty-two guns\nfive gold rings\n", (1, 5)),
    ("1990 was a good year\n1992 too\n2001 not\n", "1990 was a good year\n1992 too\n2002 not\n", (1, 9)),
    ("the cat sat\na dog\n", "the cat sat\na log\n", None),
]


@pytest.mark.parametrize(("said", "heard", "truth"), TEXTS)
def test_first_words_are_no_ids(
    put: Put, command: Command, said: str, heard: str, truth: tuple[int, int] | None
) -> None:
    ref, hyp = put("ref", said), put("hyp", heard)
    if truth is None:
        assert "--format kaldi or --format lines" in refused(command, ref, hyp)
    else:
        assert scored(command, ref, hyp)[:2] == truth


def test_forty_sentences_keep_their_first_words(put: Put, command: Command) -> None:
    rng = random.Random(1)
    said = [[first, *rng.choices(WORDS, k=6)] for first in FIRSTS[:40]]
    ref = put("ref", "".join(f"{' '.join(words)}\n" for words in said))
    hyp = put("hyp", "".join(f"{' '.join(words[:-1])}\n" for words in said))
    found = scored(command, ref, hyp)
    assert found[:2] == (40, 280)
    assert "if the first fields are IDs: --format kaldi" in found.said


@pytest.mark.parametrize("separator", [",", "|", ";"])
def test_a_table_without_names_of_columns_loses_no_words(put: Put, command: Command, separator: str) -> None:
    ref = put("ref", f"u1{separator}he is here\nu2{separator}she was not\n")
    hyp = put("hyp", f"u1{separator}he is here\nu2{separator}she was now\n")
    assert "--format" in refused(command, ref, hyp)


def test_hypotheses_without_words(put: Put, command: Command) -> None:
    found = scored(command, put("ref", "utt-1 a b\nutt-2 c\n"), put("hyp", "utt-1\nutt-2\n"))
    assert found[:2] == (3, 3)
    assert "hyp: every hypothesis is empty" in found.said


def test_trn_with_an_id_that_comes_twice(put: Put, command: Command) -> None:
    lines = [f"a b c d (spk-{at:03})\n" for at in range(50)]
    ref = put("T1", "".join([*lines, lines[7]]))
    hyp = put("T2", "".join([*lines, lines[7]]).replace("b", "x"))
    found = scored(command, ref, hyp)
    assert found[:2] == (50, 200)
    assert "spk-007" in found.said


def test_ids_that_all_come_twice(put: Put, command: Command) -> None:
    ref, hyp = put("ref", "utt-1 a b\nutt-2 c\n"), put("hyp", "utt-1 a b\nutt-2 x\n" * 2)
    assert scored(command, ref, hyp)[:2] == (1, 3)


def test_lines_are_paired_with_ids_by_order_on_request(put: Put, command: Command) -> None:
    ref, hyp = put("ref", "utt-1 a b\nutt-2 c\n"), put("hyp", "a b\nx\n")
    assert "--pair-by order" in refused(command, ref, hyp)
    assert "--pair-by order" in refused(command, hyp, ref)
    assert scored(command, ref, hyp, "--pair-by", "order") == (1, 3, "")
    assert scored(command, hyp, ref, "--pair-by", "order") == (1, 3, "")
    assert "--pair-by order" in scored(command, ref, hyp, "--format", "lines").said
    assert "hold 2 and 1 texts" in refused(command, ref, put("short", "a b\n"), "--pair-by", "order")
    assert scored(
        command, ref, put("hyp.jsonl", '{"text": "a b", "n": 1}\n{"text": "x", "n": 2}\n'), "--pair-by", "order"
    ) == (1, 3, "")


def test_an_encoding_of_one_side(put: Put, command: Command) -> None:
    ref = put("ref", "utt-1 été à\nutt-2 b\n")
    Path("hyp").write_bytes("utt-1 été à\nutt-2 b\n".encode("latin-1"))
    assert "with --hyp-encoding" in refused(command, ref, "hyp")
    assert scored(command, ref, "hyp", "--hyp-encoding", "latin-1") == (0, 3, "")
    assert "with --ref-encoding" in refused(command, "hyp", ref)
    assert scored(command, "hyp", ref, "--ref-encoding", "latin-1") == (0, 3, "")
    assert "--ref-encoding utf-8" in scored(command, ref, "hyp", "--encoding", "latin-1").said


def test_a_format_of_one_side(put: Put, command: Command) -> None:
    ref, hyp = put("ref", "alice a b\nbob c\n"), put("hyp", "x (alice)\nc (bob)\n")
    assert scored(command, ref, hyp, "--ref-format", "kaldi", "--hyp-format", "trn") == (2, 3, "")
    assert "no columns to choose from; give the column of the other file alone (--hyp-column)" in refused(
        command, put("k", "utt-1 a\n"), put("h.csv", "id,text\nutt-1,a\n"), "--text-column", "text"
    )


def test_a_prefix_of_kaldi_says_that_lines_have_ids(put: Put, command: Command) -> None:
    """Words in front that may be read are utterance IDs here, whether they come again or not."""
    for said, heard in (("the cat sat\na dog ran\n", "the cat sad\na dog ran\n"), ("la b\nlas b\n", "la b\nlas c\n")):
        ref, hyp = put("ref", said), put("hyp", heard)
        found = scored(command, ref, hyp, "--format", "kaldi")
        assert scored(command, f"ark:{ref}", f"ark:{hyp}") == found
        assert scored(command, f"ark,t:{ref}", f"ark:{hyp}", "--batch-size", "1") == found
        assert scored(command, f"ark:{ref}", hyp)[:2] == scored(command, ref, f"ark:{hyp}")[:2] == found[:2]


NOTHING = {"hyp": "", "blank": "\n", "hyp.json": "{}", "list.json": "[]", "hyp.stm": "", "hyp.csv": "id,text\n"}


@pytest.mark.parametrize("name", NOTHING)
@pytest.mark.parametrize("said", ["utt-1 a b\nutt-2 c\n", "a b\nb c\n"])
def test_nothing_recognized_is_all_deletions(put: Put, command: Command, name: str, said: str) -> None:
    found = scored(command, put("ref", said), put(name, NOTHING[name]))
    assert found.errors == found.words > 2
    assert "not in" in found.said


@pytest.mark.parametrize("words", [(), ("--batch-size", "1")])
def test_nothing_scored_is_an_error(put: Put, command: Command, words: tuple[str, ...]) -> None:
    ref, hyp = put("ref", "utt-1 a b\nutt-2 c\n"), put("hyp", "utt-1\nutt-2\n")
    assert "nothing to score" in refused(command, ref, put("none", ""), "--missing", "skip", *words)
    dropped = command("score", ref, hyp, "--empties", "drop", *words)
    assert [dropped.code, dropped.out] == [2, ""]
    assert "nothing to score: each pair has an empty side" in dropped.err
    assert "nothing to score" in refused(command, hyp, hyp)
    assert "the file is empty" in refused(command, "none", "none", *words)


def test_texts_that_are_equal_under_other_ids(put: Put, command: Command) -> None:
    ref, hyp = put("ref", "utt-1 a b\nutt-2 c\n"), put("hyp", "utt-2 a b\nutt-1 c\n")
    assert "under different IDs" in scored(command, ref, hyp).said
    assert "compared with itself" in scored(command, ref, ref).said


@pytest.mark.parametrize("size", ["1", "1000"])
def test_large_files_are_judged_alike(put: Put, command: Command, size: str) -> None:
    """Shard by shard the same is read, refused or noted."""
    for said, heard in (*ALIKE.values(), *((one, other) for one, other, _ in TEXTS)):
        ref, hyp = put("ref", said), put("hyp", heard)
        assert command("score", ref, hyp, "--batch-size", size) == command("score", ref, hyp)
    ref = put("ref.jsonl", '{"id": "u1", "text": "he is here"}\n')
    hyp = put("hyp.jsonl", '{"id": "u1", "text": "he is here", "whisper": "he was here"}\n')
    assert "--hyp-column" in refused(command, ref, hyp, "--batch-size", size)


def test_align_and_compare_judge_alike(put: Put, command: Command) -> None:
    table = put("t.csv", "id,ref,hyp\nu1,he is here,he was here\n")
    assert "was" in command("align", table).out
    ref = put("ref.csv", "id,text\nu1,he is here\nu2,she was not\n")
    both = put("both.csv", "id,text,pred\nu1,he is here,he was here\nu2,she was not,she was not\n")
    assert "--hyp-column" in command("compare", ref, both, both).err
    assert command("compare", ref, both, both, "--hyp-column", "pred").code == 0


@pytest.mark.parametrize("name", ["g.json", "j.jsonl", "a.csv"])
def test_a_pipe_is_read_once(put: Put, name: str) -> None:
    """A shell's `<(...)` gives its bytes once, and so does standard input."""
    put("in", TABLES[name])
    ref = put("ref", "u1 he is here\nu2 she was not\n")
    hyp = put("hyp", "u1 he was here\nu2 she was not\n")
    program = f"{sys.executable} -m mondegreen --no-config"
    for line in (
        f"{program} score <(cat in) --as json",
        f"{program} score - --as json < in",
        f"{program} score <(cat {ref}) <(cat {hyp}) --as json",
        f"{program} compare {ref} - {hyp} --as json < {hyp}",
        f"{program} score {ref} - --as json < {hyp}",
    ):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert [done.returncode, done.stderr] == [0, ""], line


def test_a_column_of_ids_beside_a_file_without_columns(put: Put, command: Command) -> None:
    ref, hyp = (
        put("ref", "u1 he is here\nu2 she was not\n"),
        put("hyp.csv", "clip,text\nu2,she was not\nu1,he was here\n"),
    )
    assert scored(command, ref, hyp, "--id-column", "clip") == (1, 6, "")
    assert "no columns to choose from" in refused(command, ref, ref, "--id-column", "clip")
