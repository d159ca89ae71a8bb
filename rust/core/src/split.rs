//! Words between white space, found 64 bytes at a time.
//!
//! White space is what Python's `str.split` takes for it: Unicode's, and the four separators U+001C to U+001F. Its
//! bytes are marked in a word of bits, in which words begin and end where neighbors differ. So the length of words,
//! which no branch predictor knows, costs no wrong guess a word.

#[inline(always)]
pub fn is_white_space(point: u32) -> bool {
    match point {
        0x21..0x85 => false,
        ..=0x20 => matches!(point, 0x20 | 0x09..=0x0d | 0x1c..=0x1f),
        _ => matches!(point, 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000),
    }
}

/// How text is held as bytes, as far as white space is concerned: U+0009 to U+000D is white space in any way.
pub trait Encoding {
    /// Of the bytes that end with the blank, the first that is white space.
    const SEPARATORS: u8;
    /// Two other bytes that are white space; a blank where there are none.
    const OTHERS: [u8; 2];
    /// Whether white space may be several bytes, as in UTF-8.
    const WIDE: bool;

    /// Whether a byte is white space by itself.
    #[inline(always)]
    fn is_blank(byte: u8) -> bool {
        matches!(byte, b'\t'..=b'\r') || (Self::SEPARATORS..=b' ').contains(&byte) || Self::OTHERS.contains(&byte)
    }
}

/// UTF-8, where the lead bytes 0xC2 and 0xE0 to 0xE3 may begin white space.
pub struct Utf8;

impl Encoding for Utf8 {
    const SEPARATORS: u8 = 0x1c;
    const OTHERS: [u8; 2] = [b' '; 2];
    const WIDE: bool = true;
}

/// Latin-1: a byte a character, for those below U+0100.
pub struct Latin1;

impl Encoding for Latin1 {
    const SEPARATORS: u8 = 0x1c;
    const OTHERS: [u8; 2] = [0x85, 0xa0];
    const WIDE: bool = false;
}

/// Bytes in any encoding or none, where white space is what C takes for it: blanks, and U+0009 to U+000D.
pub struct Plain;

impl Encoding for Plain {
    const SEPARATORS: u8 = b' ';
    const OTHERS: [u8; 2] = [b' '; 2];
    const WIDE: bool = false;
}

/// Calls `take` with the place of each run of anything but white space.
#[inline]
pub fn for_each_word<E: Encoding>(bytes: &[u8], mut take: impl FnMut(usize, usize)) {
    let mut start = 0;
    for_each_block::<E>(bytes, |base, inside, edges, blank| {
        let (mut starts, mut ends) = (edges & !blank, edges & blank);
        let mut next = || {
            let place = base + starts.trailing_zeros() as usize;
            starts &= starts.wrapping_sub(1);
            place
        };
        if !inside {
            start = next();
        }
        while ends != 0 {
            take(start, base + ends.trailing_zeros() as usize);
            start = next();
            ends &= ends - 1;
        }
    });
}

/// How many runs of anything but white space there are.
#[inline]
pub fn count_words<E: Encoding>(bytes: &[u8]) -> usize {
    let mut words = 0;
    for_each_block::<E>(bytes, |_, _, edges, blank| words += (edges & blank).count_ones() as usize);
    words
}

/// Calls `take` for each 64 bytes with their place, whether they begin within a word, a bit for each byte before which
/// a word begins or ends, and a bit for each byte of white space; what follows the text counts as such.
#[inline(always)]
fn for_each_block<E: Encoding>(bytes: &[u8], mut take: impl FnMut(usize, bool, u64, u64)) {
    let (mut base, mut inside, mut spilled) = (0, false, 0);
    while base <= bytes.len() {
        let block = &bytes[base..bytes.len().min(base + 64)];
        let [mut blank, mut leads] = marks::<E>(block);
        if E::WIDE {
            blank |= spilled;
            spilled = 0;
            while leads != 0 {
                let place = leads.trailing_zeros() as usize;
                let wide = !(!0_u128 << wide_white_space(&bytes[base + place..])) << place;
                blank |= wide as u64;
                spilled |= (wide >> 64) as u64;
                leads &= leads - 1;
            }
        }
        if block.len() < 64 {
            blank |= !0 << block.len();
        }
        let edges = blank ^ (blank << 1 | u64::from(!inside));
        take(base, inside, edges, blank);
        inside = blank >> 63 == 0;
        base += 64;
    }
}

/// A bit for each byte of up to 64 that is white space by itself, and for each that may begin wide white space.
#[inline(always)]
fn marks<E: Encoding>(block: &[u8]) -> [u64; 2] {
    let (sixteens, rest) = block.as_chunks::<16>();
    let mut marks = [0; 2];
    let mut add = |place: usize, sixteen: &[u8; 16]| {
        for (marks, found) in marks.iter_mut().zip(marks_of_sixteen::<E>(sixteen)) {
            *marks |= found << (16 * place);
        }
    };
    for (place, sixteen) in sixteens.iter().enumerate() {
        add(place, sixteen);
    }
    if !rest.is_empty() {
        let mut sixteen = [b'x'; 16];
        sixteen[..rest.len()].copy_from_slice(rest);
        add(sixteens.len(), &sixteen);
    }
    marks
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn marks_of_sixteen<E: Encoding>(bytes: &[u8; 16]) -> [u64; 2] {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { marks_by_sse2::<E>(bytes) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
#[inline]
fn marks_by_sse2<E: Encoding>(bytes: &[u8; 16]) -> [u64; 2] {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
        _mm_sub_epi8,
    };
    let [low, high] = [0, 1].map(|half| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * half + byte])) as i64);
    let bytes = _mm_set_epi64x(high, low);
    let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
    let within = |first: u8, last: u8| {
        let above = _mm_sub_epi8(bytes, _mm_set1_epi8(first as i8));
        _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8((last - first) as i8)), above)
    };
    let ascii = _mm_or_si128(within(b'\t', b'\r'), within(E::SEPARATORS, b' '));
    let blank =
        E::OTHERS.into_iter().filter(|&other| other != b' ').fold(ascii, |all, other| _mm_or_si128(all, is(other)));
    let three = _mm_cmpeq_epi8(_mm_and_si128(bytes, _mm_set1_epi8(0xfc_u8 as i8)), _mm_set1_epi8(0xe0_u8 as i8));
    let leads = if E::WIDE { _mm_movemask_epi8(_mm_or_si128(is(0xc2), three)) } else { 0 };
    [_mm_movemask_epi8(blank) as u64, leads as u64]
}

/// What [`marks_of_sixteen`] gives, byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn marks_of_sixteen_by_bytes<E: Encoding>(bytes: &[u8; 16]) -> [u64; 2] {
    let mark =
        |is: fn(u8) -> bool| (0..16).filter(|&place| is(bytes[place])).fold(0, |marks, place| marks | 1 << place);
    [mark(E::is_blank), mark(|byte| E::WIDE && matches!(byte, 0xc2 | 0xe0..=0xe3))]
}

#[cfg(not(target_arch = "x86_64"))]
use marks_of_sixteen_by_bytes as marks_of_sixteen;

/// How many bytes of wide white space these begin with; 0 for none.
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

    #[test]
    fn white_space_in_bytes_is_that_of_c() {
        for byte in (0..=u8::MAX).filter(|&byte| byte != b'x') {
            let expected = if matches!(byte, b' ' | b'\t'..=b'\r') { 2 } else { 1 };
            assert_eq!(count_words::<Plain>(&[b'x', byte, b'x']), expected, "{byte:#x}");
        }
    }

    #[test]
    fn marks_do_not_depend_on_the_machine() {
        for byte in 0..=u8::MAX {
            let bytes = std::array::from_fn(|place| byte.wrapping_add(17 * place as u8));
            assert_eq!(marks_of_sixteen::<Utf8>(&bytes), marks_of_sixteen_by_bytes::<Utf8>(&bytes));
            assert_eq!(marks_of_sixteen::<Latin1>(&bytes), marks_of_sixteen_by_bytes::<Latin1>(&bytes));
            assert_eq!(marks_of_sixteen::<Plain>(&bytes), marks_of_sixteen_by_bytes::<Plain>(&bytes));
        }
    }

    proptest! {
        #[test]
        fn words_are_those_of_the_definition(text in "([a-zéœ日\u{e0}\u{7f}\u{0}]{0,9}[ \t\u{a0}\u{3000}\u{2003}\u{1c}]{0,2}){0,40}") {
            let expected: Vec<&str> = text.split(separates).filter(|word| !word.is_empty()).collect();
            prop_assert_eq!(count_words::<Utf8>(text.as_bytes()), expected.len());
            prop_assert_eq!(words(&text), expected);
        }
    }
}
