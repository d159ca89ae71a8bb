"""Landlock: a process gives up all files but those below the paths that it names, for good (landlock(7) of Linux).

By the system calls themselves, which are the same three numbers on every architecture: a crate would bring the same
structures and a build, and must be called at the same moment.
"""

from __future__ import annotations

import os
import stat
import struct
import sys
from contextlib import suppress

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
TELL_VERSION, PATH_BENEATH = 1, 1
NO_NEW_PRIVILEGES = 38  # of prctl(2)
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, DEVICES = 1 << 14, 1 << 15
# Of files; all others are of directories.
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICES
READ = READ_FILE | READ_DIR
# What each version brought: making and removing, links and renaming, truncating, TCP, devices, abstract sockets.
FILES_OF = ((1, (1 << 13) - 1), (2, 1 << 13), (3, TRUNCATE), (5, DEVICES))
NETWORK_SINCE, SCOPES_SINCE = 4, 6
TCP, SCOPES = 3, 3


def call_kernel(number: int, *arguments: object) -> int:
    """A system call; -1 if it fails."""
    import ctypes

    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    made: int = ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(number), *words)
    return made


def get_version() -> int:
    """The version of Landlock that this kernel has; 0 if it has none, or it is switched off."""
    import sys

    if sys.platform != "linux":
        return 0
    return max(call_kernel(CREATE_RULESET, None, 0, TELL_VERSION), 0)


def restrict_process(readable: Iterable[str], writable: Iterable[str]) -> bool:
    """Leave this process, and what it starts, nothing but what lies below these paths; false without Landlock.

    Nothing may be executed, and TCP is closed where the kernel can do that.
    """
    import ctypes

    if not (known := get_version()):
        return False
    files = sum(bits for since, bits in FILES_OF if known >= since)
    rights = [files, *([TCP] if known >= NETWORK_SINCE else []), *([SCOPES] if known >= SCOPES_SINCE else [])]
    about = struct.pack(f"={len(rights)}Q", *rights)
    ruleset = call_kernel(CREATE_RULESET, about, len(about), 0)
    if ruleset < 0:
        return False
    try:
        for paths, allowed in ((readable, READ), (writable, files & ~EXECUTE)):
            for path in paths:
                allow_paths(ruleset, path, allowed)
        prctl = ctypes.CDLL(None).prctl
        return prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0 and call_kernel(RESTRICT_SELF, ruleset, 0) == 0
    finally:
        os.close(ruleset)


def allow_paths(ruleset: int, path: str, allowed: int) -> None:
    """Add a path to what is allowed; one that is not there is not needed, and a link is not followed."""
    if sys.platform != "linux":
        return
    with suppress(OSError, ValueError):
        place = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            of_place = allowed if stat.S_ISDIR(os.fstat(place).st_mode) else allowed & OF_FILES
            call_kernel(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", of_place, place), 0)
        finally:
            os.close(place)
