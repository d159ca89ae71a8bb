"""`show_asr_result.sh [exp]`: the tables of ESPnet 2 in Markdown."""

from __future__ import annotations

from mondegreen.dropin.espnet import environment, summary
from mondegreen.dropin.kaldi.recipe import Options
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

ASR_DEFAULTS = {"mindepth": "0", "maxdepth": "10", "literal": "false"}


@script("show_asr_result.sh")
def show_asr_result(call: Script) -> None:
    """Prints them."""
    options = Options(call, ASR_DEFAULTS)
    if len(options.arguments) > 1:
        call.say(f"Usage: {call.name} --mindepth 0 --maxdepth 1 [exp]")
        call.write("\nShow the system environments and the evaluation results in Markdown format.\n")
        call.write('The default of <exp> is "exp/".\n')
        raise DieError("", 1)
    root = (options.arguments or ["exp"])[0]
    call.write(environment.format_head("asr_result", call.name))
    depths = options.whole("mindepth"), options.whole("maxdepth")
    for part in summary.format_asr_sections(root, *depths, literal=options.flag("literal")):
        call.write(part)
