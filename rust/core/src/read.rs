//! Text files as they lie in memory: where lines, and keys and texts within them, begin and end.
//!
//! Nothing is copied, so that a file of any size is read in the time it takes to look at it once.

use std::ops::Range;

use crate::error::{ErrorKind, Result};
use crate::split::is_white_space;

/// Where a string lies in a buffer.
pub type Span = Range<usize>;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of a UTF-8 file, which end in a line feed, a carriage return before it or not, or with the file.
///
/// In a file without any line feed, carriage returns end the lines, as they did on the first Macs; in other files a
/// carriage return within a line is white space.
pub fn lines(data: &[u8]) -> Result<Vec<Span>> {
    if let Err(error) = std::str::from_utf8(data) {
        return Err(ErrorKind::NotUtf8 { byte: error.valid_up_to() }.into());
    }
    let ending = if data.contains(&b'\n') { b'\n' } else { b'\r' };
    let mut spans = Vec::new();
    let mut start = if data.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    while start < data.len() {
        let found = data[start..].iter().position(|&byte| byte == ending).map(|place| start + place);
        let end = found.unwrap_or(data.len());
        let returned = found.is_some() && ending == b'\n' && data[start..end].ends_with(b"\r");
        spans.push(start..end - usize::from(returned));
        start = end + 1;
    }
    Ok(spans)
}

/// The key of each line, which ends at a blank or a tab, and the text after it; lines of nothing else are left out.
///
/// Only blanks and tabs end a key, as in Kaldi: a no-break space may stand inside one.
pub fn keyed(data: &[u8], lines: &[Span]) -> (Vec<Span>, Vec<Span>) {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let find = |span: Span, blank: bool| {
        let place = data[span.clone()].iter().position(|byte| is_blank(byte) == blank);
        place.map_or(span.end, |place| span.start + place)
    };
    let (mut keys, mut texts) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    for line in lines {
        let start = find(line.clone(), false);
        let end = find(start..line.end, true);
        if start < end {
            keys.push(start..end);
            texts.push(line.end.min(end + 1)..line.end);
        }
    }
    (keys, texts)
}

/// Whether a text holds nothing but white space.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|character| is_white_space(u32::from(character)))
}

/// Whether no two of these strings are the same.
pub fn are_distinct(data: &[u8], spans: &[Span]) -> bool {
    let mut vocabulary = crate::vocab::Vocabulary::default();
    spans.iter().enumerate().all(|(count, span)| vocabulary.intern(&data[span.clone()]) as usize == count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts<'a>(data: &'a str, spans: &[Span]) -> Vec<&'a str> {
        spans.iter().map(|span| &data[span.clone()]).collect()
    }

    proptest! {
        #[test]
        fn lines_are_those_that_python_would_split(data in "(\u{feff})?[a\u{e9}\u{2028}\r\n\x0b \t]{0,40}") {
            let whole = data.strip_prefix('\u{feff}').unwrap_or(&data).replace("\r\n", "\n");
            let whole = if whole.contains('\n') { whole } else { whole.replace('\r', "\n") };
            let mut expected: Vec<&str> = whole.split('\n').collect();
            expected.pop_if(|last| last.is_empty());
            prop_assert_eq!(lines(data.as_bytes()).map(|spans| texts(&data, &spans).join("\n")), Ok(expected.join("\n")));
            prop_assert_eq!(lines(data.as_bytes()).map(|spans| spans.len()), Ok(expected.len()));
        }

        #[test]
        fn keys_are_first_words(data in "[ab\u{a0} \t\n]{0,40}") {
            let Ok(spans) = lines(data.as_bytes()) else { unreachable!("it is a string") };
            let (keys, rests) = keyed(data.as_bytes(), &spans);
            let mut expected = Vec::new();
            for line in texts(&data, &spans) {
                let line = line.trim_start_matches([' ', '\t']);
                let (key, text) = line.split_once([' ', '\t']).unwrap_or((line, ""));
                expected.extend((!key.is_empty()).then_some((key, text)));
            }
            let found: Vec<_> = texts(&data, &keys).into_iter().zip(texts(&data, &rests)).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn distinct_is_what_a_set_says(words in prop::collection::vec("[ab]{0,2}", 0..6)) {
            let (mut data, mut spans) = (String::new(), Vec::new());
            for word in &words {
                spans.push(data.len()..data.len() + word.len());
                data.push_str(word);
            }
            let set: std::collections::HashSet<_> = words.iter().collect();
            prop_assert_eq!(are_distinct(data.as_bytes(), &spans), set.len() == words.len());
        }
    }

    #[test]
    fn blank_is_what_holds_no_word() {
        assert!(is_blank("") && is_blank(" \t\u{2003}\u{1f}"));
        assert!(!is_blank(" \u{200b}") && !is_blank("a"));
    }

    #[test]
    fn what_is_not_utf8_is_refused_with_its_place() {
        assert_eq!(lines(b"a\nb\xe9c"), Err(ErrorKind::NotUtf8 { byte: 3 }.into()));
        assert_eq!(lines(b"a\xc3"), Err(ErrorKind::NotUtf8 { byte: 1 }.into()));
    }
}
