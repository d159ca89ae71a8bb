//! Words between white space, found 64 bytes at a time.
//!
//! White space is what Python's `str.split` takes for it: Unicode's, and the four separators U+001C to U+001F. Bytes
//! that may begin it are marked in a word of bits; each mark is then looked at. So the length of
//! words, which no branch predictor knows, costs no wrong guess a word.

#[inline(always)]
pub fn is_white_space(point: u32) -> bool {
    match point {
        0x21..0x85 => false,
        ..=0x20 => matches!(point, 0x20 | 0x09..=0x0d | 0x1c..=0x1f),
        _ => matches!(point, 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000),
    }
}

/// How text is held as bytes, as far as white space is concerned.
pub trait Encoding {
    /// A byte that may begin white space, besides blanks and control characters.
    const LEAD: u8;
    /// The other bytes that may begin whitespace, which are the same under a mask.
    const LEADS: u8;
    /// That mask.
    const MASK: u8;

    /// How many bytes of white space begin at a place; 0 for none.
    fn white_space_at(bytes: &[u8], place: usize) -> usize;
}

/// UTF-8, where the lead bytes 0xC2 and 0xE0 to 0xE3 may begin white space.
pub struct Utf8;

impl Encoding for Utf8 {
    const LEAD: u8 = 0xc2;
    const LEADS: u8 = 0xe0;
    const MASK: u8 = 0xfc;

    #[inline(always)]
    fn white_space_at(bytes: &[u8], place: usize) -> usize {
        match bytes[place] {
            b' ' | b'\t'..=b'\r' | 0x1c..=0x1f => 1,
            ..=0xc1 => 0,
            _ => wide_white_space(&bytes[place..]),
        }
    }
}

/// Latin-1: a byte a character, for those below U+0100.
pub struct Latin1;

impl Encoding for Latin1 {
    const LEAD: u8 = 0x85;
    const LEADS: u8 = 0xa0;
    const MASK: u8 = 0xff;

    #[inline(always)]
    fn white_space_at(bytes: &[u8], place: usize) -> usize {
        usize::from(is_white_space(u32::from(bytes[place])))
    }
}

/// Bytes in any encoding or none, where white space is what C takes for it: blanks, and U+0009 to U+000D.
pub struct Plain;

impl Encoding for Plain {
    const LEAD: u8 = b' ';
    const LEADS: u8 = b' ';
    const MASK: u8 = 0xff;

    #[inline(always)]
    fn white_space_at(bytes: &[u8], place: usize) -> usize {
        usize::from(matches!(bytes[place], b' ' | b'\t'..=b'\r'))
    }
}

/// Calls `take` with the place of each run of anything but white space.
#[inline]
pub fn for_each_word<E: Encoding>(bytes: &[u8], mut take: impl FnMut(usize, usize)) {
    let (mut start, mut base) = (0, 0);
    while base <= bytes.len() {
        let block = &bytes[base..bytes.len().min(base + 64)];
        let mut marks = marks::<E>(block);
        if block.len() < 64 {
            marks |= 1 << block.len(); // the end, which ends a word as well
        }
        while marks != 0 {
            let place = base + marks.trailing_zeros() as usize;
            let width = if place < bytes.len() { E::white_space_at(bytes, place) } else { 1 };
            if width > 0 {
                if start < place {
                    take(start, place);
                }
                start = place + width;
            }
            marks &= marks - 1;
        }
        base += 64;
    }
}

/// A bit for each byte of up to 64 that may begin white space.
#[inline(always)]
fn marks<E: Encoding>(block: &[u8]) -> u64 {
    let (sixteens, rest) = block.as_chunks::<16>();
    let mut marks = 0;
    for (place, sixteen) in sixteens.iter().enumerate() {
        marks |= marks_of_sixteen::<E>(sixteen) << (16 * place);
    }
    if !rest.is_empty() {
        let mut sixteen = [b'x'; 16];
        sixteen[..rest.len()].copy_from_slice(rest);
        marks |= marks_of_sixteen::<E>(&sixteen) << (16 * sixteens.len());
    }
    marks
}

/// Marks blanks, control characters and what else may begin white space in an encoding.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn marks_of_sixteen<E: Encoding>(bytes: &[u8; 16]) -> u64 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { marks_by_sse2::<E>(bytes) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
#[inline]
fn marks_by_sse2<E: Encoding>(bytes: &[u8; 16]) -> u64 {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
    };
    let [low, high] = [0, 1].map(|half| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * half + byte])) as i64);
    let bytes = _mm_set_epi64x(high, low);
    let blank = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x20)), bytes);
    let two = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(E::LEAD as i8));
    let three = _mm_cmpeq_epi8(_mm_and_si128(bytes, _mm_set1_epi8(E::MASK as i8)), _mm_set1_epi8(E::LEADS as i8));
    _mm_movemask_epi8(_mm_or_si128(blank, _mm_or_si128(two, three))) as u64
}

/// What [`marks_of_sixteen`] gives, byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn marks_of_sixteen_by_bytes<E: Encoding>(bytes: &[u8; 16]) -> u64 {
    let may_begin = |byte: u8| byte <= 0x20 || byte == E::LEAD || byte & E::MASK == E::LEADS;
    (0..16).filter(|&place| may_begin(bytes[place])).fold(0, |marks, place| marks | 1 << place)
}

#[cfg(not(target_arch = "x86_64"))]
use marks_of_sixteen_by_bytes as marks_of_sixteen;

fn wide_white_space(bytes: &[u8]) -> usize {
    match bytes {
        [0xc2, 0x85 | 0xa0, ..] => 2,
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn separates(character: char) -> bool {
        character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
    }

    fn words(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        for_each_word::<Utf8>(text.as_bytes(), |start, end| found.push(&text[start..end]));
        found
    }

    #[test]
    fn white_space_is_unicodes_and_pythons() {
        for character in ('\0'..=char::MAX).filter(|&c| c != 'x') {
            let text = format!("x{character}x");
            let expected = if separates(character) { 2 } else { 1 };
            assert_eq!(is_white_space(u32::from(character)), separates(character), "U+{:04X}", u32::from(character));
            assert_eq!(words(&text).len(), expected, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn white_space_in_latin_is_what_it_is_elsewhere() {
        for byte in (0..=u8::MAX).filter(|&byte| byte != b'x') {
            let mut count = 0;
            for_each_word::<Latin1>(&[b'x', byte, b'x'], |_, _| count += 1);
            assert_eq!(count, if separates(char::from(byte)) { 2 } else { 1 }, "{byte:#x}");
        }
    }

    proptest! {
        #[test]
        fn marks_do_not_depend_on_the_machine(bytes: [u8; 16]) {
            prop_assert_eq!(marks_of_sixteen::<Utf8>(&bytes), marks_of_sixteen_by_bytes::<Utf8>(&bytes));
            prop_assert_eq!(marks_of_sixteen::<Latin1>(&bytes), marks_of_sixteen_by_bytes::<Latin1>(&bytes));
        }

        #[test]
        fn words_are_those_of_the_definition(text in "([a-zéœ日\u{e0}\u{7f}\u{0}]{0,9}[ \t\u{a0}\u{3000}\u{2003}\u{1c}]{0,2}){0,40}") {
            let expected: Vec<&str> = text.split(separates).filter(|word| !word.is_empty()).collect();
            prop_assert_eq!(words(&text), expected);
        }
    }
}
