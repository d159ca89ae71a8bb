//! Latin-1 in which any character can be written: a byte each for those below U+0100, an escape for others.
//!
//! Python gives Latin-1 of most European texts for a copy of their bytes, and UTF-8 for a good deal more; and the odd
//! œ or dash must not cost the others that. Equal texts are equal bytes, and only white space is white space.

use crate::split::is_white_space;

/// Begins an escape: four bytes follow, each of six bits of the code point.
pub const ESCAPE: u8 = 0x01;
/// What such a byte is besides its bits, so that none is white space.
const SIX: u8 = 0x40;

/// Adds Latin-1 as such.
pub fn push(bytes: &[u8], latin: &mut Vec<u8>) {
    if bytes.contains(&ESCAPE) {
        for &byte in bytes {
            push_character(char::from(byte), latin);
        }
    } else {
        latin.extend_from_slice(bytes);
    }
}

/// Adds any text; white space from U+0100 on becomes a blank.
pub fn push_escaped(text: &str, latin: &mut Vec<u8>) {
    text.chars().for_each(|character| push_character(character, latin));
}

fn push_character(character: char, latin: &mut Vec<u8>) {
    let point = u32::from(character);
    match u8::try_from(point) {
        Ok(byte) if byte != ESCAPE => latin.push(byte),
        Err(_) if is_white_space(point) => latin.push(b' '),
        _ => latin.extend([ESCAPE, six(point >> 18), six(point >> 12), six(point >> 6), six(point)]),
    }
}

fn six(bits: u32) -> u8 {
    SIX | (bits & 0x3f) as u8
}

pub fn characters(latin: &[u8]) -> impl Iterator<Item = char> {
    let mut bytes = latin.iter();
    std::iter::from_fn(move || {
        let byte = *bytes.next()?;
        if byte != ESCAPE {
            return Some(char::from(byte));
        }
        let point = bytes.by_ref().take(4).fold(0, |point, &byte| point << 6 | u32::from(byte & !SIX));
        Some(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_can_be_read(text in "([a\u{1}\u{a0}\u{85}é\u{ff}\u{100}œ日\u{10ffff} \u{2003}\u{3000}]|\\PC){0,20}") {
            let mut latin = Vec::new();
            push_escaped(&text, &mut latin);
            let wide = |character: char| u32::from(character) > 0xff && character.is_whitespace();
            prop_assert_eq!(characters(&latin).collect::<String>(), text.replace(wide, " "));
            if let Ok(bytes) = text.chars().map(|c| u8::try_from(u32::from(c))).collect::<Result<Vec<_>, _>>() {
                let mut plain = Vec::new();
                push(&bytes, &mut plain);
                prop_assert_eq!(plain, latin);
            }
        }
    }
}
