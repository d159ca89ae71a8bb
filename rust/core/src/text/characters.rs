//! Texts of code points, cut into characters.

use super::Sequences;
use crate::split::is_white_space;

/// Characters as they are, with one blank between words or none.
pub fn take_characters(points: &[u32], ids: &mut Sequences, blanks: bool) {
    if blanks && is_tidy(points) {
        ids.flat.extend_from_slice(points);
        return;
    }
    let mut words = points.split(|&point| is_white_space(point)).filter(|word| !word.is_empty());
    ids.flat.extend_from_slice(words.next().unwrap_or_default());
    for word in words {
        ids.flat.extend(blanks.then_some(u32::from(' ')));
        ids.flat.extend_from_slice(word);
    }
}

pub fn to_character(point: u32) -> char {
    char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether the only white space is single blanks between words, as far as a look without branches can tell.
fn is_tidy(points: &[u32]) -> bool {
    let doubtful = |point: u32| point < 0x20 || point == 0x85 || point == 0xa0 || point.wrapping_sub(0x1680) <= 0x1980;
    let odd = points.iter().fold(false, |odd, &point| odd | doubtful(point));
    let blank = |point: u32| point == 0x20;
    let double = points.iter().zip(points.iter().skip(1)).fold(false, |any, (&a, &b)| any | (blank(a) & blank(b)));
    let ends = [points.first(), points.last()].into_iter().flatten().any(|&point| blank(point));
    !(odd || double || ends)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::{Texts, Unit};
    use crate::vocab::Vocabulary;

    proptest! {
        #[test]
        fn characters_are_those_of_the_words(text in "[ab\u{e9}\u{2003}\u{a0}\t\n ]{0,9}") {
            let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
            let mut texts = Texts::default();
            texts.push(&text);
            let words: Vec<&str> = text.split_whitespace().collect();
            for (unit, joined) in [(Unit::Characters, words.join(" ")), (Unit::Letters, words.concat())] {
                texts.intern(unit, &mut vocabulary, &mut ids);
                prop_assert_eq!(ids.get(0), joined.chars().map(u32::from).collect::<Vec<_>>());
            }
        }
    }
}
