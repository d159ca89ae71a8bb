"""`mondegreen kaldi`, `espnet` and `tools`: scoring inside recipes of others, and the originals by their names."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.kaldi import KaldiDoctorPlan, KaldiPlan
    from mondegreen.plan.recipes import EspnetPlan, ToolsPlan


def run_kaldi(plan: KaldiPlan) -> int:
    """Scores a decode directory, and shows a table for each metric."""
    from mondegreen.batch import Settings
    from mondegreen.dropin.kaldi.score_decode import check_files, parse_settings, read_best_setting, score_decode
    from mondegreen.errors import warn
    from mondegreen.metrics import make_metrics
    from mondegreen.resolve import make_resources, split_metrics
    from mondegreen.writers import save_plots, select_plots, select_table_writer

    metrics, write = make_metrics(split_metrics(plan.metrics or ())), select_table_writer(plan)
    plots = select_plots(plan)
    check_files(plan.data, plan.lang, plan.decode)
    if plan.dev is None:
        settings = parse_settings(range(plan.min_lmwt, plan.max_lmwt + 1), plan.word_ins_penalty)
    else:
        settings = [read_best_setting(plan.dev)]
    blocks = score_decode(
        plan.data,
        plan.lang,
        plan.decode,
        settings,
        beam=plan.beam if plan.mbr else None,
        characters=plan.characters,
        metrics=metrics,
        metric_settings=Settings(resources=make_resources(plan)),
        strict=plan.strict,
        one_alignment=plan.one_alignment,
        warn=warn,
    )
    if plots:
        from mondegreen.render.plot.maps import draw_grids

        save_plots(plan, plots, lambda kind: draw_grids(blocks, plan.decode))  # noqa: ARG005 - it has one
    write([], blocks)
    return 0


def examine_kaldi(plan: KaldiDoctorPlan) -> int:
    """Checks a decode directory, and shows what was found; fails if anything is wrong."""
    from mondegreen.dropin.kaldi.score_decode import examine, make_table
    from mondegreen.writers import select_table_writer

    write = select_table_writer(plan)
    findings = list(examine(plan.decode, plan.data, plan.lang))
    write([], [make_table(plan.decode, findings)])
    return 0 if all(finding.is_well for finding in findings) else 1


def run_espnet(plan: EspnetPlan) -> int:
    """Scores an experiment, and shows its tables; fails if a decode directory could not be scored."""
    from mondegreen.batch import Settings
    from mondegreen.cli.guard import print_message, warn
    from mondegreen.dropin.espnet import report
    from mondegreen.dropin.espnet.experiment import plan_experiment
    from mondegreen.resolve import make_resources, split_metrics
    from mondegreen.writers import save_plots, select_plots, select_table_writer, select_writer

    metrics = []
    if plan.metrics:  # without any, nothing that they need is imported
        from mondegreen.metrics import make_metrics

        metrics = make_metrics(split_metrics(plan.metrics))
    work, plots = plan_experiment(plan), select_plots(plan)
    settings = Settings(resources=make_resources(plan), threads=plan.threads)
    write = select_writer(plan) if metrics else select_table_writer(plan)
    work.score()
    paths = work.write_summaries(plan.results or "")
    oracles = [report.make_oracle_table(work, metrics, settings)] if plan.nbest else []
    for note in work.notes:
        warn(note)
    for path in paths:
        print_message("note", f"wrote {path}")
    runs = report.measure(work, metrics, settings) if metrics else []
    rates, others = report.make_tables(work, oracles, runs)
    if plots:
        from mondegreen.render.plot.tables import draw_espnet

        save_plots(plan, plots, lambda kind: draw_espnet(rates))  # noqa: ARG005 - it has one
    write(runs, [rates, *others] if rates.rows or not others else others)
    return 1 if any(result.failed for result in work.results) else 0


def run_tools(plan: ToolsPlan) -> int:
    """Links or unlinks, prints each place, and says what else was done."""
    from mondegreen.cli.guard import print_message
    from mondegreen.dropin import PROGRAMS
    from mondegreen.dropin.link import get_backup, link, unlink

    groups = [*plan.of, *(name for name in ("kaldi", "espnet") if getattr(plan, name))] or ["sctk"]
    if plan.all:
        groups = list(PROGRAMS)
    if plan.action == "unlink":
        plan.refuse_idle(["over"], "is for link")
        for place in unlink(plan.folder, groups, plan.only):
            print(place)
        return 0
    linked = link(plan.folder, groups, plan.only, over=plan.over, flat=plan.all)
    for place in linked.paths:
        print(place)
    print_message("note", f"linked {len(linked.paths)} programs into {plan.folder}")
    for place in linked.replaced:
        print_message("note", f"{place}: replaced; what it was is {get_backup(place).name}")
    for place in linked.companions:
        print_message("note", f"{place}: written, as recipes need it and it was missing")
    return 0
