//! Words with which both texts of a pair begin and end: they are found by comparing bytes, and need no ids.

use std::ops::Range;

use crate::split::{Encoding, count_words};

/// What two texts have in common at their ends, as far as bytes tell, and what lies between.
#[derive(Debug, PartialEq, Eq)]
pub struct CommonEnds {
    /// Words of both beginnings.
    pub prefix: usize,
    /// Words of both ends.
    pub suffix: usize,
    /// Of each text the bytes of its other words.
    pub between: [Range<usize>; 2],
}

impl CommonEnds {
    /// Compares two texts in an encoding whose white space is single bytes.
    ///
    /// The end is compared only where the two words after the common beginning are known to differ: where the white
    /// space does, these may be the same words, and would be taken for the beginning rather than for the end.
    pub fn of<E: Encoding>(texts: [&[u8]; 2], prefix: bool, suffix: bool) -> Self {
        let mut ends = Self { prefix: 0, suffix: 0, between: texts.map(|text| 0..text.len()) };
        if (!prefix || ends.cut_prefix::<E>(texts)) && suffix {
            ends.cut_suffix::<E>(texts);
        }
        ends
    }

    /// Says whether the words that follow in both differ.
    fn cut_prefix<E: Encoding>(&mut self, texts: [&[u8]; 2]) -> bool {
        let common = count_common(texts[0], texts[1]);
        let begun = &texts[0][..common];
        let ends_word = |text: &[u8]| text.get(common).is_none_or(|&byte| E::is_blank(byte));
        let word = begun.iter().rev().take_while(|&&byte| !E::is_blank(byte)).count();
        let is_open = word > 0 && !texts.into_iter().all(ends_word);
        let cut = if is_open { common - word } else { common };
        self.prefix = count_words::<E>(&begun[..cut]);
        self.between.iter_mut().for_each(|range| range.start = cut);
        is_open || !texts.into_iter().any(ends_word)
    }

    fn cut_suffix<E: Encoding>(&mut self, texts: [&[u8]; 2]) {
        let rests = [0, 1].map(|side| &texts[side][self.between[side].clone()]);
        let common = count_common_ends(rests[0], rests[1]);
        let ended = &rests[0][rests[0].len() - common..];
        let begins_word = |text: &[u8]| text.len() == common || E::is_blank(text[text.len() - common - 1]);
        let word = ended.iter().take_while(|&&byte| !E::is_blank(byte)).count();
        let is_open = word > 0 && !rests.into_iter().all(begins_word);
        let cut = if is_open { common - word } else { common };
        self.suffix = count_words::<E>(&ended[common - cut..]);
        self.between.iter_mut().for_each(|range| range.end -= cut);
    }
}

fn count_common(left: &[u8], right: &[u8]) -> usize {
    let (eights, others) = (left.as_chunks::<8>().0, right.as_chunks::<8>().0);
    let start = 8 * eights.iter().zip(others).take_while(|(left, right)| left == right).count();
    start + left[start..].iter().zip(&right[start..]).take_while(|(left, right)| left == right).count()
}

fn count_common_ends(left: &[u8], right: &[u8]) -> usize {
    let (eights, others) = (left.as_rchunks::<8>().1, right.as_rchunks::<8>().1);
    let end = 8 * eights.iter().rev().zip(others.iter().rev()).take_while(|(left, right)| left == right).count();
    let rests = left[..left.len() - end].iter().rev().zip(right[..right.len() - end].iter().rev());
    end + rests.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::split::Latin1;

    fn split(text: &str) -> Vec<&str> {
        text.split([' ', '\t']).filter(|word| !word.is_empty()).collect()
    }

    /// The same by words.
    fn count_naively(left: &[&str], right: &[&str], prefix: bool, suffix: bool) -> (usize, usize) {
        let common = |left: &[&str], right: &[&str]| left.iter().zip(right).take_while(|(a, b)| a == b).count();
        let begin = if prefix { common(left, right) } else { 0 };
        let (left, right) = (left[begin..].iter().rev(), right[begin..].iter().rev());
        let end = left.zip(right).take_while(|(a, b)| a == b).count();
        (begin, if suffix { end } else { 0 })
    }

    /// The words, each with white space behind it; behind the last one only sometimes.
    fn join(words: &[&str], spaces: &[String]) -> String {
        let pieces = words.iter().zip(spaces).flat_map(|(word, space)| [*word, space.as_str()]);
        let mut text = pieces.collect::<String>();
        if spaces[spaces.len() - 1].len() == 1 {
            text.truncate(text.trim_end().len());
        }
        text
    }

    proptest! {
        #[test]
        fn what_is_between_are_all_other_words(
            words in prop::collection::vec("[ab]{1,2}|abcdefghijk", 0..8),
            change in (0..8_usize, 0..3_usize, prop::collection::vec("[ab]{1,2}", 0..3)),
            spaces in prop::collection::vec("[ \t]|  | | | ", 40),
            prefix: bool, suffix: bool,
        ) {
            let all: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut others = all.clone();
            let start = change.0.min(all.len());
            others.splice(start..(start + change.1).min(all.len()), change.2.iter().map(String::as_str));
            let texts = [join(&all, &spaces[..20]), join(&others, &spaces[20..])];
            let ends = CommonEnds::of::<Latin1>([texts[0].as_bytes(), texts[1].as_bytes()], prefix, suffix);
            let found = [0, 1].map(|side| split(&texts[side][ends.between[side].clone()]));
            for (found, words) in found.iter().zip([&all, &others]) {
                prop_assert_eq!(&found[..], &words[ends.prefix..words.len() - ends.suffix]);
            }
            let (begin, end) = count_naively(&all, &others, prefix, suffix);
            // What is left over is found as if nothing had been cut off.
            let rest = count_naively(&found[0], &found[1], prefix, suffix);
            prop_assert_eq!((ends.prefix + rest.0, ends.suffix + rest.1), (begin, end));
            let are_tidy = texts.iter().all(|text| !text.contains("  ") && !text.contains('\t') && text.trim() == text);
            prop_assert!(!are_tidy || rest == (0, 0), "{:?}", ends);
        }
    }
}
