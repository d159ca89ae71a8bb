"""`steps/scoring/score_kaldi_cer.sh`: character error rates of a decode folder."""

from __future__ import annotations

from mondegreen.dropin.kaldi.score_kaldi_wer import announce, conclude, forget_old_names, hear, planned
from mondegreen.dropin.kaldi.scoring import CHARACTERS
from mondegreen.dropin.kaldi.scripts import Script, script


@script("steps/scoring/score_kaldi_cer.sh")
def run(call: Script) -> None:
    """Scores characters, of texts that it makes or that the script for words has left."""
    options, task = planned(call, speaker=call.name)
    announce(call, options)
    task.filter_reference()
    if options.whole("stage") <= 0:
        hear(options, task)
        task.rate()
    if options.whole("stage") <= 2:
        task.tokenise()
        task.rate(CHARACTERS)
    if options.whole("stage") <= 3:
        conclude(call, options, task, CHARACTERS)
    forget_old_names(task.decode)
