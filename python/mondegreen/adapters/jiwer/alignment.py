"""jiwer's views of alignments and of frequent errors, letter for letter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from mondegreen.adapters.jiwer.process import AlignmentChunk, CharacterOutput, WordOutput

Output: TypeAlias = WordOutput | CharacterOutput
Cell: TypeAlias = tuple[str, str, str]
Counts: TypeAlias = "defaultdict[Any, int]"

HEADS = ("REF: ", "HYP: ", "     ")
MARKS = {"equal": "", "substitute": "S", "insert": "I", "delete": "D"}


def visualize_alignment(
    output: Output,
    show_measures: bool = True,  # noqa: FBT001, FBT002 - jiwer's
    skip_correct: bool = True,  # noqa: FBT001, FBT002
    line_width: int | None = None,
) -> str:
    """Sentences with errors, or all, each token over its counterpart, and the measures below."""
    between = "" if isinstance(output, CharacterOutput) else " "
    shown = ""
    sentences = zip(output.references, output.hypotheses, output.alignments, strict=True)
    for number, (reference, hypothesis, chunks) in enumerate(sentences, 1):
        if skip_correct and all(chunk.type == "equal" for chunk in chunks):
            continue
        cells = list(iterate_cells(reference, hypothesis, chunks))
        shown += f"=== SENTENCE {number} ===\n\n{format_cells(cells, between, line_width)}\n"
    return shown + format_measures(output) if show_measures else shown[:-1]


def iterate_cells(
    reference: Sequence[str], hypothesis: Sequence[str], chunks: Sequence[AlignmentChunk]
) -> Iterator[Cell]:
    """The tokens of both sides and the mark of the error, each as wide as the longer token."""
    for chunk in chunks:
        ours = reference[chunk.ref_start_idx : chunk.ref_end_idx]
        theirs = hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx]
        count = max(len(ours), len(theirs))
        for first, second in zip(ours or ["*"] * count, theirs or ["*"] * count, strict=True):
            width = max(len(first), len(second), 1)
            # As jiwer does, a star that was recognized is as wide as its counterpart, too.
            if first == "*":
                first = "*" * width  # noqa: PLW2901
            elif second == "*":
                second = "*" * width  # noqa: PLW2901
            yield first.rjust(width), second.rjust(width), MARKS[chunk.type].rjust(width)


def format_cells(cells: Sequence[Cell], between: str, line_width: int | None) -> str:
    """The three lines of a sentence, cut before a token that would not fit."""
    lines: list[list[Cell]] = [[]]
    used = len(HEADS[0])
    for cell in cells:
        width = max(map(len, cell))
        if line_width is not None and used + width > line_width:
            lines.append([])
            used = len(HEADS[0])
        used += width + len(between)
        lines[-1].append(cell)
    return "\n".join(
        "".join(
            f"{head}{between.join(cell[row] for cell in line)}"[: None if line or not between else -1] + "\n"
            for row, head in enumerate(HEADS)
        )
        for line in lines
    )


def format_measures(output: Output) -> str:
    """The summary below the sentences."""
    counts = f"substitutions={output.substitutions} deletions={output.deletions} insertions={output.insertions}"
    head = f"=== SUMMARY ===\nnumber of sentences: {len(output.alignments)}\n{counts} hits={output.hits}\n\n"
    names = ("cer",) if isinstance(output, CharacterOutput) else ("mer", "wil", "wip", "wer")
    return head + "".join(f"{name}={getattr(output, name) * 100:.2f}%\n" for name in names)


def collect_error_counts(output: Output) -> tuple[Counts, Counts, Counts]:
    """How often each run of tokens was substituted (by which), inserted, and deleted."""
    between = "" if isinstance(output, CharacterOutput) else " "
    substitutions: Counts = defaultdict(int)
    insertions: Counts = defaultdict(int)
    deletions: Counts = defaultdict(int)
    for reference, hypothesis, chunks in zip(output.references, output.hypotheses, output.alignments, strict=True):
        for chunk in chunks:
            ours = between.join(reference[chunk.ref_start_idx : chunk.ref_end_idx])
            theirs = between.join(hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "substitute":
                substitutions[ours, theirs] += 1
            elif chunk.type == "insert":
                insertions[theirs] += 1
            elif chunk.type == "delete":
                deletions[ours] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,  # noqa: FBT001, FBT002 - jiwer's
    show_insertions: bool = True,  # noqa: FBT001, FBT002
    show_deletions: bool = True,  # noqa: FBT001, FBT002
    top_k: int | None = None,
) -> str:
    """The most frequent errors of each kind, the most frequent first."""
    titles = ("SUBSTITUTIONS", "INSERTIONS", "DELETIONS")
    wanted = (show_substitutions, show_insertions, show_deletions)
    parts = [
        f"=== {title} ===\n{format_counts(counts, top_k)}"
        for title, counts, is_wanted in zip(titles, collect_error_counts(output), wanted, strict=True)
        if is_wanted
    ]
    return "\n".join(parts).removesuffix("\n")


def format_counts(counts: Mapping[Any, int], top_k: int | None) -> str:
    """A line for each error, as wide as the longest of those that are shown."""
    if not counts:
        return "none"
    ranked = sorted(counts.items(), key=lambda each: each[1], reverse=True)[: None if top_k is None else top_k]
    errors = [(error if isinstance(error, tuple) else (error,), times) for error, times in ranked]
    width = max((len(token) for error, _ in errors for token in error), default=0)
    return "".join(f"{' --> '.join(token.ljust(width) for token in error)} = {times}x\n" for error, times in errors)
