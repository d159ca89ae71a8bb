"""`steps/scoring/score_kaldi_wer.sh`, which is `steps/score_kaldi.sh`: word error rates of a decode folder."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.hypotheses import all_settings
from mondegreen.dropin.kaldi.recipe import FAILED, NO_SUCH, Options, need, shown
from mondegreen.dropin.kaldi.scoring import WORDS, Scoring
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.scoring import Unit

DEFAULTS = {
    "cmd": "run.pl",
    "stage": "0",
    "decode_mbr": "false",
    "stats": "true",
    "beam": "6",
    "word_ins_penalty": "0.0,0.5,1.0",
    "min_lmwt": "7",
    "max_lmwt": "17",
    "iter": "final",
}
# What other programs print of their use is looked at, by those who count its lines as well.
USAGE = """\
Usage: {name} [--cmd (run.pl|queue.pl...)] <data-dir> <lang-dir|graph-dir> <decode-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --stage (0|1|2)                 # start scoring script from part-way through.
    --decode_mbr (true/false)       # maximum bayes risk decoding (confusion network).
    --min_lmwt <int>                # minumum LM-weight for lattice rescoring\x20
    --max_lmwt <int>                # maximum LM-weight for lattice rescoring\x20
"""


@script("steps/score_kaldi.sh")
def run(call: Script) -> None:
    """Scores words; the stages are those of the original."""
    options, task = planned(call, speaker="score.sh")
    announce(call, options)
    task.filter_reference()
    if options.whole("stage") <= 0:
        hear(options, task)
        task.rate()
    if options.whole("stage") <= 1:
        conclude(call, options, task, WORDS)
    forget_old_names(task.decode)


def planned(call: Script, speaker: str) -> tuple[Options, Scoring]:
    """The options and the task of a command line, once all that must be there is found."""
    shown(call)
    options = Options(call, DEFAULTS)
    if len(options.arguments) != 3:
        call.write(USAGE.format(name=call.name))
        raise DieError("", FAILED)
    data, lang, decode = options.arguments
    speakers = [f"{data}/utt2spk"] if options.flag("stats") else []
    need(call, [f"{lang}/words.txt", f"{decode}/lat.1.gz", f"{data}/text", *speakers], speaker, NO_SUCH)
    settings = list(all_settings(options.weights(), options.text("word_ins_penalty")))
    try:
        [setting.cost for setting in settings]  # a penalty that is no number is found before anything is done
    except ValueError as error:
        raise DieError(f"{call.name}: {error}", FAILED) from None
    return options, Scoring(data, f"{lang}/words.txt", decode, settings)


def announce(call: Script, options: Options) -> None:
    """Tells what is scored."""
    kind = "MBR, " if options.flag("decode_mbr") else ""
    call.write(f"{call.name}: scoring with {kind}word insertion penalty={options.text('word_ins_penalty')}\n")


def hear(options: Options, task: Scoring) -> None:
    """Searches the lattices."""
    task.hear(beam=options.number("beam") if options.flag("decode_mbr") else None)


def conclude(call: Script, options: Options, task: Scoring, unit: Unit) -> None:
    """Finds the best setting, and describes it if that is wanted."""
    best = task.best(unit).split()
    parts = best[-1].split("_") if best else []
    if len(parts) < 2:
        what = (
            f"we could not get the details of the best {unit.name.upper()} from the file {task.decode}/{unit.name}_*."
        )
        call.write(f"{call.name}: {what}  Probably something went wrong.\n")
        raise DieError("", FAILED)
    if options.flag("stats"):
        task.details(parts[-2], parts[-1], unit)


def forget_old_names(decode: str) -> None:
    """Removes results under the names that older scripts gave them (`wer_7`, `cer_12`), as the original does."""
    for name in os.listdir(decode):
        kind, mark, rest = name.partition("_")
        if kind in ("wer", "cer") and mark and len(rest) in (1, 2) and not os.path.isdir(f"{decode}/{name}"):
            os.remove(f"{decode}/{name}")
