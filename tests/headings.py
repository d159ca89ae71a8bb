"""The columns of a table in a line, so that tests can say what programs find by name and what people read above."""

from mondegreen.reports.blocks import Column, Table


def heads(table: Table) -> str:
    """Of each column its name, then `=heading` if that differs, `:places` of numbers, and whom alone it is for.

    Names are what programs find a column by in JSON and CSV, so that a name that changes breaks them.
    """
    return " | ".join(map(describe, table.columns))


def describe(column: Column) -> str:
    heading = "" if column.heading == column.name else f"={column.heading}"
    places = "" if column.places is None else f":{column.places}"
    reader = "" if column.reader is None else f" for {column.reader}"
    return f"{column.name}{heading}{places}{' probability' * column.probability}{reader}"
