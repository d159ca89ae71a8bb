"""`show_tts_results.sh [expdir]`: the tables of synthesised speech that VERSA scored, in Markdown."""

from __future__ import annotations

from mondegreen.dropin.espnet import environment, versa
from mondegreen.dropin.kaldi.recipe import Options
from mondegreen.dropin.kaldi.scripts import DieError, Script, script


@script("show_tts_results.sh")
def show_tts_results(call: Script) -> None:
    """Prints them."""
    options = Options(call, {"literal": "false"})
    if len(options.arguments) > 1:
        call.say(f"Usage: {call.name} --mindepth 0 --maxdepth 1 [expdir]")
        call.write("\nShow the system environments and the evaluation results in Markdown format.\n")
        raise DieError("", 1)
    call.write(environment.format_head("tts_results", call.name))
    for part in versa.format_versa_sections((options.arguments or ["exp"])[0], literal=options.flag("literal")):
        call.write(part)
