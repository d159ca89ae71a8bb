"""What several metrics share: rows, alignments by policy or weight, options, tags and spans."""
