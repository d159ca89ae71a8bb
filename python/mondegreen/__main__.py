"""`python -m mondegreen` is the command `mondegreen`."""

import sys

from mondegreen.cli import main

sys.exit(main())
