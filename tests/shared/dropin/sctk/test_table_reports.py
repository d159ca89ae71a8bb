"""The reports that are tables, against what sclite wrote once."""

from mondegreen.dropin.sctk.summary_tables import format_rsum, format_sum
from mondegreen.dropin.sctk.system import read_sgml
from mondegreen.dropin.sctk.table import Tables
from shared.data import DATA


def test_summaries_are_those_that_sclite_wrote() -> None:
    for case in ("stm_conf_2", "stm_conf_3"):
        files = DATA / "sclite" / case / "expect" / "files" / "out"
        with (files / "rep.sgml").open("rb") as lines:
            (system,) = read_sgml(lines.read())
        tables = Tables()
        for extension, report in (("sys", format_sum), ("raw", format_rsum)):
            assert report(system, tables) == (files / f"rep.{extension}").read_bytes()
