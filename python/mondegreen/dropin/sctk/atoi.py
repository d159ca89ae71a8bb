"""Old name of `mondegreen.dropin.emulation.numbers.parse_c_int`, until rfilter1 imports from there."""

from mondegreen.dropin.emulation.numbers import parse_c_int as atoi

__all__ = ["atoi"]
