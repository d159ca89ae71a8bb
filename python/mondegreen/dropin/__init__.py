"""The original programs by their own names: the same arguments, the same bytes.

A program is a function of `arguments: list[bytes]`, the words after its name as the shell passes them: it writes to
`sys.stdout.buffer` and `sys.stderr.buffer`, and returns the exit code. `mondegreen NAME ...` runs it by way of `start`,
and so does a linked tool (`mondegreen tools link`).

To add one, write its module and add a line to `PROGRAMS`, in the group of the package that it comes from. The key is
the path under which the tool is linked, with the directories of its package (`steps/score.sh`); its name is the last
part. Nothing is imported to list them.
"""

from mondegreen.component import Registry

PROGRAMS: dict[str, dict[str, str]] = {
    "sctk": {
        "align2html.pl": "mondegreen.dropin.sctk.align2html:main",
        "asclite": "mondegreen.dropin.sctk.asclite:main",
        "chfilt.pl": "mondegreen.dropin.sctk.chfilt:main",
        "csrfilt.sh": "mondegreen.dropin.sctk.csrfilt:main",
        "ctmValidator.pl": "mondegreen.dropin.sctk.validators:validate_ctm",
        "def_art.pl": "mondegreen.dropin.sctk.arabic:run_def_art",
        "hamzaNorm.pl": "mondegreen.dropin.sctk.arabic:run_hamza_norm",
        "hubscr.pl": "mondegreen.dropin.sctk.hubscr:main",
        "md-eval.pl": "mondegreen.dropin.sctk.md_eval:main",
        "mergectm2rttm.pl": "mondegreen.dropin.sctk.rttm_tools:merge_ctm",
        "rfilter1": "mondegreen.dropin.sctk.rfilter1:main",
        "rover": "mondegreen.dropin.sctk.rover:main",
        "rttm2ctm.pl": "mondegreen.dropin.sctk.rttm_tools:convert_rttm",
        "rttmSmooth.pl": "mondegreen.dropin.sctk.rttm_tools:smooth_rttm",
        "rttmSort.pl": "mondegreen.dropin.sctk.rttm_tools:sort_rttm",
        "rttmValidator.pl": "mondegreen.dropin.sctk.rttm_validator:main",
        "sc_stats": "mondegreen.dropin.sctk.sc_stats:main",
        "sclite": "mondegreen.dropin.sctk.sclite:main",
        "spkr2sad.pl": "mondegreen.dropin.sctk.rttm_tools:mark_speech",
        "stm2rttm.pl": "mondegreen.dropin.sctk.rttm_tools:convert_stm",
        "stmValidator.pl": "mondegreen.dropin.sctk.validators:validate_stm",
        "tanweenFilt.pl": "mondegreen.dropin.sctk.arabic:run_tanween_filt",
        "utf_filt.pl": "mondegreen.dropin.sctk.utf_filt:main",
    },
    "kaldi": {
        "bin/compute-wer": "mondegreen.dropin.kaldi.text_programs:compute_wer",
        "bin/align-text": "mondegreen.dropin.kaldi.text_programs:align_text",
        "bin/compute-wer-bootci": "mondegreen.dropin.kaldi.text_programs:compute_wer_bootci",
        "steps/score_kaldi.sh": "mondegreen.dropin.kaldi.score_kaldi:score_kaldi_wer",
        "steps/scoring/score_kaldi_wer.sh": "mondegreen.dropin.kaldi.score_kaldi:score_kaldi_wer",
        "steps/scoring/score_kaldi_cer.sh": "mondegreen.dropin.kaldi.score_kaldi:score_kaldi_cer",
        "steps/scoring/score_kaldi_compare.sh": "mondegreen.dropin.kaldi.score_kaldi:score_kaldi_compare",
        "steps/get_ctm.sh": "mondegreen.dropin.kaldi.get_ctm:get_ctm",
        "steps/get_ctm_fast.sh": "mondegreen.dropin.kaldi.get_ctm:get_ctm_fast",
        "steps/get_ctm_conf.sh": "mondegreen.dropin.kaldi.get_ctm:get_ctm_conf",
        "steps/conf/get_ctm_conf.sh": "mondegreen.dropin.kaldi.get_ctm:get_ctm_conf",
        "steps/get_ctm_conf_fast.sh": "mondegreen.dropin.kaldi.get_ctm:get_ctm_conf_fast",
        "steps/oracle_wer.sh": "mondegreen.dropin.kaldi.oracle_wer:oracle_wer",
        "local/score_mbr.sh": "mondegreen.dropin.kaldi.score_mbr:score_mbr",
        "local/score_combine.sh": "mondegreen.dropin.kaldi.score_mbr:score_combine",
        "utils/best_wer.sh": "mondegreen.dropin.kaldi.wer_scripts:best_wer",
        "utils/convert_ctm.pl": "mondegreen.dropin.kaldi.ctm_scripts:convert_ctm",
        "utils/ctm/resolve_ctm_overlaps.py": "mondegreen.dropin.kaldi.ctm_scripts:resolve_ctm_overlaps",
        "utils/int2sym.pl": "mondegreen.dropin.kaldi.symbol_tables:int2sym",
        "utils/sym2int.pl": "mondegreen.dropin.kaldi.symbol_tables:sym2int",
        "utils/scoring/wer_ops_details.pl": "mondegreen.dropin.kaldi.wer_scripts:wer_ops_details",
        "utils/scoring/wer_per_spk_details.pl": "mondegreen.dropin.kaldi.wer_scripts:wer_per_spk_details",
        "utils/scoring/wer_per_utt_details.pl": "mondegreen.dropin.kaldi.wer_scripts:wer_per_utt_details",
        "utils/scoring/wer_report.pl": "mondegreen.dropin.kaldi.wer_scripts:wer_report",
        "bin/ali-to-phones": "mondegreen.dropin.kaldi.lattice_programs.phones:ali_to_phones",
        "bin/lattice-1best": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_1best",
        "bin/lattice-add-penalty": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_add_penalty",
        "bin/lattice-align-phones": "mondegreen.dropin.kaldi.lattice_programs.phones:lattice_align_phones",
        "bin/lattice-align-words": "mondegreen.dropin.kaldi.lattice_programs.align:lattice_align_words",
        "bin/lattice-align-words-lexicon": "mondegreen.dropin.kaldi.lattice_programs.align:lattice_align_words_lexicon",
        "bin/lattice-arc-post": "mondegreen.dropin.kaldi.lattice_programs.measure:lattice_arc_post",
        "bin/lattice-best-path": "mondegreen.dropin.kaldi.lattice_programs.decode:lattice_best_path",
        "bin/lattice-combine": "mondegreen.dropin.kaldi.lattice_programs.combine:lattice_combine",
        "bin/lattice-confidence": "mondegreen.dropin.kaldi.lattice_programs.measure:lattice_confidence",
        "bin/lattice-copy": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_copy",
        "bin/lattice-copy-backoff": "mondegreen.dropin.kaldi.lattice_programs.combine:lattice_copy_backoff",
        "bin/lattice-depth": "mondegreen.dropin.kaldi.lattice_programs.measure:lattice_depth",
        "bin/lattice-depth-per-frame": "mondegreen.dropin.kaldi.lattice_programs.measure:lattice_depth_per_frame",
        "bin/lattice-determinize": "mondegreen.dropin.kaldi.lattice_programs.determinize:lattice_determinize",
        "bin/lattice-determinize-pruned": "mondegreen.dropin.kaldi.lattice_programs.determinize:determinize_pruned",
        "bin/lattice-equivalent": "mondegreen.dropin.kaldi.lattice_programs.combine:lattice_equivalent",
        "bin/lattice-interp": "mondegreen.dropin.kaldi.lattice_programs.combine:lattice_interp",
        "bin/lattice-limit-depth": "mondegreen.dropin.kaldi.lattice_programs.determinize:lattice_limit_depth",
        "bin/lattice-mbr-decode": "mondegreen.dropin.kaldi.lattice_programs.decode:lattice_mbr_decode",
        "bin/lattice-minimize": "mondegreen.dropin.kaldi.lattice_programs.determinize:lattice_minimize",
        "bin/lattice-oracle": "mondegreen.dropin.kaldi.lattice_programs.decode:lattice_oracle",
        "bin/lattice-project": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_project",
        "bin/lattice-prune": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_prune",
        "bin/lattice-push": "mondegreen.dropin.kaldi.lattice_programs.determinize:lattice_push",
        "bin/lattice-rmali": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_rmali",
        "bin/lattice-scale": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_scale",
        "bin/lattice-to-ctm-conf": "mondegreen.dropin.kaldi.lattice_programs.decode:lattice_to_ctm_conf",
        "bin/lattice-to-fst": "mondegreen.dropin.kaldi.lattice_programs.transform:lattice_to_fst",
        "bin/lattice-to-nbest": "mondegreen.dropin.kaldi.lattice_programs.nbest:lattice_to_nbest",
        "bin/lattice-to-phone-lattice": "mondegreen.dropin.kaldi.lattice_programs.phones:lattice_to_phone_lattice",
        "bin/lattice-to-post": "mondegreen.dropin.kaldi.lattice_programs.measure:lattice_to_post",
        "bin/lattice-union": "mondegreen.dropin.kaldi.lattice_programs.combine:lattice_union",
        "bin/linear-to-nbest": "mondegreen.dropin.kaldi.lattice_programs.nbest:linear_to_nbest",
        "bin/nbest-to-ctm": "mondegreen.dropin.kaldi.lattice_programs.nbest:nbest_to_ctm",
        "bin/nbest-to-lattice": "mondegreen.dropin.kaldi.lattice_programs.nbest:nbest_to_lattice",
        "bin/nbest-to-linear": "mondegreen.dropin.kaldi.lattice_programs.nbest:nbest_to_linear",
    },
    "espnet": {
        "utils/score_sclite.sh": "mondegreen.dropin.espnet.score_sclite:score_sclite",
        "utils/score_sclite_case.sh": "mondegreen.dropin.espnet.score_sclite:score_sclite_case",
        "utils/show_result.sh": "mondegreen.dropin.espnet.summary:show_result",
        "scripts/utils/show_asr_result.sh": "mondegreen.dropin.espnet.summary:show_asr_result",
        "scripts/utils/show_translation_result.sh": "mondegreen.dropin.espnet.translation:show_translation_result",
        "scripts/utils/show_tts_results.sh": "mondegreen.dropin.espnet.summary:show_tts_results",
    },
    "jiwer": {"jiwer": "mondegreen.adapters.jiwer.command:main"},
}


def list_programs() -> Registry[str]:
    """Return the programs of all groups by their names."""
    by_name = {path.rpartition("/")[2]: target for group in PROGRAMS.values() for path, target in group.items()}
    return Registry("program", by_name)
