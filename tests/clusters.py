"""What Ray does in its own threads and files is not ours to repair: marks for tests of the full tier that use it."""

import pytest

RAY = [
    pytest.mark.full,
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::DeprecationWarning"),
    pytest.mark.filterwarnings("default::FutureWarning"),
    pytest.mark.filterwarnings("default::UserWarning:ray"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnhandledThreadExceptionWarning"),
]
