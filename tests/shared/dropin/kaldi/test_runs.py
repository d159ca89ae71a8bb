"""Whole runs of Kaldi's scripts, of which tests/golden holds a few."""

from pathlib import Path

import pytest

from dropin.kaldi.test_runs import repeat, tools
from kaldi_cases import Cases

__all__ = ["test_a_run_leaves_what_kaldis_left", "tools"]

# Of each kind of run one or two; the rest goes the same ways with other options.
RUNS = [
    "best_wer_sh",
    "cer_tokenizer",
    "err_badbool",
    "err_badopt",
    "err_corrupt_gz",
    "err_no_words",
    "err_oov_int",
    "err_opt_equals",
    "err_usage",
    "get_ctm",
    "get_ctm_conf_subsamp",
    "get_ctm_conf_fast",
    "get_ctm_fast",
    "get_ctm_lexicon",
    "get_ctm_nosegments",
    "oracle_wer",
    "oracle_wer_beam",
    "score_combine",
    "score_kaldi_hypfilter",
    "score_kaldi_mbr_beam2",
    "score_kaldi_outfilter",
    "score_kaldi_range",
    "score_kaldi_stage2",
    "score_mbr",
    "two_systems",
    "two_systems_ok",
    "utt_not_in_utt2spk",
    "wer_then_cer",
]


@pytest.mark.parametrize("name", RUNS)
def test_a_run_leaves_what_kaldis_left(name: str, kaldi: Cases, tools: Path, tmp_path: Path) -> None:
    repeat(kaldi, name, tools, tmp_path)
