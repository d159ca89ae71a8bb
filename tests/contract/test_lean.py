"""What only type checkers read is read by nobody else: where a module does without `typing`, it says so itself."""

import ast
from pathlib import Path

import mondegreen

PACKAGE = Path(mondegreen.__file__).parent


def test_types_are_imported_by_type_checkers_alone() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "TYPE_CHECKING" for target in node.targets
            ):
                found[str(path.relative_to(PACKAGE))] = ast.unparse(node.value)
    assert "cli/answers.py" in found
    assert set(found.values()) == {"False"}, found
