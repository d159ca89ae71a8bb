"""What is made from the code: run as a program, it writes these parts anew; the tests check that they are fresh.

Names of pages, such as `architecture`, write these alone.
"""

import doctest
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import mondegreen
from mondegreen.component import load_target
from mondegreen.formats import FORMATS, find_format
from mondegreen.metrics import METRICS
from mondegreen.metrics.base import Metric
from pages import PAGES, ROOT
from reference import PARTS

PICTURE = ROOT / "python" / "mondegreen" / "docs" / "report.svg"
STUB = Path(mondegreen.__file__).with_suffix(".pyi")
# What the picture shows being typed.
TYPED = ("mondegreen compare ref.txt base.txt rescored.txt --metrics wer,cer --report changes,examples --top 1",)


def page(text: str) -> str:
    """A page with its tables, its outputs and its examples as they are now."""
    text = re.sub(r"(<!-- metrics:.*-->\n)[^<]*(<!-- /metrics -->)", rf"\1{metrics_table()}\2", text)
    text = re.sub(r"(<!-- formats:.*-->\n)[^<]*(<!-- /formats -->)", rf"\1{formats_table()}\2", text)
    for name, make in PARTS.items():
        text = re.sub(
            rf"(<!-- {name}: [^\n]*-->\n).*?(<!-- /{name} -->)",
            lambda found, make=make: found[1] + "\n" + make() + "\n" + found[2],  # type: ignore[misc]
            text,
            flags=re.DOTALL,
        )
    text = re.sub(r"```console\n\$ (.*)\n[^`]*```", lambda block: console(block[1]), text)
    return re.sub(r"```python\n([^`]*)```", lambda block: f"```python\n{examples(block[1])}```", text)


def metrics_table() -> str:
    rows = ["| metric | measures | better | options |", "|---|---|---|---|"]
    for target in METRICS.values():
        metric: type[Metric] = load_target(target)
        every = [each for kind in (metric, *map(load_target, metric.variants)) for each in kind.options]
        options = "; ".join(f"`{each.name}` ({', '.join(each.values)}): {each.help}" for each in dict.fromkeys(every))
        rows.append(f"| `{metric.name}` | {section(metric, 'Measures')} | {metric.better} | {options} |")
    return "\n".join(rows) + "\n"


def formats_table() -> str:
    rows = ["| format | is | is written | holds both sides |", "|---|---|---|---|"]
    for name in FORMATS:
        kind = find_format(name)
        what = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
        rows.append(f"| `{name}` | {what} | {'yes' if kind.is_writable else ''} | {'yes' if kind.holds_both else ''} |")
    return "\n".join(rows) + "\n"


def section(metric: type[Metric], heading: str) -> str:
    """What a metric's page says under a heading."""
    page = re.split(r"^ *(Measures|Formula|Example|Caveats|Source): *", metric.__doc__ or "", flags=re.MULTILINE)
    return " ".join(page[page.index(heading) + 1].split())


def console(command: str) -> str:
    """A block with a command and what it prints."""
    return f"```console\n$ {command}\n{printed(command, ROOT, NO_COLOR='1')}```"


def printed(command: str, folder: Path, **environment: str) -> str:
    """What a command prints that is typed in this folder."""
    words = shlex.split(command)
    assert words[0] == "mondegreen", command
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | environment,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    return done.stdout


def picture() -> str:
    """A terminal in which the commands were typed."""
    from rich.console import Console
    from rich.text import Text

    terminal = Console(record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for command in TYPED:
        out = printed(command, ROOT / "egs" / "rescoring", FORCE_COLOR="1", COLUMNS="80", TERM="xterm-256color")
        terminal.print(Text(f"$ {command}", style="bold"), Text.from_ansi(out), sep="\n")
    return terminal.export_svg(title="mondegreen", unique_id="mondegreen")


def examples(text: str) -> str:
    """The examples of a block, each with what it gives."""
    lines = []
    names: dict[str, object] = {}
    for example in doctest.DocTestParser().get_examples(text):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(example.source, "README.md", "single"), names)
        typed = example.source.rstrip("\n").replace("\n", "\n... ")
        lines.append(f">>> {typed}\n{out.getvalue()}")
    return "".join(lines)


def stub() -> str:
    """The public names as type checkers read them."""
    lines = [f"from mondegreen import {name} as {name}" for name in mondegreen._MODULES]
    lines += [f"from mondegreen.{home} import {name} as {name}" for name, home in mondegreen._HOMES.items()]
    head = '"""The public names, for type checkers; `just gen` writes it."""'
    tail = ["_HOMES: dict[str, str]", "_MODULES: tuple[str, ...]", "__all__: list[str]"]
    return "\n".join([head, "", *sorted(lines), "", *tail, ""])


if __name__ == "__main__":
    asked = sys.argv[1:]
    STUB.write_text(stub(), encoding="utf-8")
    if not asked:
        PICTURE.write_text(picture(), encoding="utf-8")
    for path in PAGES:
        if path.stem in asked or not asked:
            path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
