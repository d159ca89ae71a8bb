"""Columns of utterances that other files give: speakers, and whatever `--column NAME=FILE` names."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import Namespace

    from mondegreen.corpus import Corpus


def columns(args: Namespace) -> dict[str, dict[str, str]]:
    """What other files tell of each utterance, by the column's name."""
    from mondegreen.errors import ScoreError
    from mondegreen.read import side

    found = {}
    if args.utt2spk:
        found["speaker"] = side.speakers(args.utt2spk, args.encoding)
    if args.spk2utt:
        found["speaker"] = side.speakers_by_list(args.spk2utt, args.encoding)
    for each in args.column:
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise ScoreError(f'--column is "{each}"; write it as NAME=FILE')
        if name in found:
            raise ScoreError(f'--column gives "{name}", which another option gives too; leave one out')
        found[name] = side.mapping(path, args.encoding)
    return found


def with_columns(corpus: Corpus, columns: dict[str, dict[str, str]]) -> Corpus:
    """The corpus with more fields."""
    from mondegreen.read.side import with_field

    for name, values in columns.items():
        corpus = with_field(corpus, name, values)
    return corpus
