"""What shells complete."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from conftest import Answer
from mondegreen.cli import COMMANDS, find_command
from mondegreen.cli.completion import SHELLS, list_candidates
from mondegreen.cli.parser import build_parser, list_options
from mondegreen.dropin import list_programs

Command = Callable[..., Answer]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("scor", {"score", "score_kaldi.sh"}),
        ("--no", {"--no-config"}),
        ("score ref --metr", {"--metrics", "--metric"}),
        ("score ref --metrics cer,embe", {"cer,ember"}),
        ("score ref --metrics=wer,sem", {"--metrics=wer,semdist"}),
        ("score ref --policy sub", {"sub-first"}),
        ("score ref --as mark", {"markdown"}),
        ("convert a b --from kal", {"kaldi"}),
        ("score ref hyp --as tex", {"texterrors"}),
        ("normalize ref --as tex", set()),  # of tables alone
        ("normalize ref --to kal", {"kaldi"}),
        ("compare a b --report c", {"changes"}),
        ("score ref hyp --report c", {"counts", "confusions"}),
        ("nbest tune ref hyp --grid", {"--grid"}),
        ("score ref hyp --metrics c", {"cpwer", "cer"}),
        ("lexicon eval a --report pos,acc", {"pos,accuracy"}),
        ("lexicon map --source e", set()),  # a file, though `convert --from` has the same place
        ("lexicon ma", {"map"}),
        ("help norm", {"normalizers", "normalize"}),
        ("help wer bertsc", {"bertscore"}),
        ("help numb", {"numbers"}),
        ("doctor mod", {"models"}),
        ("doctor --language fr mod", {"models"}),
        ("doctor models m", set()),
        ("doctor --quiet mod", {"models"}),
        ("doctor --quiet models m", set()),  # a flag takes no value, so that the first place is taken
        ("doctor --color never mod", {"models"}),
        ("tools link l", set()),
        ("lexicon map a b --method vec", {"vecmap"}),
        ("lexicon map a b --vec", set()),  # `translate` has --vectors, `map` has not
        ("tools unl", {"unlink"}),
        ("score re", set()),  # a file: the shell's own affair
        ("score ref hyp --utt2spk u", set()),
        ("sclite -", set()),
    ],
)
def test_candidates(words: str, found: set[str]) -> None:
    answer = list_candidates(words.split(" "))
    assert found <= set(answer)
    assert bool(found) == bool(answer)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_output_formats_are_those_of_the_help(name: str) -> None:
    whole = build_parser(name, find_command(name))
    for words, parser in {"": whole, **whole.inner}.items():
        if "--as" in list_options(parser):
            offered = list_candidates([*f"{name} {words}".split(), "--as", ""])
            declared = parser.plan.options["output_format"]
            assert offered == list(declared.names())
            shown = set(re.findall(r"[\w-]+", declared.sentence()))
            assert set(offered) <= shown or "mondegreen help output-formats" in declared.sentence()


def test_kaldi_lists_no_output_format_that_it_refuses() -> None:
    assert "errs" not in build_parser("kaldi", find_command("kaldi")).format_help()


def test_a_slip_in_the_shell(command: Command) -> None:
    assert 'there is no shell "bsh"; did you mean bash?' in command("completion", "bsh").err
    assert 'unexpected argument "zsh"' in command("completion", "bash", "zsh").err


@pytest.mark.skipif(not which("bash"), reason="bash is not installed")
def test_bash_asks_and_hears(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    program = files / "bin" / "mondegreen"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m mondegreen "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    typed = 'COMP_WORDS=(mondegreen score --metrics "wer,chr"); COMP_CWORD=3; _mondegreen; echo "${COMPREPLY[@]}"'
    script = f'PATH="{program.parent}:$PATH"\n{command("completion", "bash").out}{typed}\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert [done.stdout, done.stderr] == ["wer,chrf\n", ""]


def test_each_script_names_the_program(command: Command) -> None:
    for shell in SHELLS:
        assert "mondegreen completion candidates --" in command("completion", shell).out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([""], None),
        (["lexicon", ""], ["map", "translate", "neighbors", "eval", "split", "gather"]),
        (["lexicon", "s"], ["split"]),
        (["lexicon", "map", "--select", ""], ["similarity", "split"]),
        (["lexicon", "map", "--select="], ["--select=similarity", "--select=split"]),
        (["score", "--po"], ["--policy"]),
        (["score", "--policy", "s"], ["sclite", "sub-first"]),
        (["score", "--whole", "--po"], ["--policy"]),  # a switch takes no value
        (["score", "--nothing=x"], []),
        (["score", "--metrics", "wer,wi,wi"], ["wer,wi,wil", "wer,wi,wip"]),
        (["completion", "f"], ["fish"]),
        (["completion", "bash", ""], []),
        (["doctor", ""], ["models"]),
        (["doctor", "--language", ""], []),
        (["kaldi", ""], ["score", "doctor"]),
        (["tools", "--force", "l"], ["link"]),
        (["tools", "--of", "sctk", "u"], ["unlink"]),
        (["study", "a"], ["agreement"]),
        (["help", "wer", "first-"], ["first-steps"]),  # any number of pages
        (["nothing", ""], []),
    ],
)
def test_all_candidates_in_their_order(words: list[str], found: list[str] | None) -> None:
    own = ["--help", "--version", "--config", "--no-config", "--untrusted", "--limits"]
    assert list_candidates(words) == (found if found is not None else [*COMMANDS, *list_programs(), *own])


def test_candidates_are_printed_a_line_each(command: Command) -> None:
    assert command("completion", "candidates", "--", "lexicon", "s") == (0, "split\n", "")
    assert command("completion", "candidates", "--", "score", "re") == (0, "", "")
    assert command("completion", "candidates").out.splitlines()[:2] == ["score", "compare"]
    sentence = 'unexpected argument "zsh"; see `mondegreen completion --help`'
    assert command("completion", "bash", "zsh") == (2, "", f"mondegreen: error: {sentence}\n")


@pytest.mark.parametrize(
    ("shell", "first", "last"),
    [
        ("bash", "_mondegreen() {", "complete -o default -o bashdefault -F _mondegreen mondegreen"),
        ("zsh", "_mondegreen() {", "compdef _mondegreen mondegreen"),
        ("fish", "function __mondegreen_candidates", "complete -c mondegreen -a '(__mondegreen_candidates)'"),
    ],
)
def test_scripts_begin_and_end(command: Command, shell: str, first: str, last: str) -> None:
    lines = command("completion", shell).out.split("\n")
    assert [lines[0], *lines[-2:]] == [first, last, ""]
