"""SCTK's own sclite and sc_stats as programs of the registry, for what calls them."""

import subprocess
import sys

from programs import SCTK


def sclite(arguments: list[bytes]) -> int:
    return original("sclite", arguments)


def sc_stats(arguments: list[bytes]) -> int:
    return original("sc_stats", arguments)


def original(name: str, arguments: list[bytes]) -> int:
    done = subprocess.run([SCTK / name, *arguments], input=sys.stdin.buffer.read(), capture_output=True, check=False)
    sys.stdout.buffer.write(done.stdout)
    sys.stderr.buffer.write(done.stderr)
    return done.returncode if done.returncode >= 0 else 255
