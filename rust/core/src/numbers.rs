//! Numbers as C, C++ streams and `OpenFst` read and write them.

use std::fmt::Write;

/// Appends a number with so many significant digits, without zeros at its end, as `%g` does.
pub fn general(text: &mut String, value: f64, digits: usize) {
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        text.push_str(sign);
        text.push_str(if value.is_nan() { "nan" } else { "inf" });
        return;
    }
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits as i32 {
        text.push_str(without_zeros(mantissa));
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
    } else {
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        text.push_str(without_zeros(&format!("{value:.decimals$}")));
    }
}

fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// Appends a cost as `OpenFst` does: six digits, and infinity in a word.
pub fn cost(text: &mut String, value: f32) {
    if value == f32::INFINITY {
        text.push_str("Infinity");
    } else if value == f32::NEG_INFINITY {
        text.push_str("-Infinity");
    } else if value.is_nan() {
        text.push_str("BadNumber");
    } else {
        general(text, f64::from(value), 6);
    }
}

/// Reads a cost as `OpenFst` does.
pub fn read_cost(text: &str) -> Option<f32> {
    match text {
        "Infinity" => Some(f32::INFINITY),
        "-Infinity" => Some(f32::NEG_INFINITY),
        "BadNumber" => Some(f32::NAN),
        _ => text.parse::<f64>().ok().map(|value| value as f32),
    }
}

/// What `atof` makes of the beginning of a text; 0 where no number begins it.
pub fn atof(text: &[u8]) -> f64 {
    let start = text.iter().position(|byte| !matches!(byte, b' ' | b'\t'..=b'\r')).unwrap_or(text.len());
    let text = &text[start..];
    (1..=number_length(text)).rev().find_map(|end| parse(&text[..end])).unwrap_or(0.0)
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

    fn shown(value: f64, digits: usize) -> String {
        let mut text = String::new();
        general(&mut text, value, digits);
        text
    }

    #[test]
    fn numbers_look_as_printf_writes_them() {
        // What printf("%.6g") and printf("%.7g") of glibc write.
        for (value, digits, expected) in [
            (0.0, 6, "0"),
            (-0.0, 6, "-0"),
            (1.5, 6, "1.5"),
            (123_456.789, 6, "123457"),
            (1_234_567.0, 6, "1.23457e+06"),
            (999_999.5, 6, "1e+06"),
            (0.000_012_345_6, 6, "1.23456e-05"),
            (0.000_1, 6, "0.0001"),
            (23.636_3, 7, "23.6363"),
            (100_000.0, 6, "100000"),
            (1e100, 6, "1e+100"),
            (f64::NAN, 6, "nan"),
            (f64::NEG_INFINITY, 6, "-inf"),
        ] {
            assert_eq!(shown(value, digits), expected);
        }
    }

    #[test]
    fn costs_are_read_as_they_are_written() {
        for value in [0.0, -1.5, 3.25e-7, f32::INFINITY, f32::NEG_INFINITY] {
            let mut text = String::new();
            cost(&mut text, value);
            assert_eq!(read_cost(&text), Some(value));
        }
        assert!(read_cost("BadNumber").is_some_and(f32::is_nan));
        assert_eq!((read_cost(""), read_cost("1x")), (None, None));
    }

    #[test]
    fn numbers_begin_a_text_and_may_end_within_it() {
        for (text, value) in [("1.5x", 1.5), (" \t-2e1.5", -20.0), (".5", 0.5), ("5.", 5.0), ("1e", 1.0), ("*", 0.0)] {
            assert!((atof(text.as_bytes()) - value).abs() < f64::EPSILON, "{text}");
        }
        assert!((atof(b"1-2") - 1.0).abs() < f64::EPSILON);
        assert!(atof(b"infx").is_infinite());
    }
}
