"""`mondegreen list` and `mondegreen explain`: everything that has a name, and the page of each."""

from __future__ import annotations

from itertools import groupby

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.about import ExplainPlan, ListPlan


def run_list(plan: ListPlan) -> int:
    """Prints each kind with its names, a line each."""
    from mondegreen.catalogue import OPTIONS, list_entries
    from mondegreen.cli.layout import get_width, hang_text
    from mondegreen.component import unknown_name

    kinds = {f"{kind}s".replace(" ", "-"): kind for kind in OPTIONS}
    wanted = None
    if plan.kind is not None:
        asked = plan.kind.replace(" ", "-").removesuffix("s") + "s"
        if asked not in kinds:
            raise unknown_name("kind of thing", plan.kind, kinds)
        wanted = kinds[asked]
    shown = [entry for entry in list_entries() if wanted in (None, entry.kind)]
    width = max((len(entry.name) for entry in shown), default=0)
    for kind, group in groupby(shown, key=lambda entry: entry.kind):
        print(f"{kind}s ({OPTIONS[kind]})")
        for entry in group:
            print(hang_text(f"  {entry.name:<{width}}  ", entry.summary, get_width()))
    return 0


def run_explain(plan: ExplainPlan) -> int:
    """Prints the pages; a name that several things bear has several."""
    from mondegreen.catalogue import OPTIONS, explain_name
    from mondegreen.cli.layout import fit_columns, get_width

    pages = [entry for name in plan.names for entry in explain_name(name)]
    width = get_width()
    heads = (f"{each.kind} {each.name} ({OPTIONS[each.kind]} {each.name})" for each in pages)
    texts = (f"{head}\n\n{fit_columns(each.page, width)}\n" for head, each in zip(heads, pages, strict=True))
    print("\n".join(texts), end="")
    return 0
