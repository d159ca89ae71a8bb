"""What data of strangers may hold: nothing here holds unless the command line says `--untrusted`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

# How deep alternatives may lie in others, whatever the limits: each level takes a call of the core's.
NESTED_ALTERNATIVES = 1_000


class Limits:
    """Whether data may name other files, how many columns a table may have, and how deep JSON and braces may nest."""

    links = True
    columns: int | None = None
    nesting: int | None = None


def check_links(target: str, name: str, line: int) -> None:
    """Refuse a line that names another file, unless data may."""
    if not Limits.links:
        raise ScoreError(f"names another file, {target}, and --untrusted opens none", path=name, line=line)


def check_columns(count: int, name: str) -> None:
    """Refuse a table of too many columns."""
    if Limits.columns is not None and count > Limits.columns:
        raise make_limit_error(f"there are {count:,} columns", "columns", Limits.columns, name)


def check_nesting(found: Any, name: str, line: int | None = None) -> None:  # noqa: ANN401 - any JSON
    """Refuse JSON that is nested too deeply."""
    if Limits.nesting is None:
        return
    level = [found]
    for _ in range(Limits.nesting):
        level = [child for each in level for child in list_children(each) if isinstance(child, dict | list)]
        if not level:
            return
    raise make_limit_error("this JSON is nested too deeply", "nesting", Limits.nesting, name, line)


def list_children(found: Any) -> Iterable[Any]:  # noqa: ANN401 - as above
    """What a list or an object holds."""
    return found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()


def check_braces(text: str) -> None:
    """Refuse a reference whose alternatives, `{ a / { b / c } }`, are nested too deeply."""
    most = NESTED_ALTERNATIVES if Limits.nesting is None else min(Limits.nesting, NESTED_ALTERNATIVES)
    if text.count("{") <= most:
        return
    depth = 0
    for sign in text:
        depth = max(depth + (sign == "{") - (sign == "}"), 0)
        if depth > most:
            what = f"the alternatives of {text[:20]}... are nested too deeply"
            if most == NESTED_ALTERNATIVES:
                raise ScoreError(f"{what}: more than {most:,} times")
            raise make_limit_error(what, "nesting", most)


def make_limit_error(what: str, limit: str, most: int, name: str | None = None, line: int | None = None) -> ScoreError:
    """The error of what is beyond a limit, with how to allow more."""
    hint = f"if that is right, raise it: --limits {limit}=N"
    return ScoreError(f"{what}, more than {most:,}; {hint}", path=name, line=line)
