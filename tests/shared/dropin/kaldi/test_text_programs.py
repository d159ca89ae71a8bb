"""All of Kaldi's cases of texts: the test of the few, with the fixture that this suite has of them."""

from dropin.kaldi.test_text_programs import test_programs_print_what_kaldi_printed

__all__ = ["test_programs_print_what_kaldi_printed"]
