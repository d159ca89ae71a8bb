"""Word lattices of Kaldi, read without Kaldi.

import mondegreen as mg

for lattice in mg.lattice.read("ark:lat.1.gz", words="words.txt"):
    print(lattice.key, lattice.best().words, [path.words for path in lattice.nbest(10)])
"""

from mondegreen.lattice.reading import read
from mondegreen.lattice.wordlattice import Path, WordLattice

__all__ = ["Path", "WordLattice", "read"]
