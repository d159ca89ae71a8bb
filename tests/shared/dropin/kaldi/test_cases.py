"""Whole command lines of all of Kaldi's cases: the tests of the few, with the fixture that this suite has of them."""

from dropin.kaldi.test_cases import test_tools_print_what_kaldi_printed, tools, workplace

__all__ = ["test_tools_print_what_kaldi_printed", "tools", "workplace"]
