"""Fuzzes the readers of the Python side, a door after the other: see README.md.

python tests/fuzz/readers.py --seconds 600 [--only DOOR[,DOOR]] [--seed N] [--guided]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NoReturn
from zlib import crc32

sys.path.insert(0, str(Path(__file__).parent))


HERE = Path(__file__).parent
FOUND = HERE / "target" / "readers"
# No input is larger than 64 kB; none may take more of a processor's time, or more room, than this.
SECONDS = 5
ROOM = 400 << 20


class Slow(BaseException):
    """An input takes too long."""


def late(_signal: int, _frame: object) -> NoReturn:
    """Ends the work on an input."""
    raise Slow(f"after {SECONDS} seconds")


class Bench:
    """Tries inputs at a door and keeps one of each kind that fails."""

    def __init__(self, door: str, folder: Path) -> None:
        from archive import reader_inputs
        from doors import failure

        self.door, self.folder, self.failure = door, folder / "tried", failure
        self.seeds = [*reader_inputs(door).values()]
        self.kinds: set[str] = set()
        self.tried = 0
        for each in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(each, late)

    def bound(self) -> None:
        """No more room than what is used already, and some: what needs more fails."""
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (2 << 30), resource.RLIM_INFINITY))

    def wrong(self, data: bytes) -> str | None:
        """What is wrong with how an input is taken."""
        self.tried += 1
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        (self.folder.parent / "last").write_bytes(data)  # for others, if this process dies of it
        (self.folder / "file").write_bytes(data)
        first = self.tried == 1  # which imports what is needed
        for timer, seconds in (
            (signal.ITIMER_PROF, 20 * SECONDS if first else SECONDS),
            (signal.ITIMER_REAL, 60 * SECONDS),
        ):
            signal.setitimer(timer, seconds)
        what = self.failure(self.door, self.folder / "file")
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
        return what or (f"took {grown >> 20} MB" if grown > ROOM and self.tried > 1 else None)

    def __call__(self, data: bytes) -> None:
        """Tries an input; the first that fails in a way is kept and told."""
        what = self.wrong(data)
        kind = what and (what.rpartition("(")[2] if "(" in what else what.split()[0])
        if what and kind and kind not in self.kinds:
            self.kinds.add(kind)
            place = FOUND / f"{self.door}-{crc32(kind.encode()):08x}"
            place.write_bytes(data)
            print(f"{self.door}: {what}: {place}", flush=True)


def shared_memory() -> str | None:
    """Where files cost no disk, if the system has it."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def by_chance(bench: Bench, until: float, seed: int) -> None:
    """Changes of what is kept, and of what came of it."""
    from mutations import mutated

    rng = Random(seed)
    for data in bench.seeds:
        bench(data)
    bench.bound()
    pool = [*bench.seeds]
    while time.monotonic() < until:
        data = mutated(rng.choice(pool), bench.seeds, rng)
        bench(data)
        if rng.random() < 0.02:
            pool = [*pool[-200:], data, *bench.seeds]


def guided(bench: Bench, seconds: float, seed: int, atheris: Any) -> None:
    """The same, where inputs that reach new lines of ours are changed further."""
    from mutations import LONGEST, mutated

    def change(data: bytes, size: int, number: int) -> bytes:
        rng = Random(number)
        changed = atheris.Mutate(data, size) if rng.random() < 0.3 else mutated(data, bench.seeds, rng)
        return bytes(changed[:size])

    folder = FOUND / f"{bench.door}.reached"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, data in enumerate(bench.seeds):
        (folder / f"seed-{number}").write_bytes(data)
    words = [f"-seed={seed}", f"-max_len={LONGEST}", "-rss_limit_mb=0", str(folder)]
    until = time.monotonic() + seconds

    def take(data: bytes) -> None:
        bench(data)
        if time.monotonic() > until:
            report(bench)
            os._exit(bool(bench.kinds))  # libFuzzer has no other end

    bench.bound()
    atheris.Setup([sys.argv[0], *words], take, custom_mutator=change)
    atheris.Fuzz()


def report(bench: Bench) -> None:
    """The door's line."""
    print(f"{bench.door}: {bench.tried} inputs, {len(bench.kinds)} findings", flush=True)


def one(args: argparse.Namespace) -> int:
    """Fuzzes one door in this process."""
    started = time.monotonic()
    if args.guided:
        import atheris

        with atheris.instrument_imports(include=["mondegreen"]):
            guided(Bench(args.door, args.folder), args.seconds, args.seed, atheris)
    else:
        bench = Bench(args.door, args.folder)
        by_chance(bench, started + args.seconds, args.seed)
        report(bench)
    return 1 if bench.kinds else 0


def all_doors(args: argparse.Namespace) -> int:
    """Fuzzes doors in turn, each in a process of its own: one that dies is a finding too."""
    from doors import DOORS

    chosen = [
        name for name in (args.only.split(",") if args.only else DOORS) if name in DOORS or sys.exit(f"no door {name}")
    ]
    each = args.seconds / len(chosen)
    failed = 0
    for number, name in enumerate(chosen):
        words = ["--door", name, "--seconds", str(each), "--seed", str(args.seed + number)]
        with TemporaryDirectory(dir=shared_memory()) as folder, (FOUND / f"{name}.log").open("wb") as log:
            words += ["--folder", folder, *(["--guided"] if args.guided else [])]
            code = subprocess.call([sys.executable, __file__, *words], stderr=log)
            if code not in (0, 1):
                shutil.copy(Path(folder) / "last", FOUND / f"{name}.last")
                print(f"{name}: ended with {code}: {FOUND / name}.last, {FOUND / name}.log", flush=True)
        failed += code != 0
        print(f"[{number + 1}/{len(chosen)}] {name}, seed {args.seed + number}", flush=True)
    return 1 if failed else 0


def main() -> int:
    """Reads the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="for all doors together")
    parser.add_argument("--only", metavar="DOORS", help="these doors, with commas between")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same inputs; each door adds its number"
    )
    parser.add_argument("--guided", action="store_true", help="by atheris, which sees what lines an input reaches")
    parser.add_argument("--door", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    FOUND.mkdir(parents=True, exist_ok=True)
    return one(args) if args.door else all_doors(args)


if __name__ == "__main__":
    sys.exit(main())
