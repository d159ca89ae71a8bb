"""Utterances that two systems share, by the names of speakers and by ids."""

from typing import TYPE_CHECKING

from mondegreen.dropin.streams import err

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.dropin.sctk.system import System


def shared(first: "System", second: "System", *, told: bool) -> "Iterator[tuple[int, int]]":
    """The numbers of utterances with the same id of speakers of the same name.

    Speakers whom the second system lacks are told of, and if wished utterances, too.
    """
    others = {name: number for number, name in enumerate(second.scored.speakers())}
    for number, name in enumerate(first.scored.speakers()):
        if name not in others:
            err(b"Warning: Speaker %b is in system %b but not system %b\n" % (name, first.title, second.title))
            continue
        ids: dict[bytes, int] = {}
        for utterance in second.scored.utterances(others[name]):
            ids.setdefault(second.scored.header(utterance)[0], utterance)
        for utterance in first.scored.utterances(number):
            id = first.scored.header(utterance)[0]  # noqa: A001  the word of the format
            if id in ids:
                yield utterance, ids[id]
            elif told:
                lacking = b"Warning: Speaker's '%b' path '%b' in system '%b' is not in system '%b'\n"
                err(lacking % (name, id, first.title, second.title))
