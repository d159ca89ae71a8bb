"""Figures for papers and talks: functions of finished numbers that draw, named by the kind that users ask for."""

from mondegreen.component import Registry

# Functions of runs and the column of their groups.
SCORE_PLOTS = Registry(
    "plot",
    {
        "scores": "mondegreen.render.plot.bars:draw_run_scores",
        "groups": "mondegreen.render.plot.groups:draw_run_groups",
        "lengths": "mondegreen.render.plot.groups:draw_run_lengths",
        "positions": "mondegreen.render.plot.groups:draw_run_positions",
        "distribution": "mondegreen.render.plot.utterances:draw_run_distribution",
        "confusions": "mondegreen.render.plot.utterances:draw_run_confusions",
        "calibration": "mondegreen.render.plot.lines:draw_run_calibration",
    },
)
# Functions of a comparison and the column of its groups; its runs can be drawn as those of `score` are.
COMPARISON_PLOTS = Registry(
    "plot",
    {
        "changes": "mondegreen.render.plot.bars:draw_changes",
        "scatter": "mondegreen.render.plot.utterances:draw_scatter",
        **SCORE_PLOTS,
    },
)
