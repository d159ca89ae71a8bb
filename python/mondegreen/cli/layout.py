"""Lines for people, broken where their terminal is narrower; in a pipe they stay whole."""

import re
import sys

UNBOUNDED = 1_000_000
HEADING = re.compile(r"[A-Z]\w+:(?: |$)")
# Under these headings of a page each line stands for itself.
LISTS = ("Example:", "Options:")
CODE = (">>>", "...")


def get_width() -> int:
    """How many letters a line may have."""
    if not sys.stdout.isatty():
        return UNBOUNDED
    from shutil import get_terminal_size

    return get_terminal_size().columns


def hang_text(head: str, text: str, width: int, indent: int | None = None) -> str:
    """A text beside its head; what does not fit stands under its beginning, or so far from the left."""
    if len(head) + len(text) <= width:
        return head + text
    from textwrap import fill

    return fill(
        text,
        width,
        initial_indent=head,
        subsequent_indent=" " * (len(head) if indent is None else indent),
        break_long_words=False,
        break_on_hyphens=False,
    )


def fit_columns(page: str, width: int) -> str:
    """A page with its paragraphs broken anew, if any line is too long; examples stay as they are."""
    lines = page.splitlines()
    if all(len(line) <= width for line in lines):
        return page
    made: list[str] = []
    section = ""
    for line, before in zip(lines, ["", *lines], strict=False):
        if HEADING.match(line) or not before:
            section = line
        elif line and section not in LISTS:
            made[-1] += f" {line.strip()}"
            continue
        made.append(line)
    return "\n".join(line if line.lstrip().startswith(CODE) else break_line(line, width) for line in made)


def break_line(paragraph: str, width: int) -> str:
    """A paragraph in lines that fit; under a heading, and under an option, they stand further to the right."""
    text = paragraph.lstrip()
    head = " " * (len(paragraph) - len(text))
    return hang_text(head, text, width, len(head) + (4 if head or HEADING.match(text) else 0))
