"""The original programs by their own names: the same arguments, the same bytes.

A program is a function of `arguments: list[bytes]`, the words after its name as the shell gave them: it writes to
`sys.stdout.buffer` and `sys.stderr.buffer`, and gives the exit code. `mondegreen NAME ...` runs it, and so does a
linked tool (`mondegreen tools link`); see `start` for what stands around it.

To add one, write its module and put a line into `PROGRAMS`, under the group of the package that it comes from. Keys
are where the tool is linked, which for a package with a tree holds folders (`steps/score.sh`); its name is the last
part. Nothing is imported to list them.
"""

PROGRAMS: dict[str, dict[str, str]] = {
    "sctk": {
        "align2html.pl": "mondegreen.dropin.sctk.align2html:main",
        "chfilt.pl": "mondegreen.dropin.sctk.chfilt:main",
        "csrfilt.sh": "mondegreen.dropin.sctk.csrfilt:main",
        "ctmValidator.pl": "mondegreen.dropin.sctk.ctm_validator:main",
        "def_art.pl": "mondegreen.dropin.sctk.def_art:main",
        "hamzaNorm.pl": "mondegreen.dropin.sctk.arabic:run_hamza_norm",
        "hubscr.pl": "mondegreen.dropin.sctk.hubscr:main",
        "rfilter1": "mondegreen.dropin.sctk.rfilter1:main",
        "sc_stats": "mondegreen.dropin.sctk.sc_stats:main",
        "sclite": "mondegreen.dropin.sctk.sclite:main",
        "stmValidator.pl": "mondegreen.dropin.sctk.stm_validator:main",
        "tanweenFilt.pl": "mondegreen.dropin.sctk.arabic:run_tanween_filt",
        "utf_filt.pl": "mondegreen.dropin.sctk.utf_filt:main",
    },
    "kaldi": {
        "bin/compute-wer": "mondegreen.dropin.kaldi.compute_wer:run",
        "bin/align-text": "mondegreen.dropin.kaldi.align_text:run",
        "bin/compute-wer-bootci": "mondegreen.dropin.kaldi.compute_wer_bootci:run",
        "steps/score_kaldi.sh": "mondegreen.dropin.kaldi.score_kaldi_wer:run",
        "steps/scoring/score_kaldi_wer.sh": "mondegreen.dropin.kaldi.score_kaldi_wer:run",
        "steps/scoring/score_kaldi_cer.sh": "mondegreen.dropin.kaldi.score_kaldi_cer:run",
        "steps/scoring/score_kaldi_compare.sh": "mondegreen.dropin.kaldi.score_kaldi_compare:run",
        "steps/get_ctm.sh": "mondegreen.dropin.kaldi.get_ctm:run",
        "steps/get_ctm_fast.sh": "mondegreen.dropin.kaldi.get_ctm_fast:run",
        "steps/get_ctm_conf.sh": "mondegreen.dropin.kaldi.get_ctm_conf:run",
        "steps/conf/get_ctm_conf.sh": "mondegreen.dropin.kaldi.get_ctm_conf:run",
        "steps/get_ctm_conf_fast.sh": "mondegreen.dropin.kaldi.get_ctm_conf_fast:run",
        "steps/oracle_wer.sh": "mondegreen.dropin.kaldi.oracle_wer:run",
        "local/score_mbr.sh": "mondegreen.dropin.kaldi.score_mbr:run",
        "local/score_combine.sh": "mondegreen.dropin.kaldi.score_combine:run",
        "utils/best_wer.sh": "mondegreen.dropin.kaldi.best_wer:run",
        "utils/convert_ctm.pl": "mondegreen.dropin.kaldi.convert_ctm:run",
        "utils/ctm/resolve_ctm_overlaps.py": "mondegreen.dropin.kaldi.resolve_ctm_overlaps:run",
        "utils/int2sym.pl": "mondegreen.dropin.kaldi.int2sym:run",
        "utils/sym2int.pl": "mondegreen.dropin.kaldi.sym2int:run",
        "utils/scoring/wer_ops_details.pl": "mondegreen.dropin.kaldi.wer_ops_details:run",
        "utils/scoring/wer_per_spk_details.pl": "mondegreen.dropin.kaldi.wer_per_spk_details:run",
        "utils/scoring/wer_per_utt_details.pl": "mondegreen.dropin.kaldi.wer_per_utt_details:run",
        "utils/scoring/wer_report.pl": "mondegreen.dropin.kaldi.wer_report:run",
        "bin/lattice-1best": "mondegreen.dropin.kaldi.lattice_1best:run",
        "bin/lattice-add-penalty": "mondegreen.dropin.kaldi.lattice_add_penalty:run",
        "bin/lattice-align-words": "mondegreen.dropin.kaldi.lattice_align_words:run",
        "bin/lattice-align-words-lexicon": "mondegreen.dropin.kaldi.lattice_align_words_lexicon:run",
        "bin/lattice-arc-post": "mondegreen.dropin.kaldi.lattice_arc_post:run",
        "bin/lattice-best-path": "mondegreen.dropin.kaldi.lattice_best_path:run",
        "bin/lattice-combine": "mondegreen.dropin.kaldi.lattice_combine:run",
        "bin/lattice-confidence": "mondegreen.dropin.kaldi.lattice_confidence:run",
        "bin/lattice-copy": "mondegreen.dropin.kaldi.lattice_copy:run",
        "bin/lattice-depth": "mondegreen.dropin.kaldi.lattice_depth:run",
        "bin/lattice-depth-per-frame": "mondegreen.dropin.kaldi.lattice_depth_per_frame:run",
        "bin/lattice-equivalent": "mondegreen.dropin.kaldi.lattice_equivalent:run",
        "bin/lattice-interp": "mondegreen.dropin.kaldi.lattice_interp:run",
        "bin/lattice-mbr-decode": "mondegreen.dropin.kaldi.lattice_mbr_decode:run",
        "bin/lattice-oracle": "mondegreen.dropin.kaldi.lattice_oracle:run",
        "bin/lattice-project": "mondegreen.dropin.kaldi.lattice_project:run",
        "bin/lattice-prune": "mondegreen.dropin.kaldi.lattice_prune:run",
        "bin/lattice-rmali": "mondegreen.dropin.kaldi.lattice_rmali:run",
        "bin/lattice-scale": "mondegreen.dropin.kaldi.lattice_scale:run",
        "bin/lattice-to-ctm-conf": "mondegreen.dropin.kaldi.lattice_to_ctm_conf:run",
        "bin/lattice-to-nbest": "mondegreen.dropin.kaldi.lattice_to_nbest:run",
        "bin/lattice-to-post": "mondegreen.dropin.kaldi.lattice_to_post:run",
        "bin/lattice-union": "mondegreen.dropin.kaldi.lattice_union:run",
        "bin/nbest-to-ctm": "mondegreen.dropin.kaldi.nbest_to_ctm:run",
        "bin/nbest-to-lattice": "mondegreen.dropin.kaldi.nbest_to_lattice:run",
        "bin/nbest-to-linear": "mondegreen.dropin.kaldi.nbest_to_linear:run",
        "bin/linear-to-nbest": "mondegreen.dropin.kaldi.linear_to_nbest:run",
    },
    "espnet": {
        "utils/score_sclite.sh": "mondegreen.dropin.espnet.score_sclite:score_sclite",
        "utils/score_sclite_case.sh": "mondegreen.dropin.espnet.score_sclite:score_sclite_case",
        "utils/show_result.sh": "mondegreen.dropin.espnet.summary:show_result",
        "scripts/utils/show_asr_result.sh": "mondegreen.dropin.espnet.summary:show_asr_result",
        "scripts/utils/show_tts_results.sh": "mondegreen.dropin.espnet.summary:show_tts_results",
    },
}


def by_name() -> dict[str, str]:
    """The programs of all groups, each under the name by which it is called."""
    return {path.rpartition("/")[2]: target for group in PROGRAMS.values() for path, target in group.items()}
