"""Files of strangers under `--untrusted`: nothing outside is read, nothing exceeds its limit, a sentence says so."""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.cli import landlock

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory")
MONDEGREEN = [sys.executable, "-m", "mondegreen"]
# What a process without Landlock's checks of its own would do, and one whose kernel has no Landlock.
WITHOUT_CHECKS = "from mondegreen.cli import untrusted; untrusted.check_inputs = lambda *_: None"
WITHOUT_LANDLOCK = "from mondegreen.cli import landlock; landlock.get_version = lambda: 0"
UNCONFINED = f"{WITHOUT_CHECKS}; {WITHOUT_LANDLOCK}"
NO_CLOCK = "import signal; signal.setitimer = lambda *_: None"
needs_landlock = pytest.mark.skipif(not landlock.get_version(), reason="this kernel has no Landlock")
SECRET = "utt-1 the secret of another\n"


def run(*words: str, change: str = "", stdin: int | None = None) -> tuple[int, str, str]:
    """The command in a process of its own, changed first if that is asked for."""
    code = f"{change}\nfrom mondegreen.cli import main\nimport sys\nsys.exit(main(sys.argv[1:]))"
    start = [sys.executable, "-c", code] if change else MONDEGREEN
    done = subprocess.run(
        [*start, *words], stdin=stdin, capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    return done.returncode, done.stdout, done.stderr


def refusal(*words: str, limits: str = "", change: str = "") -> str:
    """The one sentence with which a command is refused."""
    code, out, err = run(*words, "--untrusted", *(["--limits", limits] if limits else []), change=change)
    assert (code, out) == (2, ""), err
    assert err.startswith("mondegreen: error: "), err
    assert err.count("\n") == 1, err
    return err.removeprefix("mondegreen: error: ").rstrip()


@pytest.fixture
def outside(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of another directory, of which nothing may be seen."""
    path = tmp_path_factory.mktemp("outside") / "secret.txt"
    path.write_text(SECRET, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ["score", "ref.txt", "hyp.txt", "--by", "utterance", "--rows", "out/rows.jsonl", "--save", "out/run"],
        ["score", "ref.txt", "hyp.txt", "--batch-size", "1", "--output", "out/scores.json"],
        ["score", "ref.txt", "h*.txt", "--metrics", "wer,keywords:list=words.txt"],
        ["score", "ref.txt", "hyp.txt", "--as", "sclite", "--output", "out/sclite"],
        ["compare", "run", "run"],
        ["report", "ref.txt", "hyp.txt", "--output", "out/page.html"],
        ["align", "ref.txt", "hyp.txt"],
        ["convert", "hyp.txt", "out/hyp.trn"],
        ["normalize", "hyp.txt", "--rules", "upper"],
        ["nbest", "oracle", "ref.txt", "hyp.txt", "ref.txt"],
    ],
    ids=lambda words: words[0],
)
def test_a_command_does_what_it_does_without(files: Path, words: list[str]) -> None:
    Path("words.txt").write_text("chat\n", encoding="utf-8")
    assert run("score", "ref.txt", "hyp.txt", "--save", "run")[0] == 0
    answers = []
    for more in ([], ["--untrusted"]):
        Path("out").mkdir()
        answers.append((run(*words, *more), written(Path("out"))))
        Path("out").rename(f"out{len(more)}")
    assert answers[0] == answers[1]
    assert answers[0][0][0] == 0
    assert not list(files.rglob(".mondegreen-*"))


def written(folder: Path) -> dict[str, str]:
    """The files below; of those that tell when they were written only the names."""
    found = {str(path): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}
    return {name: "" if name.endswith(("run.json", ".html", ".sgml")) else text for name, text in found.items()}


def test_no_configuration_is_read(files: Path) -> None:
    Path("mondegreen.toml").write_text('output = "pwned"\n[score]\nmetrics = "ser"\n', encoding="utf-8")
    code, out, err = run("score", "ref.txt", "hyp.txt", "--untrusted", "--as", "csv")
    assert (code, err) == (0, "")
    assert "\nwer," in out
    assert not Path("pwned").exists()


def test_no_module_comes_from_where_the_files_lie(files: Path) -> None:
    """`python -m` looks for modules there first; pyarrow is first imported for Parquet."""
    Path("pyarrow.py").write_text("print('pwned')\n", encoding="utf-8")
    Path("hyp.parquet").write_bytes(b"PAR1 is not all of it")
    assert "pwned" in run("score", "ref.txt", "hyp.parquet")[1]
    assert refusal("score", "ref.txt", "hyp.parquet").startswith("hyp.parquet: ")


@pytest.mark.parametrize("target", ["/etc/passwd", "hyp.txt:0"])
def test_a_list_of_files_is_refused_with_its_line(files: Path, target: str) -> None:
    Path("list.scp").write_text(f"\nutt-1 {target}\n", encoding="utf-8")
    message = f"list.scp:2: names another file, {target}, and --untrusted opens none"
    assert refusal("score", "ref.txt", "list.scp") == message
    assert refusal("convert", "list.scp", "out.trn") == message
    assert "scp:list.scp: names other files" in refusal("score", "ref.txt", "scp:list.scp")
    assert "names a command" in refusal("score", "ref.txt", "cat hyp.txt |")


def test_a_list_of_sounds_too(files: Path) -> None:
    Path("wav.scp").write_text("utt-1 /etc/passwd\n", encoding="utf-8")
    words = ("report", "ref.txt", "hyp.txt", "--audio", "wav.scp", "--embed-audio", "--output", "out/page.html")
    Path("out").mkdir()
    assert refusal(*words) == "wav.scp:1: names another file, /etc/passwd, and --untrusted opens none"
    assert not list(Path("out").iterdir())


def test_a_list_of_lattices_too(files: Path) -> None:
    Path("lat.txt").write_text("utt-1 /etc/passwd\n", encoding="utf-8")
    code = "from mondegreen.limits import Limits; Limits.links = False; from mondegreen import lattice"
    done = f"{code}\ntry: list(lattice.read('scp:lat.txt'))\nexcept ValueError as error: print(error)"
    answer = subprocess.run([sys.executable, "-c", done], capture_output=True, encoding="utf-8", check=True)
    assert answer.stdout == "lat.txt:1: names another file, /etc/passwd, and --untrusted opens none\n"


@pytest.mark.parametrize("words", [["whisper"], ["whisper/*.txt"], ["a/*/c.txt"], ["link.txt"], ["linked/"]])
def test_no_link_leads_out(outside: Path, words: list[str]) -> None:
    for folder in ("whisper", "a"):
        Path(folder).mkdir()
    Path("whisper/b.txt").write_text("hello\n", encoding="utf-8")
    Path("whisper/c.txt").symlink_to(outside)
    Path("a/b").symlink_to(outside.parent)
    outside.with_name("c.txt").write_text(SECRET, encoding="utf-8")
    Path("link.txt").symlink_to(outside)
    Path("linked").symlink_to(outside.parent)
    message = refusal("score", "ref.txt", *words)
    assert "leads out of its directory, to " in message
    assert str(outside.parent) in message
    assert "follows no such link" in message


def test_a_link_within_is_followed(files: Path) -> None:
    Path("link.txt").symlink_to("hyp.txt")
    Path("whisper").mkdir()
    Path("whisper/utt-1.txt").write_text("le chat dort\n", encoding="utf-8")
    Path("whisper/utt-2.txt").symlink_to("utt-1.txt")
    for name in ("link.txt", "whisper"):
        assert run("score", "ref.txt", name, "--untrusted")[0] == 0


@needs_landlock
@pytest.mark.parametrize("name", ["link.txt", "whisper"])
def test_landlock_holds_where_a_link_comes_too_late_for_the_checks(outside: Path, name: str) -> None:
    Path("link.txt").symlink_to(outside)
    Path("whisper").mkdir()
    Path("whisper/utt-1.txt").symlink_to(outside)
    words = ("align", "ref.txt", name, "--untrusted", "--extra", "skip", "--missing", "skip")
    assert "secret" in run(*words, change=UNCONFINED)[1]
    code, out, err = run(*words, change=WITHOUT_CHECKS)
    assert (code, out) == (2, "")
    assert "Permission denied" in err


@needs_landlock
def test_landlock_leaves_no_file_outside_no_program_and_no_network(outside: Path) -> None:
    tries = f"""
import os, socket, subprocess
from mondegreen.cli import landlock, places
from mondegreen.plan.score import ScorePlan
server = socket.create_server(("127.0.0.1", 0))
readable = places.list_readable(ScorePlan("ref.txt"), ["ref.txt"])
assert landlock.restrict_process(readable, [os.path.abspath("out")])
def attempt(what):
    try: what()
    except OSError as error: print(type(error).__name__)
    else: print("done")
attempt(lambda: open("ref.txt").read())
attempt(lambda: open("hyp.txt").read())
attempt(lambda: open({str(outside)!r}).read())
attempt(lambda: os.listdir("."))
attempt(lambda: open("out/made", "w").write("a"))
attempt(lambda: open("made", "w"))
attempt(lambda: subprocess.run(["/bin/true"]))
attempt(lambda: socket.create_connection(server.getsockname()))
"""
    Path("out").mkdir()
    done = subprocess.run([sys.executable, "-c", tries], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    read, other, secret, listing, out, made, program, network = done.stdout.split()
    assert (read, out) == ("done", "done")
    assert {other, secret, listing, made, program} == {"PermissionError"}
    assert network == ("PermissionError" if landlock.get_version() >= landlock.NETWORK_SINCE else "done")


def test_without_landlock_a_note_says_so(files: Path) -> None:
    code, out, err = run("score", "ref.txt", "hyp.txt", "--untrusted", change=WITHOUT_LANDLOCK)
    assert code == 0
    assert "wer" in out
    assert err == (
        "mondegreen: note: this kernel has no Landlock; --untrusted goes on with its own checks and limits\n"
    )


@pytest.mark.parametrize("name", ["pipe", "whisper", "/dev/zero"])
def test_only_files_are_read(files: Path, name: str) -> None:
    os.mkfifo("pipe")
    Path("whisper").mkdir()
    Path("whisper/a.txt").write_text("hello\n", encoding="utf-8")
    os.mkfifo("whisper/b.txt")
    assert "is neither a file nor a directory" in refusal("score", "ref.txt", name, limits="time=5")


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_nesting(files: Path) -> None:
    row = '{"utterance": "utt-1", "text": "a", "more": %s}\n'
    Path("deep.json").write_text(nested(100_000), encoding="utf-8")
    assert refusal("score", "ref.txt", "deep.json") == "deep.json: this JSON is nested too deeply"
    Path("deep.jsonl").write_text(row % "1" + row.replace("utt-1", "utt-2") % nested(50), encoding="utf-8")
    hint = "more than 50; if that is right, raise it: --limits nesting=N"
    assert refusal("score", "ref.txt", "deep.jsonl") == f"deep.jsonl:2: this JSON is nested too deeply, {hint}"
    allowed = ("--untrusted", "--limits", "nesting=51")
    assert run("score", "ref.txt", "deep.jsonl", *allowed)[0] == 0
    Path("alternatives.txt").write_text(f"utt-1 {'{ a / ' * 51}b{' }' * 51}\n", encoding="utf-8")
    Path("one.txt").write_text("utt-1 b\n", encoding="utf-8")
    words = ("score", "alternatives.txt", "one.txt", "--metrics", "wer:alternatives=yes")
    assert "alternatives" in refusal(*words)
    assert run(*words, *allowed)[0] == 0


def test_columns(files: Path) -> None:
    names = [f"c{number}" for number in range(80_000)]
    Path("wide.csv").write_text(f"utterance,text,{','.join(names)}\nutt-1,a{',' * 80_000}\n", encoding="utf-8")
    hint = "columns, more than 1,000; if that is right, raise it: --limits columns=N"
    assert refusal("score", "ref.txt", "wide.csv") == f"wide.csv: there are 80,002 {hint}"
    row = {"utterance": "utt-1", "text": "a", **dict.fromkeys(names[:999], "x")}
    Path("wide.json").write_text(json.dumps([row]), encoding="utf-8")
    assert refusal("convert", "wide.json", "out.csv") == f"wide.json: there are 1,001 {hint}"
    assert run("convert", "wide.json", "out.csv", "--untrusted", "--limits", "columns=1001")[0] == 0


def test_bytes(files: Path) -> None:
    data = b"utt-1 " + b"word " * 1_000_000
    Path("bomb.gz").write_bytes(gzip.compress(data))
    Path("plain.txt").write_bytes(data)
    hint = "more than 1,048,576 bytes; if that is right, raise --max-bytes"
    assert refusal("score", "ref.txt", "bomb.gz", limits="bytes=1M") == f"bomb.gz: decompresses to {hint}"
    assert refusal("score", "ref.txt", "plain.txt", limits="bytes=1M") == f"plain.txt: holds {hint}"
    assert "decompresses to more" in refusal("score", "ref.txt", "bomb.gz", "--max-bytes", "1M")
    assert run("convert", "bomb.gz", "out.trn", "--untrusted", "--limits", "bytes=6M")[0] == 0
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"utterance": [f"utt-{number}" for number in range(300)], "text": ["word " * 24_000] * 300})
    parquet.write_table(table, "bomb.parquet")
    assert "decompresses to more" in refusal("score", "ref.txt", "bomb.parquet", limits="bytes=1M")


def test_memory_of_the_core_and_of_python(files: Path) -> None:
    """Two texts of 3,000,000 distinct words, need more than 256 MB, a string of 600 MB more than 512 MB."""
    for name in ("r", "h"):
        Path(f"{name}.txt").write_text(
            f"utt-1 {' '.join(f'{name}{each}' for each in range(3_000_000))}\n", encoding="utf-8"
        )
    Path("out").mkdir()
    Path("out/scores.json").write_text("before\n", encoding="utf-8")
    message = "this needs more than 256M of memory; if that is right, raise it: --limits memory=N"
    assert refusal("score", "r.txt", "h.txt", "-o", "out/scores.json", limits="memory=256M") == message
    assert [path.name for path in Path("out").iterdir()] == ["scores.json"]
    assert Path("out/scores.json").read_text(encoding="utf-8") == "before\n"
    Path("large.gz").write_bytes(gzip.compress(b"utt-1 " + b"word " * 120_000_000, 1))
    assert refusal("score", "ref.txt", "large.gz", limits="memory=512M") == message.replace("256M", "512M")


def test_time_of_the_processor(files: Path) -> None:
    """Without the clock's, which would end the work, too."""
    draw = random.Random(1)
    for name in ("r", "h"):
        lines = (f"utt-{at} {' '.join(draw.choices('abcdefgh', k=20_000))}\n" for at in range(60))
        Path(f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    message = "this needs more than 1s of time; if that is right, raise it: --limits time=N"
    assert refusal("score", "r.txt", "h.txt", limits="time=1s", change=NO_CLOCK) == message


def test_time_by_the_clock(files: Path) -> None:
    """Of standard input that never ends, and says nothing."""
    end, other = os.pipe()
    try:
        code, out, err = run("score", "ref.txt", "-", "--untrusted", "--limits", "time=1", stdin=end)
    finally:
        os.close(end)
        os.close(other)
    assert (code, out) == (2, "")
    assert "this needs more than 1s of time" in err


def test_what_was_half_written_is_removed(files: Path) -> None:
    """The process ends without a word while it writes."""
    end = "import os, signal; os.kill(os.getpid(), signal.SIGALRM)"
    change = f"from mondegreen.api import texts\n{HALF.format(end=end)}"
    code, _, err = run(
        "convert", "hyp.txt", "out/hyp.trn", "--untrusted", change=f"import os; os.mkdir('out')\n{change}"
    )
    assert (code, "of time" in err) == (2, True), err
    assert list(Path("out").iterdir()) == []


HALF = """
def run(args):
    from mondegreen.output import text_output
    with text_output("out/hyp.trn") as stream:
        stream.write("half")
        stream.flush()
        {end}
texts.convert = run
"""


def test_a_request_to_end_ends_the_work_too(files: Path) -> None:
    end, other = os.pipe()
    with subprocess.Popen(
        [*MONDEGREEN, "score", "ref.txt", "-", "--untrusted"], stdin=end, stdout=-3, stderr=-3
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (found := children.read_text(encoding="ascii").split()):
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        process.wait()
        gone = not Path(f"/proc/{found[0]}").exists()
    os.close(end)
    os.close(other)
    assert process.returncode == 128 + signal.SIGTERM
    assert gone
