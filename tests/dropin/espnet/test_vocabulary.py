"""Lists of tokens: what was decoded, and the model of pieces, must be of the same model."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import recipe, write
from mondegreen import ScoreError
from mondegreen.cli import main
from mondegreen.dropin.espnet.recipe import Vocabulary, read_configured_tokens, read_vocabulary
from mondegreen.dropin.espnet.text_processing import Pieces

Command = Callable[..., Answer]

DECODE = "exp/asr/decode/test"
LIST = "<blank>\n<unk>\n<space>\na\nx\nc\n"
CONFIG = "token_list:\n- <blank>\n- <unk>\n- <space>\n- a\n- x\n- c\ninit: null\ntoken_type: char\n"


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recipe(tmp_path)


def decoded(numbers: str, tokens: str, folder: str = DECODE, ending: str = "") -> None:
    write(Path(folder) / f"token_int{ending}", numbers)
    write(Path(folder) / f"token{ending}", tokens)


@pytest.mark.parametrize("place", ["list", "config", "config that names the list"])
@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("3 2 4", ""),
        ("3 2 5", 'calls token 5 "c", which is "x" in exp/asr/decode/test/token; it is not this model\'s list'),
        ("3 2 6", "holds 6 tokens, and exp/asr/decode/test/token_int has for s1-u1 the number 6; it is not this"),
        ("3 2 -1", "has for s1-u1 the number -1"),
        ("3 2", ""),  # cut off
    ],
)
def test_numbers_stand_for_the_tokens_of_the_list(command: Command, place: str, numbers: str, said: str) -> None:
    decoded(f"s1-u1 {numbers}\n", "s1-u1 a <space> x\n")
    write(Path("tokens.txt"), LIST)
    config = {"list": "", "config": CONFIG}.get(place, "token_list: tokens.txt\n")
    write(Path("exp/asr/config.yaml"), config)
    answer = command("espnet", "score", "exp/asr", *(["--token_list", "tokens.txt"] if place == "list" else []))
    assert answer.code == (2 if said else 0)
    assert said in answer.err
    file = "exp/asr/config.yaml" if place == "config" else "tokens.txt"
    assert not said or answer.err.startswith(f"mondegreen: error: {file}: ")
    assert not said or answer.err.rstrip().endswith("by --token_list FILE, or none")


@pytest.mark.parametrize("words", [["--token_list", "none"], ["--literal"], ["--token_type", "whisper_en"]])
def test_what_is_not_to_be_compared_is_not(command: Command, words: list[str]) -> None:
    decoded("s1-u1 9\n", "s1-u1 a\n")
    write(Path("exp/asr/config.yaml"), CONFIG.replace("token_type: char\n", ""))
    assert command("espnet", "score", "exp/asr", *words).code == 0


def test_audio_that_was_too_short_has_a_token_of_espnets_own(command: Command) -> None:
    decoded("s1-u1 2\ns1-u2 1\n", "s1-u1 <space>\ns1-u2 a\n")
    write(Path("tokens.txt"), "<blank>\n<unk>\n▁\n")
    answer = command("espnet", "score", "exp/asr", "--token_list", "tokens.txt")
    assert 'calls token 1 "<unk>", which is "a"' in answer.err


def test_jobs_and_speakers_are_looked_at_too() -> None:
    found = Vocabulary("list", ["a", "b"])
    decoded("u 1\n", "u a\n", "d/logdir/output.2/1best_recog", "_spk2")
    found.check("d", "text_spk1")
    found.check("d", "text_nospecial")
    with pytest.raises(ScoreError, match=r'list: calls token 1 "b", which is "a" in d/logdir/output.2/1best_recog/tok'):
        found.check("d", "text_spk2")


def test_tokens_as_the_configurations_writer_writes_them() -> None:
    rows = ["- <blank>", "- ','", "- ''''", '- "\\u2581the"', '- "\'\\xE9\\""', "- é", "- '1'"]
    write(Path("config.yaml"), "\n".join(["a: b", "token_list:", *rows, "init: null", "- z", ""]))
    found = read_configured_tokens("config.yaml")
    assert found is not None
    assert found.tokens == ["<blank>", ",", "'", "▁the", "'é\"", "é", "1"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "token_list: null\n",
        "token_list: lost.txt\n",
        "token_list:\n- 'a\n",
        'token_list:\n- "\\q\n- b\n',
        pytest.param("token_list:\n- " + "+".join(['""'] * 100_000) + "\n", id="nested"),
        pytest.param('token_list:\n- "", ' + "-" * 100_000 + "1\n", id="nested deeply"),
    ],
)
def test_a_configuration_that_says_nothing_of_tokens(text: str) -> None:
    write(Path("config.yaml"), text)
    assert read_configured_tokens("config.yaml") is None


def test_a_list_with_a_blank_as_a_token() -> None:
    write(Path("tokens.txt"), "a\n \nb \r\n")
    assert read_vocabulary("tokens.txt").tokens == ["a", " ", "b"]


@pytest.fixture
def model(tmp_path: Path) -> str:
    """A small model of pieces."""
    trainer = pytest.importorskip("sentencepiece").SentencePieceTrainer
    path = str(tmp_path / "bpe.model")
    texts = iter(["the cat sat on the mat", "the dog sat", "a cat on a log"] * 9)
    trainer.train(sentence_iterator=texts, model_prefix=path.removesuffix(".model"), vocab_size=20, minloglevel=2)
    return path


def test_a_model_of_pieces_must_make_the_tokens(model: str) -> None:
    pieces = Pieces(model)
    Vocabulary("list", ["<blank>", "<unk>", "▁", "t", "h"]).check_pieces(pieces, "bpe.model")
    Vocabulary("characters", ["<blank>", "Q", "Z"]).check_pieces(pieces, "bpe.model")
    other = Vocabulary("list", ["▁", "t", "[noise]", "▁zebra", "@@", "+"])
    with pytest.raises(ScoreError, match=r"bpe\.model: makes none of these tokens of list: ▁zebra, \+; name the model"):
        other.check_pieces(pieces, "bpe.model", ["@@"])


@pytest.mark.parametrize(
    ("tokens", "file", "said"),
    [
        ("▁\n", "bpe.model", ""),
        ("▁\n▁zebra\n", "bpe.model", "bpe.model: makes none of these tokens of tokens.txt: ▁zebra; name the model"),
        ("▁\n", "tokens.txt", "tokens.txt: is not a SentencePiece model\n"),
    ],
)
def test_the_model_is_held_against_the_list(command: Command, model: str, tokens: str, file: str, said: str) -> None:
    write(Path("tokens.txt"), tokens)
    words = ["--rates", "ter", "--bpemodel", str(Path(model).with_name(file)), "--token_list", "tokens.txt"]
    answer = command("espnet", "score", "exp/asr", *words)
    assert (answer.code, said in answer.err) == (2 if said else 0, True)
    assert Path(DECODE, "score_ter/result.txt").exists() == (not said)


@pytest.mark.parametrize("kind", [1, 2, 3])
def test_pieces_are_put_together_and_apart_as_their_model_does(command: Command, model: str, kind: int) -> None:
    """Of ESPnet 1 words are spelled by the model, of 2 and 3 texts are parted by it: the last pieces were not heard."""
    encode = Pieces(model)
    said, heard = (text.split() for text in encode(["the cat sat", "the cat"]))
    assert said[: len(heard)] == heard != said
    if kind == 1:
        write(Path("units.txt"), "".join(f"{unit} {number}\n" for number, unit in enumerate(dict.fromkeys(said), 1)))
        numbers = [list(dict.fromkeys(said)).index(unit) + 1 for unit in heard]
        output = {"token": " ".join(said), "text": "the cat sat", "rec_tokenid": " ".join(map(str, numbers))}
        output["rec_text"] = " ".join(heard)
        write(Path("d/data.1.json"), json.dumps({"utts": {"u": {"utt2spk": "s", "output": [output]}}}))
        words = ["--wer", "true", "--bpe", "20", "--bpemodel", model, "d", "units.txt"]
        assert main(["score_sclite.sh", *words]) == 0
        sides = [Path(f"d/{side}.wrd.trn").read_text(encoding="utf-8") for side in ("ref", "hyp")]
        assert sides == ["the cat sat (s-u)\n", "the cat (s-u)\n"]
        pytest.importorskip("sacrebleu")
        assert main(["score_bleu.sh", "--bpemodel", model, "d", "en", "units.txt"]) == 0
        sides = [Path(f"d/{side}.wrd.trn").read_text(encoding="utf-8") for side in ("ref", "hyp")]
        assert sides == ["the cat sat \n", "the cat\n"]
        return
    names = ("dump/raw/test/text", "exp/x/d/test/text") if kind == 2 else ("exp/x/test/ref.scp", "exp/x/test/hyp.scp")
    for name, text in zip(names, ("the cat sat", "the cat"), strict=True):
        write(Path(name), f"s1-u1 {text}\n")
    answer = command("espnet", "score", "exp/x", "--rates", "ter", "--bpemodel", model, "--as", "json")
    assert answer.code == 0, answer.err
    (row,) = json.loads(answer.out)["reports"][0]["rows"]
    assert (row["rate"], row["tokens"], row["correct"]) == ("TER", len(said), len(heard))
    assert (row["errors"], row["deletions"]) == (len(said) - len(heard),) * 2
