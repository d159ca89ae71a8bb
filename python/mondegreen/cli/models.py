"""`mondegreen doctor models`: what outside models are installed, what gets the others, and whether one works."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.plan.about import DoctorPlan
    from mondegreen.resources.installable import Item


def run(plan: DoctorPlan) -> int:
    """Lists all models, or tests those named."""
    if plan.names:
        for name in plan.names:
            print("\n".join(check_model(name, plan.language)))
    else:
        plan.refuse_idle(["language"], "is for models to test; name them: mondegreen doctor models NAME")
        print("\n".join(list_models()))
    return 0


def list_models() -> Iterator[str]:
    """Each kind of resource, and under it what it may use."""
    from mondegreen.cli.layout import get_width, hang_text
    from mondegreen.resources.installable import ITEMS

    width = max(len(item.name) for item in ITEMS)
    for kind in dict.fromkeys(item.kind for item in ITEMS):
        yield kind
        for item in ITEMS:
            if item.kind == kind:
                state = f"installed: {item.installed}" if item.installed else f"missing: {item.get}"
                yield hang_text(f"  {item.name:<{width}}  ", f"{item.purpose} ({state})", get_width())


def check_model(name: str, language: str | None) -> Iterator[str]:
    """Loads a resource, tries it, and says what it is."""
    from mondegreen.component import unknown_name
    from mondegreen.errors import ScoreError
    from mondegreen.resources import Resources
    from mondegreen.resources.installable import ITEMS, try_resource

    kind, _, model = name.partition("=")
    named = [item for item in ITEMS if name in (item.name, item.model)]
    for item in named:
        if not item.installed:
            raise ScoreError(f"{item.name} is not installed; {item.get}")
    if named:
        kind, model = named[0].kind, named[0].model or ""
    elif kind not in {item.kind for item in ITEMS}:
        raise unknown_name(
            "kind of resource or package", kind, {part for item in ITEMS for part in (item.kind, item.name)}
        )
    found = Resources(language).get(kind, model or None)
    yield f"{kind}: {found.identity}"
    yield f"  tried: {try_resource(kind, found)}"
    yield from (f"  {line}" for item in ITEMS if item.kind == kind for line in describe_model(item))


def describe_model(item: Item) -> Iterator[str]:
    """The version of a package that is there, and the checksum of its model files."""
    if item.installed:
        checksum = f" (sha256 of its model files: {item.checksum})" if item.model else ""
        yield f"{item.name} {item.installed}{checksum}"
