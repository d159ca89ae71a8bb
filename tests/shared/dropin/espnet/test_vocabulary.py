"""The list of tokens of one of ESPnet's own runs, and its model of pieces."""

import pytest

from mondegreen import ScoreError
from mondegreen.dropin.espnet.recipe import Vocabulary, read_vocabulary
from mondegreen.dropin.espnet.text_processing import Pieces
from shared.data import DATA


def test_a_model_of_pieces_must_make_the_tokens() -> None:
    pytest.importorskip("sentencepiece")
    folder = DATA / "espnet/02_en_bpe_nbest" / "inputs/data/en_token_list/bpe_unigram120"
    pieces, known = Pieces(str(folder / "bpe.model")), read_vocabulary(str(folder / "tokens.txt"))
    known.check_pieces(pieces, "bpe.model")
    Vocabulary("characters", ["<blank>", "Q", "Z"]).check_pieces(pieces, "bpe.model")
    other = Vocabulary("list", [*known.tokens, "[noise]", "▁zebra", "@@", "+"])
    with pytest.raises(ScoreError, match=r"bpe\.model: makes none of these tokens of list: ▁zebra, \+; name the model"):
        other.check_pieces(pieces, "bpe.model", ["@@"])
