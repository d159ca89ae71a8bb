"""Maturin's build backend; where there is no Rust and none can be fetched, its last line says so, not a traceback."""

import functools
import os
import shutil
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import maturin
from maturin import get_requires_for_build_editable, get_requires_for_build_sdist, get_requires_for_build_wheel

__all__ = ["get_requires_for_build_editable", "get_requires_for_build_sdist", "get_requires_for_build_wheel"]

Given, Made = ParamSpec("Given"), TypeVar("Made")

# Its warning is for projects that are not built by maturin.
os.environ.setdefault("MATURIN_NO_MISSING_BUILD_BACKEND_WARNING", "1")


def say_what_is_missing(hook: Callable[Given, Made]) -> Callable[Given, Made]:
    @functools.wraps(hook)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        try:
            return hook(*args, **kwargs)
        except (Exception, SystemExit) as error:
            if shutil.which("cargo"):
                raise
            reason = f"could not be fetched ({error})" if isinstance(error, Exception) else "is missing"
            raise SystemExit(
                f"mondegreen is compiled from its source here, and Rust, which that needs, {reason}: "
                "install Rust from https://rustup.rs and run the same command again"
            ) from None

    return run


build_editable = say_what_is_missing(maturin.build_editable)
build_sdist = say_what_is_missing(maturin.build_sdist)
build_wheel = say_what_is_missing(maturin.build_wheel)
prepare_metadata_for_build_editable = say_what_is_missing(maturin.prepare_metadata_for_build_editable)
prepare_metadata_for_build_wheel = say_what_is_missing(maturin.prepare_metadata_for_build_wheel)
