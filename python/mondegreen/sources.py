"""What Python programs hand over, or the files that they name, as corpora."""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeGuard

from mondegreen import inputs
from mondegreen.formats import read
from mondegreen.formats.directory import BOTH, input_files
from mondegreen.formats.format import split_sides, take_side
from mondegreen.inputs import Columns, Source
from mondegreen.resolve import scores_sessions

if TYPE_CHECKING:
    from mondegreen.corpus import Corpus
    from mondegreen.digest import InputFile
    from mondegreen.plan.option import Plan
    from mondegreen.plan.shared import Reading

TEXTS = "texts"


def read_sides(plan: Reading, references: Source, hypotheses: Source | None) -> tuple[Corpus, Corpus]:
    """Both sides, of which one at least is no file; what further systems a table holds is left to the command line."""
    columns = Columns(plan.ref_column, plan.hyp_column, plan.id_column)
    if inputs.are_texts(references, hypotheses):
        references, hypotheses = [references], [hypotheses]
    if scores_sessions(plan):  # whose IDs need not fit
        reference = load_corpus(references, inputs.REFERENCES, plan.ref_format or plan.format, columns)
        return reference, load_corpus(hypotheses, inputs.HYPOTHESES, plan.hyp_format or plan.format, columns)  # type: ignore[arg-type]
    if hypotheses is None and not (columns.references or columns.hypotheses):
        reference, systems = split_sides(load_corpus(references, inputs.REFERENCES))
        return reference, systems[0]
    others = references if hypotheses is None else hypotheses
    if not is_path(references) and not is_path(others):
        reference, hypothesis = inputs.make_corpora(references, others, columns)
    else:
        reference = load_corpus(references, inputs.REFERENCES, plan.ref_format or plan.format, columns)
        hypothesis = load_corpus(others, inputs.HYPOTHESES, plan.hyp_format or plan.format, columns)
        if len(hypothesis):
            inputs.check_ids((inputs.REFERENCES, reference.keyed), (inputs.HYPOTHESES, hypothesis.keyed))
    return take_side(reference, "ref"), take_side(hypothesis, "hyp")


def input_files_of(references: Source, hypotheses: Source | None) -> tuple[InputFile, ...]:
    """The files of both sides, before they are read; none of what is held in memory."""
    if inputs.are_texts(references, hypotheses):
        return ()
    named = [(BOTH, references)] if hypotheses is None else [("reference", references), ("hypothesis", hypotheses)]
    return tuple(file for side, source in named if is_path(source) for file in input_files(side, source))


def is_path(source: object) -> TypeGuard[str | os.PathLike[str]]:
    """Whether this names a file."""
    return isinstance(source, str | os.PathLike)


def load_corpus(source: Source, name: str, format: str | None = None, columns: Columns = inputs.NONE) -> Corpus:
    """The corpus that the user means by a path, a table, a series, a dict, a list or a corpus."""
    if not is_path(source):
        return inputs.make_corpus(source, name, columns)
    with inputs.path_hint(source):
        return read(source, format, key=columns.ids, text=columns.text(name))


def load_texts(plan: Plan, source: Source, format: str | None, name: str = TEXTS) -> Corpus:
    """The corpus of a plan that reads one: a file in the encoding and with the columns of the plan, or texts."""
    ids, text = (getattr(plan, option, None) for option in ("id_column", "text_column"))
    if not is_path(source):
        return inputs.make_corpus(source, name, Columns(text, text, ids))
    with inputs.path_hint(source) if plan.in_python else nullcontext():
        return read(source, format, getattr(plan, "encoding", "utf-8"), key=ids, text=text)


def name_source(source: object, otherwise: str) -> str:
    """What reports call a source: the path of a file, the name of a corpus, or what it is otherwise."""
    return os.fspath(source) if is_path(source) else str(getattr(source, "name", otherwise))
