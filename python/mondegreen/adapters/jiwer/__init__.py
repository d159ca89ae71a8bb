"""jiwer 4's interface: `import mondegreen.adapters.jiwer as jiwer`.

Numbers, alignments and texts are those of jiwer (Apache-2.0, https://github.com/jitsi/jiwer), whose alignments are
rapidfuzz's; jiwer's own tests pass. Words are cut by the transforms, at single spaces, as jiwer cuts them.
"""

from mondegreen.adapters.jiwer import alignment, measures, process, transformations, transforms
from mondegreen.adapters.jiwer.alignment import collect_error_counts, visualize_alignment, visualize_error_counts
from mondegreen.adapters.jiwer.measures import cer, mer, wer, wil, wip
from mondegreen.adapters.jiwer.process import (
    AlignmentChunk,
    CharacterOutput,
    WordOutput,
    process_characters,
    process_words,
)
from mondegreen.adapters.jiwer.transformations import (
    cer_contiguous,
    cer_default,
    wer_contiguous,
    wer_default,
    wer_standardize,
    wer_standardize_contiguous,
)
from mondegreen.adapters.jiwer.transforms import (
    AbstractTransform,
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemovePunctuation,
    RemoveSpecificWords,
    RemoveWhiteSpace,
    Strip,
    SubstituteRegexes,
    SubstituteWords,
    ToLowerCase,
    ToUpperCase,
)

# The version of jiwer whose interface this is.
__version__ = "4.0.0"

__all__ = [
    "AbstractTransform",
    "AlignmentChunk",
    "CharacterOutput",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
    "WordOutput",
    "alignment",
    "cer",
    "cer_contiguous",
    "cer_default",
    "collect_error_counts",
    "measures",
    "mer",
    "process",
    "process_characters",
    "process_words",
    "transformations",
    "transforms",
    "visualize_alignment",
    "visualize_error_counts",
    "wer",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
    "wil",
    "wip",
]
