"""Files, pipes and standard input: opened, decompressed and decoded, whatever they hold."""
