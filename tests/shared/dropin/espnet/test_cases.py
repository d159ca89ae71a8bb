"""All of ESPnet's own runs, of which tests/golden holds a few."""

import json

import pytest

from dropin.espnet.test_cases import CaseOf, Score, are_espnets_or_right, reproduces_the_original, score
from programs import files
from recorded import Record, encode_content
from shared.data import DATA

__all__ = ["score"]

NAMES = """
    01_en_char 02_en_bpe_nbest 03_nlsyms 04_zh_char 05_empty_mixed 06_empty_all_ref 07_case_sensitive 08_case_default
    09_unicode 10_codeswitch_noascii 11_multispk2 12_s2t_whisper_en 13_tacotron_cleaner 14_special_tokens
    15_crash_brace 16_comment_line 17_misaligned_hyp 18_speaker_ids 19_long_utterances 20_avg_in_tag
    21_evaluate_asr_plainid 22_evaluate_asr_dashid 23_espnet1_char 24_espnet1_nlsyms 25_espnet3 26_versa_tts
    27_summarization_table
""".split()  # noqa: SIM905 - a line of names is easier to read


@pytest.fixture
def case_of() -> CaseOf:
    def case_of(name: str) -> Record:
        folder = DATA / "espnet" / name
        held = {
            part: {path: encode_content(data) for path, data in files(folder / where).items()}
            for part, where in (("in", "inputs"), ("files", "expected"))
        }
        return {"case": json.loads((folder / "case.json").read_text(encoding="utf-8")), **held}

    return case_of


@pytest.mark.parametrize("name", NAMES)
def test_files_are_espnets_or_right_and_said_to_be_so(score: Score, name: str) -> None:
    are_espnets_or_right(score, name)


@pytest.mark.parametrize("name", NAMES)
def test_literal_reproduces_the_original(score: Score, name: str) -> None:
    reproduces_the_original(score, name)
