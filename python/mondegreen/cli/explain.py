"""`mondegreen explain`: the page of a metric, a format, a report or whatever else has a name."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.about import ExplainPlan

HELP = """\
Explains a metric, a format, a report, a rule, a tokenizer or an alignment.

example:
  mondegreen explain cer
"""
PLAN = "mondegreen.plan.about:ExplainPlan"


def run(plan: ExplainPlan) -> int:
    """Prints the pages; a name that several things bear has several."""
    from mondegreen.catalogue import OPTIONS, explain_name
    from mondegreen.cli.layout import fit_columns, get_width

    pages = [entry for name in plan.names for entry in explain_name(name)]
    width = get_width()
    heads = (f"{each.kind} {each.name} ({OPTIONS[each.kind]} {each.name})" for each in pages)
    texts = (f"{head}\n\n{fit_columns(each.page, width)}\n" for head, each in zip(heads, pages, strict=True))
    print("\n".join(texts), end="")
    return 0
