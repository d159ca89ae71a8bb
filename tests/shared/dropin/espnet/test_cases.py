"""All of ESPnet's own runs, of which tests/golden holds a few."""

import json
import re

import pytest

from dropin.espnet.test_cases import TRANSLATED, CaseOf, Score, are_espnets_or_right, reproduces_the_original, score
from mondegreen.dropin.espnet.local_scoring import RECIPES
from programs import files
from recorded import Record, encode_content
from shared.data import DATA

__all__ = ["score"]

LOCAL_OPTIONS = re.compile(r"--local_score_opts '([^']*)'")

NAMES = """
    01_en_char 02_en_bpe_nbest 03_nlsyms 04_zh_char 05_empty_mixed 06_empty_all_ref 07_case_sensitive 08_case_default
    09_unicode 10_codeswitch_noascii 11_multispk2 12_s2t_whisper_en 13_tacotron_cleaner 14_special_tokens
    15_crash_brace 16_comment_line 17_misaligned_hyp 18_speaker_ids 19_long_utterances 20_avg_in_tag
    21_evaluate_asr_plainid 22_evaluate_asr_dashid 23_espnet1_char 24_espnet1_nlsyms 25_espnet3 26_versa_tts
    27_summarization_table 60_st_tc 61_st_multiref 62_st_lc_rm 63_st_empty_hyp 64_st_all_empty 65_st_short
    66_st_multidecoder 67_st_nlsyms_paren 68_st_zh 69_st_lost_line 70_enh_st 71_mt_tc 72_mt_multiref 73_mt_lc
    74_slu_slurp 75_slu_empty_hyp 76_slu_fsc 79_slu_slue_ner 80_slu_snips_f1 83_lid_score_lang_id 85_lid_fleurs
    86_superb_normal 87_superb_independent 88_superb_only_lid 89_superb2 90_seame 91_seame_odd 101_esp3_wer_cer
    102_esp3_cleaners 103_esp3_ter 104_esp3_keys 109_slu_voxceleb_f1
""".split()  # noqa: SIM905 - a line of names is easier to read


@pytest.fixture
def case_of() -> CaseOf:
    def case_of(name: str) -> Record:
        folder = DATA / "espnet" / name
        held = {
            part: {path: encode_content(data) for path, data in files(folder / where).items()}
            for part, where in (("in", "inputs"), ("files", "expected"))
        }
        case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
        commands = [each["command"] for each in case.get("commands", ())]
        recipe = case.get("recipe", "/").split("/")[1]
        opts = next((found[1] for each in commands if (found := LOCAL_OPTIONS.search(each))), "")
        given = {"times": len(commands) if case["kind"] in TRANSLATED else 1, "local_score_opts": opts}
        known = {"token_type": "", "local_score": recipe if recipe in RECIPES else "none"}
        return {"case": {**known, **case, **given}, **held}

    return case_of


@pytest.mark.parametrize("name", NAMES)
def test_files_are_espnets_or_right_and_said_to_be_so(score: Score, name: str) -> None:
    are_espnets_or_right(score, name)


@pytest.mark.parametrize("name", NAMES)
def test_literal_reproduces_the_original(score: Score, name: str) -> None:
    reproduces_the_original(score, name)
