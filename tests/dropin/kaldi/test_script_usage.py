"""How the makers of CTMs, the oracle and the scorers are called: files they need, defaults and usage."""

from pathlib import Path

import pytest

from kaldi_recipe import FAST, MAKERS, PLACES, name_places, run_script
from mondegreen.dropin.kaldi.get_ctm import get_ctm, get_ctm_conf, get_ctm_conf_fast, get_ctm_fast
from mondegreen.dropin.kaldi.oracle_wer import oracle_wer
from mondegreen.dropin.kaldi.score_kaldi import (
    score_combine,
    score_kaldi_cer,
    score_kaldi_compare,
    score_kaldi_wer,
    score_mbr,
)
from mondegreen.dropin.kaldi.scripts import DieError, ScriptEntry, ShellScript

pytestmark = pytest.mark.usefixtures("here")


MODEL = "exp/decode/../final.mdl"
# What each script looks for, in its order, and what it says of the first that is missing.
NEEDED: list[tuple[ScriptEntry, str, list[str]]] = [
    (get_ctm, "{name}: expecting file {file} to exist", ["lang/words.txt", MODEL, "exp/decode/lat.1.gz"]),
    (get_ctm_conf, "{name}: expecting file {file} to exist", ["lang/words.txt", MODEL, "exp/decode/lat.1.gz"]),
    (get_ctm_fast, "{name}: expecting file {file} to exist", ["lang/words.txt", MODEL, "exp/decode/lat.1.gz"]),
    (get_ctm_conf_fast, "{name}: expecting file {file} to exist", ["lang/words.txt", MODEL, "exp/decode/lat.1.gz"]),
    (
        oracle_wer,
        "{name}: expected file {file} to exist",
        ["lang/words.txt", "lang/oov.txt", "data/text", "exp/decode/num_jobs", "exp/decode/lat.1.gz"],
    ),
    (score_mbr, "score_mbr.sh: no such file {file}", ["lang/words.txt", "exp/decode/lat.1.gz", "data/text"]),
    (score_combine, "{name}: missing word symbol table '{file}'", ["lang/words.txt"]),
    (score_combine, "{name}: missing reference '{file}'", ["data/text"]),
    (score_combine, "{name}: expecting file {file} to exist", [MODEL, "exp/decode/lat.1.gz"]),
    (score_kaldi_wer, "score.sh: no such file {file}", ["lang/words.txt", "exp/decode/lat.1.gz", "data/text"]),
    (score_kaldi_wer, "score.sh: no such file {file}", ["data/utt2spk"]),
    (score_kaldi_cer, "{name}: no such file {file}", ["lang/words.txt", "exp/decode/lat.1.gz", "data/text"]),
    (score_kaldi_cer, "{name}: no such file {file}", ["data/utt2spk"]),
]


@pytest.mark.parametrize(("script", "message", "files"), NEEDED)
def test_a_missing_file_is_named_as_the_original_names_it(
    script: ScriptEntry, message: str, files: list[str], here: Path
) -> None:
    """Most print their command line first; score_mbr.sh and score_kaldi.sh give names of their own."""
    (here / "exp/final.mdl").write_bytes(b"")
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    words = [*PLACES, "exp/decode", "out"] if script is score_combine else name_places(script)
    silent = script in (score_mbr, score_combine)
    called = "" if silent else f"{' '.join([script.name, *words])}\n"
    for file in reversed(files):
        (here / file).unlink()
        said = message.format(name=script.name, file=file)
        assert run_script(script, *words) == (1, f"{called}{said}\n", "")


# The options of Kaldi's scripts where nobody gives them, as the scripts begin with them.
RUN, WEIGHTS = {"cmd": "run.pl", "stage": "0"}, {"min_lmwt": "5", "max_lmwt": "20", "use_segments": "true"}
SCORING = {
    **RUN,
    "decode_mbr": "false",
    "stats": "true",
    "beam": "6",
    "word_ins_penalty": "0.0,0.5,1.0",
    "min_lmwt": "7",
    "max_lmwt": "17",
    "iter": "final",
}
ONE_WEIGHT = {"frame_shift": "0.01", "lmwt": "10", "wip": "0.0", "print_silence": "false"}
MBR = {**RUN, "min_lmwt": "7", "max_lmwt": "17"}
DEFAULTS: list[tuple[ScriptEntry, dict[str, str]]] = [
    (score_kaldi_wer, SCORING),
    (score_kaldi_cer, SCORING),
    (score_kaldi_compare, {"cmd": "run.pl", "replications": "10000"}),
    (get_ctm, {**RUN, "frame_shift": "0.01", **WEIGHTS, "print_silence": "false"}),
    (get_ctm_fast, {**RUN, **ONE_WEIGHT}),
    (get_ctm_conf, {**RUN, **WEIGHTS, "iter": "final", "beam": "5"}),
    (get_ctm_conf_fast, {**RUN, **ONE_WEIGHT, "beam": "5"}),
    (oracle_wer, {**RUN, "acwt": "0.08333", "wildcard_symbols": "", "beam": "", "cleanup": "true"}),
    (score_mbr, MBR),
    (score_combine, {**MBR, "lat_weights": ""}),
]


@pytest.mark.parametrize(("script", "defaults"), DEFAULTS, ids=lambda each: getattr(each, "name", ""))
def test_options_have_the_defaults_of_the_originals(
    script: ScriptEntry, defaults: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[dict[str, str]] = []

    def record(_: object, defaults: dict[str, str]) -> ShellScript:
        found.append(dict(defaults))
        raise DieError("", 0)

    monkeypatch.setattr("mondegreen.dropin.kaldi.scripts.ShellScript", record)
    assert run_script(script)[::2] == (0, "")
    assert found == [defaults]


FOUR = "<data-dir> <lang-dir|graph-dir> <decode-dir> <ctm-dir>"


@pytest.mark.parametrize(
    ("script", "arguments", "defaults"),
    [(script, FOUR if script in FAST else FOUR.rpartition(" ")[0], defaults) for script, defaults in DEFAULTS[3:7]],
    ids=lambda each: getattr(each, "name", ""),
)
def test_the_usage_of_a_maker_shows_its_options_and_their_defaults(
    script: ScriptEntry, arguments: str, defaults: dict[str, str]
) -> None:
    options = "".join(f"    --{name.replace('_', '-')} ({value})\n" for name, value in defaults.items())
    usage = f"Usage: {script.name} [options] {arguments}\n Options:\n{options}"
    assert run_script(script, "data") == (1, f"{script.name} data\n{usage}", "")
    assert run_script(script, *name_places(script), "more")[0] == 1


@pytest.mark.parametrize(
    "script", [*MAKERS, *FAST, oracle_wer, score_mbr, score_combine], ids=lambda script: script.name
)
def test_a_wrong_number_of_folders_shows_the_usage(script: ScriptEntry) -> None:
    code, out, _ = run_script(script, "data")
    assert code == 1
    assert "Usage: " in out
