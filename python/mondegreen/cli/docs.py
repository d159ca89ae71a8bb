"""`mondegreen docs`: the pages that come with the package, printed or opened in a browser."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mondegreen.plan.about import DocsPlan


def run(plan: DocsPlan) -> int:
    """Lists, prints or opens."""
    from mondegreen.component import unknown_name

    known = list_pages()
    for name in plan.pages:
        if name not in known:
            raise unknown_name("page", name, known)
    wanted = {name: known[name] for name in plan.pages}
    if plan.open:
        show_pages(wanted or known)
    elif wanted:
        for path in wanted.values():
            print_pages(path.read_text(encoding="utf-8"))
    else:
        width = max(map(len, known))
        print("".join(f"{name:<{width}}  {get_title(path)}\n" for name, path in known.items()), end="")
    return 0


def list_pages() -> dict[str, Path]:
    """The pages by name, the first steps first."""
    from pathlib import Path

    folder = Path(__file__).parents[1] / "docs"
    found = {path.stem: path for path in sorted(folder.glob("*.md"))}
    return {"first-steps": found.pop("first-steps"), **found}


def get_title(path: Path) -> str:
    """A page's first heading."""
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def print_pages(text: str) -> None:
    """A page as a terminal shows it; elsewhere as it is written."""
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def show_pages(wanted: Mapping[str, Path]) -> None:
    """Opens pages, one under the other, in the browser; where there is none, says where they lie."""
    import tempfile
    import webbrowser
    from pathlib import Path

    from markdown_it import MarkdownIt

    text = "\n\n".join(path.read_text(encoding="utf-8") for path in wanted.values())
    inside = MarkdownIt("commonmark").enable("table").render(text)
    style = "body{max-width:50em;margin:2em auto;padding:0 1em;font:16px/1.5 sans-serif}pre{overflow-x:auto}"
    head = f'<!doctype html><meta charset="utf-8"><title>mondegreen</title><style>{style}</style>'
    place = Path(tempfile.mkdtemp(prefix="mondegreen-docs-"), "docs.html")
    place.write_text(f"{head}\n{inside}", encoding="utf-8")
    opened = webbrowser.open(place.as_uri())
    print(f"{'opened' if opened else 'no browser was found; open'} {place}")
