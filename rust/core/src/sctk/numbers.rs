//! Numbers as C reads and prints them.

use std::fmt::Write;

/// What `atof` makes of the beginning of a text; 0 where no number begins it.
pub fn atof(text: &[u8]) -> f64 {
    let start = text.iter().position(|byte| !matches!(byte, b' ' | b'\t'..=b'\r')).unwrap_or(text.len());
    let text = &text[start..];
    (1..=number_length(text)).rev().find_map(|end| parse(&text[..end])).unwrap_or(0.0)
}

/// What `atoi` makes of the beginning of a text.
pub fn atoi(text: &[u8]) -> i32 {
    atof(text) as i32
}

/// How far the characters that numbers are made of go.
fn number_length(text: &[u8]) -> usize {
    let signed = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let word = |name: &[u8]| {
        text.get(signed..signed + name.len())
            .filter(|part| part.eq_ignore_ascii_case(name))
            .map(|_| signed + name.len())
    };
    let spelled = word(b"infinity").or_else(|| word(b"inf")).or_else(|| word(b"nan"));
    let digits = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    spelled.unwrap_or_else(|| text.iter().position(|byte| !digits(byte)).unwrap_or(text.len()))
}

fn parse(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Writes a number with so many digits behind the point, as `printf` does.
pub fn fixed(out: &mut Vec<u8>, value: f64, digits: usize) {
    let mut text = String::new();
    let written = if value.is_nan() {
        write!(text, "{}nan", if value.is_sign_negative() { "-" } else { "" })
    } else {
        write!(text, "{value:.digits$}")
    };
    debug_assert!(written.is_ok(), "a string takes all that is written to it");
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_a_text_and_may_end_within_it() {
        for (text, value) in [("1.5x", 1.5), (" \t-2e1.5", -20.0), (".5", 0.5), ("5.", 5.0), ("1e", 1.0), ("*", 0.0)] {
            assert!((atof(text.as_bytes()) - value).abs() < f64::EPSILON, "{text}");
        }
        assert!((atof(b"1-2") - 1.0).abs() < f64::EPSILON);
        assert!(atof(b"infx").is_infinite());
        assert_eq!(atoi(b"12abc"), 12);
    }
}
