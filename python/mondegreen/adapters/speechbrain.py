"""SpeechBrain's `ErrorRateStats`: the same arguments, summary and file.

    from mondegreen.adapters.speechbrain import ErrorRateStats

Its options for concepts and values (`extract_concepts_values` and its kin) are not offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

from mondegreen.adapters.scored import decode_line, score_tokens
from mondegreen.errors import ScoreError
from mondegreen.inputs import HYPOTHESES, REFERENCES, Text, get_texts, get_values
from mondegreen.render.toolkit.speechbrain import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.results.run import Run


class ErrorRateStats:
    """Error rates of all batches that were appended.

    `merge_tokens` joins tokens to words, which `space_token` parts; `split_tokens` cuts words into characters.
    """

    def __init__(self, *, merge_tokens: bool = False, split_tokens: bool = False, space_token: str = "_") -> None:
        self.merge_tokens, self.split_tokens, self.space_token = merge_tokens, split_tokens, space_token
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self.ids: list[str] = []
        self.references: list[list[str]] = []
        self.hypotheses: list[list[str]] = []
        self.summary: dict[str, Any] = {}

    def append(
        self,
        ids: Iterable[str],
        predict: Any,  # noqa: ANN401 - lists or tensors of tokens
        target: Any,  # noqa: ANN401 - as above
        predict_len: Any = None,  # noqa: ANN401 - a list or tensor of shares
        target_len: Any = None,  # noqa: ANN401 - as above
        ind2lab: Callable[[Any], Any] | None = None,
    ) -> None:
        """Add a batch: lists of tokens, or padded tensors with the share of each row that is none.

        `ind2lab` makes labels of a batch of indices.
        """
        names = list(ids)
        predicted = self.read_side(predict, predict_len, ind2lab, HYPOTHESES)
        targets = self.read_side(target, target_len, ind2lab, REFERENCES)
        if not len(names) == len(predicted) == len(targets):
            sizes = f"{len(names)} IDs, {len(predicted)} predictions and {len(targets)} targets"
            raise ScoreError(f"a batch holds {sizes}; there must be as many of each")
        self.ids += names
        self.references += targets
        self.hypotheses += predicted
        self.summary = {}

    def read_side(
        self,
        batch: Any,  # noqa: ANN401 - lists or tensors of tokens
        lengths: Any,  # noqa: ANN401 - a list or tensor of shares
        ind2lab: Callable[[Any], Any] | None,
        name: str,
    ) -> list[list[str]]:
        """The tokens of each row, without padding."""
        rows: Sequence[Any] = get_values(batch, name)
        if lengths is not None:
            shares = get_values(lengths, name)
            rows = [row[: round(share * len(row))] for row, share in zip(rows, shares, strict=True)]
        if ind2lab is not None:
            rows = ind2lab(rows)
        found: Sequence[Text] = get_texts(rows, lambda place: f"{name}[{place}]")
        tokens = [row.split() if isinstance(row, str) else row for row in found]
        if self.merge_tokens:
            # SpeechBrain keeps what is empty between two spaces, finds errors in it, and counts it among no words.
            tokens = [[word for word in "".join(row).split(self.space_token) if word] for row in tokens]
        if self.split_tokens:
            tokens = [list(self.space_token.join(row)) for row in tokens]
        return tokens

    def make_run(self) -> Run:
        """The run of all batches."""
        return score_tokens(self.ids, self.references, self.hypotheses)

    def summarize(self, field: str | None = None) -> Any:  # noqa: ANN401 - a number, or a dict of numbers
        """Rates in percent and counts, by SpeechBrain's names; or the one of this name."""
        run = self.make_run()
        total, wrong = run["wer"].total, int((run["wer"].rows.values[:, 0] > 0).sum())
        sentences = len(self.ids)
        self.summary = {
            "WER": run["wer"].value,
            "SER": 100.0 * wrong / sentences if sentences else float("nan"),
            "num_edits": int(total.errors),
            "num_scored_tokens": int(total.words),
            "num_erroneous_sents": wrong,
            "num_erraneous_sents": wrong,  # as SpeechBrain spelled it before 1.0
            "num_scored_sents": sentences,
            "num_absent_sents": 0,
            "num_ref_sents": sentences,
            "insertions": int(total.insertions),
            "deletions": int(total.deletions),
            "substitutions": int(total.substitutions),
            "error_rate": run["wer"].value,
        }
        return self.summary if field is None else self.summary[field]

    def write_stats(self, filestream: TextIO) -> None:
        """Write the summary and all alignments."""
        filestream.writelines(f"{decode_line(line, ' ')}\n" for line in lines(self.make_run()))
