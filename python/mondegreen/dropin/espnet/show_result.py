"""`show_result.sh --exp exp`: the tables of ESPnet 1 in Markdown."""

from __future__ import annotations

from mondegreen.dropin.espnet import environment, summary
from mondegreen.dropin.kaldi.recipe import Options
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

RESULT_DEFAULTS = {"exp": "exp", "mindepth": "0", "maxdepth": "1", "literal": "false"}


@script("show_result.sh")
def show_result(call: Script) -> None:
    """Prints them."""
    options = Options(call, RESULT_DEFAULTS)
    if options.arguments:
        raise DieError(f"Usage: {call.name} --exp exp --mindepth 0 --maxdepth 1", 1)
    call.write(environment.format_head("result", call.name))
    depths = options.whole("mindepth"), options.whole("maxdepth")
    for part in summary.format_experiments(options.text("exp"), *depths, literal=options.flag("literal")):
        call.write(part)
