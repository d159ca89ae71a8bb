"""`mondegreen kaldi`: what Kaldi's recipes score, with a look at all settings at once."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

BEAM = 6.0
HELP = """\
Scores a decode folder of Kaldi, and leaves the files that steps/score_kaldi.sh leaves. Started in a recipe it runs the
filters that this has, such as local/wer_output_filter, as that script does.

example:
  mondegreen kaldi score data/test exp/tri3b/graph exp/tri3b/decode_test
  mondegreen kaldi score data/test lang exp/decode --min-lmwt 5 --characters --metrics ember,semdist --strict
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, outside

    add = parser.add_argument
    add("action", choices=["score"], help="score all settings, and describe the best one")
    add("data", metavar="DATA", help="the folder with text and utt2spk")
    add("lang", metavar="LANG", help="the folder of the language or the graph, with words.txt")
    add("decode", metavar="DECODE", help="the folder with lat.1.gz, lat.2.gz, ...")
    add("--min-lmwt", type=int, default=7, metavar="N", help="the least language model weight (%(default)s)")
    add("--max-lmwt", type=int, default=17, metavar="N", help="the greatest one (%(default)s)")
    add("--word-ins-penalty", default="0.0,0.5,1.0", metavar="LIST", help="penalties of a word (%(default)s)")
    add("--mbr", action="store_true", help="words of least expected errors, rather than best paths")
    add("--beam", type=float, metavar="X", help=f"with --mbr, leave out paths worse by more ({BEAM:g})")
    add("--characters", action="store_true", help="character error rates too, as score_kaldi_cer.sh leaves them")
    add("--metrics", action="append", metavar="NAMES", help="other metrics for each setting; may come again")
    add("--strict", action="store_true", help="a damaged archive, an unknown word or a missing hypothesis is an error")
    add(
        "--one-alignment",
        action="store_true",
        help="count insertions, deletions and substitutions as per_utt shows them; Kaldi counts them by another "
        "of equally good alignments",
    )
    outside.models(parser)
    options.answering(parser, toolkits=False)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then scores, and shows a table for each metric."""
    from mondegreen.batch import Settings
    from mondegreen.cli import options, outside
    from mondegreen.cli.measuring import asked
    from mondegreen.dropin.kaldi.score_decode import check_files, parse_settings, score_decode
    from mondegreen.errors import ScoreError
    from mondegreen.measure import chosen

    metrics, write = chosen(asked(args.metrics or ())), options.tables_writer(args)
    check_files(args.data, args.lang, args.decode)
    options.refuse_less(args, 1, "min_lmwt")
    if not args.mbr:
        options.refuse_idle(args, {"beam": None}, "is for --mbr")
    if args.beam is not None and not args.beam >= 0:
        raise ScoreError(f"--beam is {args.beam:g}; give 0 or more")
    blocks = score_decode(
        args.data,
        args.lang,
        args.decode,
        parse_settings(range(args.min_lmwt, args.max_lmwt + 1), args.word_ins_penalty),
        beam=(BEAM if args.beam is None else args.beam) if args.mbr else None,
        characters=args.characters,
        metrics=metrics,
        metric_settings=Settings(resources=outside.resources(args)),
        strict=args.strict,
        one_alignment=args.one_alignment,
        warn=warn,
    )
    write([], blocks)
    return 0
