"""What tests of engines share: a cluster of Ray's, started once."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of two nodes on the loopback, each of one processor, whose workers know the rules that fail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_DEDUP_LOGS_SKIP_REGEX", ".")  # as the command does; Ray reads it once
        patch.setenv("WHERE", str(tmp_path_factory.mktemp("where")))
        patch.syspath_prepend(str(Path(__file__).parent))
        pytest.importorskip("ray", reason="Ray is not installed")
        from ray.cluster_utils import Cluster

        node = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 100_000_000}
        cluster = Cluster(initialize_head=True, head_node_args=node)
        cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
        try:
            yield cluster.address
        finally:
            cluster.shutdown()  # type: ignore[no-untyped-call] # Ray's
