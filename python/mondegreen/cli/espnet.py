"""`mondegreen espnet`: an experiment of an ESPnet recipe scored as its stage 13 does, joined by utterance."""

from __future__ import annotations

from mondegreen.cli.guard import say, warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.batch import Settings
    from mondegreen.dropin.espnet.experiment import Experiment
    from mondegreen.measure.metric import Metric

RATES = "cer,wer,ter"
HELP = """\
Scores an experiment of ESPnet, and leaves the files that its scoring stage leaves.

example:
  mondegreen espnet score exp/asr_train_asr_conformer_raw_en_bpe5000
  mondegreen espnet score exp/asr_transducer --nbest
  mondegreen espnet score exp/asr_conformer --nlsyms_txt data/nlsyms.txt --bpemodel data/token_list/bpe.model
  mondegreen espnet score asr_outputs --data dump/raw/eval --score_opts '-s' --metrics semdist,ember
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options; those of asr.sh bear its names too."""
    from mondegreen.cli import options, outside

    add = parser.add_argument
    add("action", choices=["score"], help="score all decode folders")
    add("experiment", metavar="EXP", help="an experiment, or a decode folder of it: of ESPnet 1, 2 or 3, or of VERSA")
    add("--only", action="append", default=[], metavar="NAME", help="only this test set or tag; may come again (all)")
    add("--rates", default=RATES, metavar="NAMES", help="of these (%(default)s); ter needs a model")
    add("--results", metavar="FILE", help="where the summary goes (RESULTS.md in EXP; of ESPnet 1, beside EXP)")
    add("--metrics", action="append", metavar="NAMES", help="other metrics of each decode folder; may come again")
    add("--nbest", action="store_true", help="also the best of n-best lists by those metrics, or by wer and cer")
    add("--strict", action="store_true", help="what does not fit, such as a missing utterance, is an error")
    add("--literal", action="store_true", help="do as ESPnet does: pair by line, and take texts for sclite's signs")
    add("--threads", type=int, metavar="N", help="how many work at once (one for each core)")
    recipe(parser)
    outside.models(parser)
    options.answering(parser)


def recipe(parser: ArgumentParser) -> None:
    """What a recipe tells its scoring stage."""
    group = parser.add_argument_group("the recipe's own (what the experiment's config.yaml says)")

    def add(name: str, **how: str) -> None:
        group.add_argument(*dict.fromkeys((f"--{name.replace('_', '-')}", f"--{name}")), **how)  # type: ignore[arg-type] # all are texts

    add("dumpdir", default="dump/raw", metavar="DIR", help="where the references' folders are (%(default)s)")
    add("data", default="", metavar="DIR", help="the one references' folder, with text and utt2spk")
    add("nlsyms_txt", metavar="FILE", help="non-linguistic symbols, which are left out")
    add("cleaner", metavar="NAME", help="rewrites references: tacotron, jaconv, whisper_en, whisper_basic, ...")
    add("hyp_cleaner", metavar="NAME", help="rewrites hypotheses (none)")
    add("bpemodel", metavar="FILE", help="SentencePiece model, for token error rates")
    add("token_list", default="", metavar="FILE", help="the model's tokens, to see whether what was decoded fits")
    add("token_type", metavar="NAME", help="what was trained on: char, word, bpe, whisper_en, ...")
    add("score_opts", default="", metavar="OPTIONS", help="options of sclite, such as '-e utf-8 -c NOASCII'")
    add("dict", default="", metavar="FILE", help="ESPnet 1's list of tokens (the only data/lang_*/*_units.txt)")
    group.add_argument("--num-spkrs", "--num_spkrs", type=int, default=1, metavar="N", help="ESPnet 1's speakers (1)")


def words(given: Sequence[str]) -> list[str]:
    """The command line with sclite's options bound to the name before them, for they begin as options do."""
    bound: list[str] = []
    for word in given:
        if bound and bound[-1] in ("--score_opts", "--score-opts"):
            bound[-1] += f"={word}"
        else:
            bound.append(word)
    return bound


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then scores, and shows tables."""
    from mondegreen.cli import options
    from mondegreen.dropin.espnet import report

    metrics, work = select_metrics(args), plan(args)
    write = options.writer(args) if metrics else options.tables_writer(args)
    work.score()
    paths = work.write_summaries(args.results or "")
    oracles = [report.make_oracle_table(work, metrics, make_settings(args))] if args.nbest else []
    for note in work.notes:
        warn(note)
    for path in paths:
        say("note", f"wrote {path}")
    runs = report.measure(work, metrics, make_settings(args)) if metrics else []
    write(runs, report.make_tables(work, oracles, runs))
    return 1 if any(result.failed for result in work.results) else 0


def select_metrics(args: Namespace) -> list[Metric]:
    """The metrics besides ESPnet's own; where there are none, nothing that they need is imported."""
    if not args.metrics:
        return []
    from mondegreen.cli.measuring import asked
    from mondegreen.measure import chosen

    return chosen(asked(args.metrics))


def plan(args: Namespace) -> Experiment:
    """What is to be done, once the options make sense."""
    from mondegreen.cli.options import refuse_less
    from mondegreen.dropin.espnet.experiment import plan_experiment

    refuse_less(args, 1, "threads", "num_spkrs")
    return plan_experiment(
        args.experiment,
        {
            "symbols": args.nlsyms_txt,
            "cleaner": args.cleaner,
            "hyp_cleaner": args.hyp_cleaner,
            "bpemodel": args.bpemodel,
            "token_type": args.token_type,
        },
        rates=args.rates,
        score_opts=args.score_opts,
        literal=args.literal,
        token_list=args.token_list,
        dumpdir=args.dumpdir,
        data=args.data,
        dictionary=args.dict,
        speakers=args.num_spkrs,
        threads=args.threads,
        strict=args.strict,
        only=args.only,
    )


def make_settings(args: Namespace) -> Settings:
    """The models that metrics look at, and how many threads."""
    from mondegreen.batch import Settings
    from mondegreen.cli import outside

    return Settings(resources=outside.resources(args), threads=args.threads)
