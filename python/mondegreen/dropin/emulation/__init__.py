"""What C and Perl do that shows in the originals' output: numbers, command lines, and how a Perl script ends."""
