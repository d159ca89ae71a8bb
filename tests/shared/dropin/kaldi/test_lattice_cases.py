"""All of Kaldi's cases of lattice programs: the tests of the few, with the fixture that this suite has of them."""

from dropin.kaldi.test_lattice_cases import (
    test_a_sweep_finds_what_three_programs_find_one_after_the_other,
    test_a_sweep_for_least_risk_finds_what_four_programs_find,
    test_oracles_have_as_many_errors_as_kaldis,
    test_programs_print_what_kaldi_printed,
    workplace,
)

__all__ = [
    "test_a_sweep_finds_what_three_programs_find_one_after_the_other",
    "test_a_sweep_for_least_risk_finds_what_four_programs_find",
    "test_oracles_have_as_many_errors_as_kaldis",
    "test_programs_print_what_kaldi_printed",
    "workplace",
]
