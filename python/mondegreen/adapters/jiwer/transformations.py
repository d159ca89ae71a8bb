"""The chains of transforms that jiwer names."""

from mondegreen.adapters.jiwer.transforms import (
    AbstractTransform,
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemoveWhiteSpace,
    Strip,
    ToLowerCase,
)

SPACES: list[AbstractTransform] = [RemoveMultipleSpaces(), Strip()]
STANDARD: list[AbstractTransform] = [
    ToLowerCase(),
    ExpandCommonEnglishContractions(),
    RemoveKaldiNonWords(),
    RemoveWhiteSpace(replace_by_space=True),
    *SPACES,
]
WORDS, CHARACTERS, ONE = ReduceToListOfListOfWords(), ReduceToListOfListOfChars(), ReduceToSingleSentence()

wer_default = Compose([*SPACES, WORDS])
wer_contiguous = Compose([*SPACES, ONE, WORDS])
wer_standardize = Compose([*STANDARD, WORDS])
wer_standardize_contiguous = Compose([*STANDARD, ONE, WORDS])
cer_default = Compose([Strip(), CHARACTERS])
cer_contiguous = Compose([Strip(), ONE, CHARACTERS])
