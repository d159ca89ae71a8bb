"""Documents and messages speak the field's words: none of those that a reader would have to translate."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mondegreen.cli import list_plans
from pages import PAGES, RECIPES, ROOT

PACKAGE = ROOT / "python" / "mondegreen"
# What was written, and the word for it.
WORDS = {
    r"told|tells?": "reported, warned",
    r"what (?:was|is|were) (?:said|heard|spoken|recogni[sz]ed)": "reference, hypothesis",
    r"(?:left|leaves?|leaving) out|left over|passed over": "skipped, excluded, unmatched, extra; remove",
    r"doubles?(?! quot| precision)|com(?:e|es|ing) twice|that an earlier one bears": "duplicate",
    r"blanks|white space": "spaces, whitespace",
    r"capitals?|small letters": "upper case, lower case",
    r"equally good|the least and the greatest|their least": "tie-breaking, tied, minimum and maximum",
    r"(?:by|in|of) (?:the |their |its )?sense": "semantic, meaning",
    r"(?:near|alike) in sound|how words (?:sound|are spoken)": "phonemes, pronunciation",
    r"least (?:risk|expected loss)": "minimum Bayes risk",
    r"arcs of nothing": "epsilon arcs",
    r"intervals? of confidence": "confidence interval",
    r"anew": "again, re-",
    r"more than chance|may be chance": "statistically significant",
    r"packed|unpack(?:s|ed)?": "compressed, decompressed",
    r"one behind the other": "concatenated",
    r"folders?": "directory",
    r"outside models?": "external models",
    r"errors on purpose": "error simulation",
    r"large work": "large-scale scoring",
    r"per cent": "%, percent",
    r"foretells?|goes with": "predicts, correlates with",
    r"whoever|such of|as they lie|in silence|seldom": "plain English",
}
UNWANTED = {re.compile(rf"\b(?:{words})\b", re.IGNORECASE): better for words, better in WORDS.items()}
# Names of functions such as `joined`, which do not say what is done; `read` and `split` are verbs as well.
PARTICIPLE = re.compile(
    r"(?!embed|speed|feed|need|seed|exceed|proceed)\w+ed"
    r"|told|kept|found|made|said|built|written|drawn|known|chosen|bound|left|held|taken|given|shown|brought|heard|meant"
)
DOCUMENTS = [
    *(path for path in PAGES if path.stem != "options"),  # which is help: tests/plan looks at that
    *RECIPES,
    *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", ".github/SECURITY.md", "tests/README.md")),
    *sorted((PACKAGE / "dropin").glob("*/README.md")),
]
# Modules whose sentences are those of an original program, and what `tests/plan` looks at.
ELSEWHERE = re.compile(r"(dropin/(sctk|kaldi|espnet|emulation)|plan|render/toolkit|adapters)/")


def list_unwanted(text: str) -> list[str]:
    """The words of a text that are not the field's, each with what to write instead."""
    prose = re.sub(r"`[^`\n]*`", "``", text)
    return [f'"{found}": {better}' for word, better in UNWANTED.items() for found in word.findall(prose)]


def list_sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings of several words that are not documentation, each with its line."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in statements]
    yield from ((node.lineno, node.value) for node in constants if isinstance(node.value, str) and " " in node.value)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_documents_use_the_words_of_the_field(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = enumerate(text.splitlines(), start=1)
    assert [f"{number}: {each}" for number, line in lines for each in list_unwanted(line)] == []


def test_messages_use_the_words_of_the_field() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if not ELSEWHERE.match(place):
            sentences = list_sentences(ast.parse(path.read_text(encoding="utf-8")))
            found += [f"{place}:{line}: {each}" for line, text in sentences for each in list_unwanted(text)]
    assert found == []


ROW = re.compile(r"\| (`.*?`) \| `\w+` \| .* \|$")


def list_documented(text: str) -> Iterator[tuple[str, str]]:
    """Each command with each option that a page's tables explain; a shared option names its commands at the end."""
    command, known = "", list_plans()
    for line in text.splitlines():
        command = line.removeprefix("## ") if line.startswith("## ") else command
        if row := ROW.match(line):
            users = line.rpartition("(")[2].removesuffix(") |").split(", ")
            for flag in re.findall(r"`([^`]+)`", row[1]):
                yield from ((each, flag) for each in ([command] if command in known else users))


def test_every_option_of_every_command_is_documented_once() -> None:
    found = Counter(each for page in PAGES for each in list_documented(page.read_text(encoding="utf-8")))
    plans = list_plans().items()
    assert found == Counter(
        (name, flag) for name, plan in plans for each in plan.options.values() for flag in each.flags or [each.shown]
    )


def test_unwanted_words_are_found() -> None:
    assert list_unwanted("3 lines left out, as told: `left out`") == [
        '"told": reported, warned',
        '"left out": skipped, excluded, unmatched, extra; remove',
    ]
    assert (
        list_unwanted("skipped 3 duplicate utterance IDs; double quotes are kept, and the rest is no longer read") == []
    )
    source = 'def f():\n    """Told."""\n    raise ScoreError(f"a {kind} left out")\n'
    assert [text for _, text in list_sentences(ast.parse(source))] == ["a ", " left out"]


def list_function_names(source: str) -> list[str]:
    """The functions of a module that stand on their own."""
    found = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [name for name in found if not name.startswith("__")]


def test_functions_are_verbs_with_an_object() -> None:
    """One word is enough only where module and word together say it, as `ctm.read`; a participle never is."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    names = [name for source in sources for name in list_function_names(source)]
    short = [name for name in names if "_" not in name.strip("_")]
    assert len(names) > 3000
    assert len(short) <= 0.06 * len(names), Counter(short).most_common(20)
    assert [name for name in short if PARTICIPLE.fullmatch(name)] == []


def test_participles_are_found() -> None:
    source = "def joined(): pass\ndef read(): pass\nclass A:\n    def told(self): pass\nasync def kept_back(): pass\n"
    assert list_function_names(source) == ["joined", "read", "kept_back"]
    assert [
        name for name in ("joined", "chosen", "read", "embed", "speed", "listen") if PARTICIPLE.fullmatch(name)
    ] == ["joined", "chosen"]
