"""Small stand-ins for outside models, so that what stands on them is tested without any: a toy for each kind."""

from mondegreen.resources.vectors import WordVectors

# Some words of the contract's texts are near (a, x), some at right angles (a, b), some opposite (b, d); y has none.
TOYS: dict[str, object] = {
    "vectors": WordVectors.of(
        {"a": [1, 0], "b": [0, 1], "c": [0.6, 0.8], "d": [0, -1], "x": [0.8, 0.6], "été": [2, 1], "ete": [1, 2]}
    )
}
