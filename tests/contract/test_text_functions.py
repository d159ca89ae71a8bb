"""What every normalizer and every tokenizer of the registries promises."""

import doctest
import inspect
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen import ScoreError
from mondegreen.component import load_target
from mondegreen.normalization import NORMALIZERS, Normalizer, make_normalizer
from mondegreen.normalization.text_function import TextFunction, name_function
from mondegreen.tokenization import TOKENIZERS, Tokenizer, check_tokens, make_tokenizer

REGISTRIES = {**NORMALIZERS, **TOKENIZERS}
KINDS: dict[str, type[TextFunction]] = {key: load_target(target) for key, target in REGISTRIES.items()}
TABLE = "a b\tc\nd\te f\n# a comment\nx\t\n"
GLM = ";; rules\n* case_sensitive = 'F'\nAB => [X Y] / [ ] __ [ ]\nCD =>\nÉ => e\n"
FILES = {"rewrite": TABLE, "glm": GLM}
# An argument for those that take one.
ARGUMENTS = {
    "drop": "<unk> [noise]",
    "fold": "uh um",
    "regex": r"\w+|[^\w\s]",
    "numerals": "fr",
    "call": "string.capwords",
}
# Used twice, it may find something new in what it wrote: tables are used once by intention, and Whisper's normalizer
# takes what it wrote for the first time, such as "one", for something to rewrite.
ONCE = {"rewrite", "glm", "whisper-basic", "whisper-english", "leaderboard"}
# The module of an extra that a rule cannot do without.
EXTRAS = {"numerals": "num2words", "whisper-english": "whisper_normalizer", "leaderboard": "whisper_normalizer"}

every_kind = pytest.mark.parametrize("key", KINDS)
every_normalizer = pytest.mark.parametrize("key", NORMALIZERS)
every_tokenizer = pytest.mark.parametrize("key", TOKENIZERS)

# Any code point, and many of those that rules look at.
text = st.text(
    st.one_of(
        st.characters(exclude_categories=[]),
        st.sampled_from("aAbBdx éÉ'’-.,!?<>[]_%3 5\t\n\u00a0\u0301\u200d\ufe0f❤👩🇫日本ไก่한ΑΣςßİ"),
    )
)
thorough = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def needs(key: str) -> None:
    if key in EXTRAS:
        pytest.importorskip(EXTRAS[key])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def spec(key: str, folder: Path) -> str:
    needs(key)
    if key in FILES:
        (folder / key).write_text(FILES[key], encoding="utf-8")
        return f"{key}:{folder / key}"
    return f"{key}:{ARGUMENTS[key]}" if key in ARGUMENTS else key


def made(key: str, folder: Path) -> Tokenizer:
    return make_tokenizer(spec(key, folder)) or str.split


def made_normalizer(key: str, folder: Path) -> Normalizer:
    return make_normalizer(spec(key, folder))


@every_kind
def test_the_registry_lists_it_by_its_name(key: str) -> None:
    assert KINDS[key].name == key


@every_kind
def test_the_page_has_a_sentence_and_its_headings_in_order(key: str) -> None:
    page = inspect.cleandoc(KINDS[key].__doc__ or "")
    assert re.match(r"[A-Z][^\n]*\.\n\n", page)
    assert re.findall(r"^(\w+):", page, flags=re.MULTILINE) == ["Example", "Caveats"]


@every_kind
def test_the_example_runs(key: str) -> None:
    needs(key)
    test = doctest.DocTestParser().get_doctest(KINDS[key].__doc__ or "", {}, key, None, None)
    assert test.examples
    complaints: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=complaints.append).failed == 0, "".join(complaints)


@every_kind
def test_the_signature_begins_with_the_name_and_divides_nothing(key: str, folder: Path) -> None:
    one = made(key, folder) if key in TOKENIZERS else made_normalizer(key, folder)
    assert re.fullmatch(rf"{key}(\([^|+()]*\))?", name_function(one)) or key == "words"


@every_kind
def test_values_are_asked_for_and_refused(key: str) -> None:
    make = make_tokenizer if key in TOKENIZERS else make_normalizer
    kind = KINDS[key]
    if not kind.options:
        with pytest.raises(ScoreError, match=f'"x" in "{key}:x" is not an option; {key} has no options'):
            make(f"{key}:x")
    elif not kind.options[0].values:
        for missing in (key, f"{key}:", f"{key}: ", f"{key}:{kind.unnamed}="):
            with pytest.raises(ScoreError, match=f"{key} needs .*; write {key}:{kind.unnamed.upper()}"):
                make(missing)


@every_kind
def test_its_option_may_be_named(key: str, folder: Path) -> None:
    make = make_tokenizer if key in TOKENIZERS else make_normalizer
    name, colon, value = spec(key, folder).partition(":")
    if colon:
        quoted = value.replace('"', '""')
        named = make(f'{name}:{KINDS[key].unnamed}="{quoted}"')
        assert name_function(named) == name_function(make(spec(key, folder)))  # type: ignore[arg-type] # not `words`


# What a user may write after the colon: the values of the unnamed option, of which the first is the default.
WRITTEN = {
    "lower": ("language", "any|tr|az"),
    "punctuation": ("keep", "inner|none"),
    "drop": ("tokens", ""),
    "fold": ("tokens", ""),
    "rewrite": ("file", ""),
    "glm": ("file", ""),
    "diacritics": ("language", "none|az|be|cs|da|de|es|et|fi|hu|is|lt|lv|nb|nn|no|pl|ro|ru|sk|sl|sv|tr|uk|vi"),
    "numerals": ("language", ""),
    "whisper-basic": ("diacritics", "keep|nodia|marks"),
    "leaderboard": ("track", "english|multilingual|multilingual-nodia"),
    "call": ("function", ""),
    "regex": ("pattern", ""),
}


@every_kind
def test_what_is_said_to_be_written_is_taken(key: str) -> None:
    needs(key)
    kind = KINDS[key]
    assert [(each.name, "|".join(each.values)) for each in kind.options] == ([WRITTEN[key]] if key in WRITTEN else [])
    assert kind.unnamed == "".join(each.name for each in kind.options)
    assert all(re.fullmatch(r"\w.* .*[^.]|a table", each.help) for each in kind.options), (
        "what each is for, in a phrase"
    )
    default, *others = kind.options[0].values if kind.options and kind.options[0].values else (None,)
    assert default is None or name_function(make_normalizer(f"{key}:{default}")) == name_function(make_normalizer(key))
    for choice in others:
        assert choice in re.findall(r"[\w-]+", name_function(make_normalizer(f"{key}:{choice}")))


@every_normalizer
def test_nothing_stays_nothing(key: str, folder: Path) -> None:
    one = made_normalizer(key, folder)
    assert one("") == ""
    assert one(" \t").split() == []


@every_normalizer
def test_blanks_at_the_ends_and_between_do_not_matter(key: str, folder: Path) -> None:
    one = made_normalizer(key, folder)
    assert one("  ab \t uh,  d ").split() == one("ab uh, d").split()


@every_normalizer
@thorough
@given(text=text)
def test_any_text_is_taken_and_a_second_time_changes_nothing(folder: Path, key: str, text: str) -> None:
    one = made_normalizer(key, folder)
    once = one(text)
    assert isinstance(once, str)
    if key not in ONCE:
        assert one(once).split() == once.split()


@every_tokenizer
@thorough
@given(text=text)
def test_any_text_is_cut_into_strings_that_are_something(folder: Path, key: str, text: str) -> None:
    found = check_tokens(made(key, folder), text)
    assert "" not in found
    assert not any(set(each) & set(" \t\n") for each in found)


# A pattern may leave out what it likes, and `punctuated` leaves out what is left of an emoji it has cut.
@pytest.mark.parametrize("key", sorted(TOKENIZERS.keys() - {"regex", "punctuated"}))
@thorough
@given(text=text)
def test_tokens_hold_all_of_the_text_but_its_blanks(folder: Path, key: str, text: str) -> None:
    assert "".join(made(key, folder)(text)) == "".join(text.split())


@every_tokenizer
def test_nothing_has_no_tokens(key: str, folder: Path) -> None:
    one = made(key, folder)
    assert [list(one(each)) for each in ("", " \t\u00a0")] == [[], []]
