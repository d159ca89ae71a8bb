"""What chfilt.pl says of itself."""

USAGE = b"""\
Usage: chfilt <OPTIONS> infile outfile|-- -
Version: 1.18

Desc:  chfilt converts a Callhome transcription file, 'infile', to STM
       format, written to 'outfile'.  If '-- -' is used as output, the output goes to stdout.

       OPTIONS :==
       -l <language>  Identifies the language on the transcript
                      Current chfilt can handle:  mandarin
                                                  spanish
                                                  japanese
                                                  english
                                                  arabic
                                                  german
       -m             Read Miss. State Transcripts
       -b b_time      Output segments After 'b_time'.
       -e e_time      Output segments ending before 'e_time'.
       -d             Output text with optionally deletable tags.
       -q Word1=Word2
                      Add alternations to the output such that Word1 and Word2
                      are equivalent
       -t Word1=Word2
                      Translate Word1 to Word2
       -a             Convert all hyphenated word to alternations whereby the\x20
                      two alternations are the word with hyphens deleted, or
                      the word(s) with hyphens converted to spaces
       -i             Add inter-segment gaps to the stm records.  This option
                      requires -b and -e to be used
       -k             Keep lines with no lexemes in the transcript rather than
                      ignoring them
       -o fmt         Set the output format to:\x20
                        stm  -> Output STM format (default)
                        pem  -> Output PEM format
       -s time        Smooth the segmentation (i.e., merge segments) that hava gap
                      intersegment gaps less than 'time'
       -p time        Pad segment boundaries with 'time' seconds of silence if
                      the time is available
       -c             Don't expand the contractions if they are annotated
       -C (numbers|letters)
                      If 'numbers', change channels A and B to 1 and 2 respectively\x20
                      If 'letters', change channels 1 and 2 to A and B respectively\x20
       -E             Exclude overlapping segments in the output STMs
"""
