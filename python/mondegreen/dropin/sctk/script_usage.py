"""What the scripts say of themselves."""

# Of the scripts that prepare Arabic.
FORMAT = b"""\
      -i fmt   Set the input file formant to 'fmt'.  The possible choices are:
                  txt -> plain text, the default
                  ctm -> CTM format, ignores all but the 5th column, and if
                         a division occurs and a confidence score is present,
                         the confidence score is copied to all parts.
                  stm -> STM format, change only the text field of the stm record
"""

HAMZA_NORM = (
    b"""\
Usage: hamzaNorm.pl [ -i fmt ] Infile|- OutFile|-
Version: 1.0
Desc: hamzaNorm normalizes the hamza in the initial position of the word to be a
      consistent form.  In the Buckwalter normalization scheme, the initial letters
      'A', '<', '>' and '|' are all translated to 'A'Options:
%b
"""
    % FORMAT
)

TANWEEN_FILT = (
    b"""\
Usage: tanweenFilt.pl [ -i fmt ] Infile|- OutFile|-
Version: 1.1
Desc: tanweenFilt removes the tanween Arabic characters from the end of a word.
      In the Buckwalter normalization scheme, the word-final letters
      'F', 'N', and 'K' are removedOptions:
      -a       Remove all tanween characters, not just the final characters.
%b
"""
    % FORMAT
)

DEF_ART = (
    b"""\
Usage: def_art.sh [ -i fmt ] [ -s LDC_LEX ] -t Infile|- OutFile|-
Version: 1.3
Desc: Detaches the arabic definite article.  This script was donated by BBNOptions:
%b      -s LDC_LEX
               Perform the operation on arabic script transcripts.  This requires
               the LDC Arabic Lexicon.  The script uses the lexicons morphological
               tags to decided when to seperate the definate article.
      -t       If -s is used, Translate any token that match entries a romanized
               orthography to it's script form

"""
    % FORMAT
)

CTM_VALIDATOR = b"""\


%b [-l <language>] [-h] -i <CTM file>

Version: 3
Description: This Perl program (version 3) validates a given CTM file.
\tNote that the program will exit after it finds all the syntax errors.
Options:
  -l <language> : check regarding the laguage (default: english)
  -h            : print this help message
Input:
  -i <CTM file>: a CTM file

"""

STM_VALIDATOR = b"""\


%b -i <STM file>

Version: 1
Description: This Perl program (version 1) validates a given STM file.
Options:
  -l <language> : language
  -s            : silent
  -h            : print this help message
Input:
  -i <STM file>: an STM file

"""

ALIGN2HTML = b"""\
perl align2html.pl [OPTIONS] -i alignfile -o outputdir
Version: %b

Required file arguments:
  -a, --alignfile         Path to the Alignment file.
  -o, --outputdir         Path to the output directory.

Options
  -m, --mapfile           Path to the Mapping file.

"""
