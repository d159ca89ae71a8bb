"""What utf_filt.pl says of itself."""

USAGE = b"""\


%b - reformats an UTF transcript into various formats

Usage: %b [-wkph] -f <format> -e <dtd_file> -i <input file> -o <output file>

Desc:  This script reformats an input UTF transcript file to various formats
       The script uses the SGML DTD, and nsgmls to read the <input_file> and write
       the file reformatted to <format> into <output_file>

Required arguments:
   -f <format> indicates the format of the output
      where <format> can be one of the following:
         IESTM: stm format with IE tags
         STM:   stm format for ASR--default
         CTM:   ctm format
         IECTM: ctm format with IE tags
         IESM:  Story marked STM format with IE tags
         SM:    Story marked STM format for ASR
   -e <dtd file> is the dtd file
   -i <input file>  is the sgml transcript
   -o <output file> is the output of this script
Optional Arguments
   -d <debug level> prints out debug information
   -c flag to disable focus condition tagging
   -h flag to display this message
   -k flag to keep text within excluded regions in the output stream.  only
      This option valid only if -p is specified
   -p flag to process overlap instead of ignoring it
   -w flag to use word time tag instead of average word duration for CTM format
   -t do not translate contractions to their expanded form
   -n do not delete acousticnoise and nonspeech events.  Do not translate nonlexemes
      to the %%hesitation symbol
   -s 'prog' set the SGML parsing program name to 'prog'
"""
