"""The inputs that are kept for each target: in `corpus/TARGET.tar`, and as files in `corpus/TARGET/`.

python tests/fuzz/archive.py unpack TARGET [DIRECTORY]   writes all of them into a directory (target/corpus/TARGET)
python tests/fuzz/archive.py pack TARGET DIRECTORY       makes the archive anew from the files of a directory

The archive is a plain ustar file, so that `tar -tf` lists it and the tests of the core read it. Its bytes depend on
nothing but names and contents.
"""

from __future__ import annotations

import io
import re
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
# The name that libFuzzer gives to what it finds: a digest, which says nothing.
FOUND = re.compile("[0-9a-f]{40}")


def inputs(target: str, corpus: Path = CORPUS) -> dict[str, bytes]:
    """All inputs of a target by name, in the order of their names."""
    return dict(sorted({**archived(target, corpus), **files(corpus / target)}.items()))


def reader_inputs(door: str) -> dict[str, bytes]:
    """The inputs of one of the doors in `doors.py`, which share an archive, each in a directory of its own."""
    kept = ((name.partition("/"), data) for name, data in inputs("readers").items())
    return {name: data for (directory, _, name), data in kept if directory == door}


def archived(target: str, corpus: Path = CORPUS) -> dict[str, bytes]:
    """Those in the archive, if there is one."""
    path = corpus / f"{target}.tar"
    if not path.exists():
        return {}
    with tarfile.open(path, "r:") as archive:
        return {each.name: archive.extractfile(each).read() for each in archive}  # type: ignore[union-attr] # all are files


def files(directory: Path) -> dict[str, bytes]:
    """The files below a directory by their paths in it; none if there is no such directory."""
    return {
        path.relative_to(directory).as_posix(): path.read_bytes() for path in directory.rglob("*") if path.is_file()
    }


def to_bytes(kept: Mapping[str, bytes]) -> bytes:
    """An archive: the same bytes wherever and whenever it is made."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(kept.items()):
            entry = tarfile.TarInfo(name)  # whose times, owner and mode are always the same
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def pack(target: str, directory: Path, corpus: Path = CORPUS) -> None:
    """Makes the archive of a target from the files of a directory.

    Inputs of the archive under names of their own stay, whatever a fuzzer left of them; what it found is kept if none
    of those, and no file beside the archive, is the same.
    """
    beside, given = files(corpus / target), files(directory)
    kept = {name: data for name, data in archived(target, corpus).items() if not FOUND.fullmatch(name)}
    kept |= {name: data for name, data in given.items() if not FOUND.fullmatch(name) and name not in beside}
    known = {*kept.values(), *beside.values()}
    kept |= {name: data for name, data in given.items() if FOUND.fullmatch(name) and data not in known}
    (corpus / f"{target}.tar").write_bytes(to_bytes(kept))


def unpack(target: str, directory: Path, corpus: Path = CORPUS) -> None:
    """Writes all inputs of a target into a directory."""
    for name, data in inputs(target, corpus).items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main(verb: str = "", target: str = "", directory: str = "") -> int:
    """Reads the command line. A new target's first inputs are files, so that a mistyped one is seen."""
    before = len(inputs(target)) if target else 0
    if verb == "unpack" and before:
        place = Path(directory) if directory else HERE / "target" / "corpus" / target
        unpack(target, place)
        print(place)
    elif verb == "pack" and before and directory and files(Path(directory)):
        pack(target, Path(directory))
        print(f"{target}: {before} inputs before, {len(inputs(target))} now")
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
