"""What hubscr.pl says of itself."""

USAGE = b"""\
hubscr.pl [ -p PATH -H -T -d -R -v -L LEX ] [ -M LM | -w WWL ] [ -o numSpkr ] [ -m \
GB_Max_Memory[:GB_Max_Difficulty] ] [ -f FORMAT ] [ -a -C -B blocksize ] -g glm -l LANGOPT -h HUBOPT -r ref hyp1 \
hyp2 ...
Version: 0.20
Desc: Score a Hub-4E/NE or Hub-5E/NE evaluation using the established
      guidelines.  There are a set of language dependent options that this
      script requires, they are listed below with their dependencies.
      If more than one hyp is present, the set of hyps are viewed as an
      'ensemble' of result that can be statistically compared with sc_stats.
      The output reports are written with a root filename specified by '-n'
      and optionally described with the '-e' flag.
General Options:
      -d         ->  Do not split the definite article from Arabic words
      -g glm     ->  'glm' specifies the filename of the Global Mapping Rules
      -v         ->  Verbosely tell the user what is being executed
      -h [ hub4 | hub5 | rt-stt | sastt ]
                 ->  Use scoring rules for the task:\x20
                     hub4 or hub5 -> no special rules
                     rt-stt       -> removes non-lexical items from systems CTM input
                     sastt        -> performs SASTT scoring.  System/reference inputs
                                     must both be RTTMs. ASCLITE must be used for alignments.
      -K SLM_lm  ->  Use the CMU-Cambridge SLM V2.0 binary language model 'LM'
                     to perform Weighted-Word Scoring.  May not be used with -w
      -l [ arabic | english | german | italian | mandarin | spanish ]
                 ->  Set the input language.
      -L LDC_Lex ->  Filename of an LDC Lexicon.  The option is required only to
                     score a German test.  Previous version for Arabic req'd this option.
      -w WWL     ->  Use the Word-Weight List File to perform Weighted-Word
                     scoring.  May not be used with -M
      -H         ->  Perform hamza normalization for Arabic data.\x20
      -T         ->  Perform tanween filteing (i.e., removal) for Arabic data.\x20
      -V         ->  Skip validation of the input transcripts.  Defauled is to validate input transcripts.\x20
Other Options:
      -n str     ->  Root filename to write the ensemble reports to.  Default
                     is 'Ensemble'
      -e 'desc'  ->  Use the description 'desc' as a sub-header in all reports.
      -p DIR[:DIR]*
                 ->  Use the following directories to search for needed components.
                     Otherwise the default path is used.
      -o numSpkr
                 ->  Overlap using 'numSpkr' number of speakers.
      -m GB_Max_Memory[:GB_Max_Difficulty]
                 ->  'GB_Max_Memory' Set the maximum memory allocation in GB for the LCM.
                 ->  'GB_Max_Difficulty' Set the limit of LCM difficulty (expressed in GB of memory).
      -a
                 ->  Use asclite for the alignment.
      -C
                 ->  Force compression for asclite.
      -B blocksize
                 ->  Block size for asclite. (default: 256 kB)
      -f [ ctm | rttm ]
                 ->  Specify the hyps fileformat.
      -F [ stm | rttm ]
                 ->  Specify the refs fileformat.
      -G         -> Produce alignment graphs when asclite is used
      -u UEM         Specify the UEM file for running mdeval (sastt hub only)
      -M "ARGS" -> Arguments to pass to mdeval (sastt hup only) Def. '-nafc -c 0.25 -o'

"""
