//! Numbers as C++ streams write and read them.

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
}
