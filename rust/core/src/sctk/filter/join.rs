//! The lines of a file from texts that rules were applied to and the rests of lines.

use std::borrow::Cow;
use std::io::Write;

use super::fields::split_fields;
use super::{Kind, chomp, is_space, lines, squeeze};

/// The lines; where an alternative of a ctm file has no words to share its time, those before and the line's number.
pub fn join(kind: Kind, texts: &[u8], rests: &[u8]) -> (Vec<u8>, Option<usize>) {
    let mut output = Vec::with_capacity(texts.len() + rests.len());
    let mut rests = lines(rests);
    for (number, text) in (1..).zip(lines(texts)) {
        // A parenthesis that a rule leaves open joins a line to the next, and rules may write line feeds.
        let rest = rests.next().unwrap_or_default();
        match kind {
            Kind::Stm => add_line(&[&rest[..rest.len().saturating_sub(1)], text].concat(), &mut output),
            Kind::Trn => add_line(&[chomp(text), rest].concat(), &mut output),
            Kind::Txt => add_line(text, &mut output),
            Kind::Rttm => add_line(&insert_field(&join_words(chomp(text)), rest, 6), &mut output),
            Kind::Ctm => {
                if !add_words(&insert_field(chomp(text), rest, 5), &mut output) {
                    return (output, Some(number));
                }
            }
        }
    }
    (output, None)
}

/// Adds a line without spaces at its ends, and with one where there were several, unless it is a comment.
fn add_line(line: &[u8], output: &mut Vec<u8>) {
    if line.starts_with(b";") {
        output.extend_from_slice(line);
        return;
    }
    let body = chomp(line);
    let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
    let start = body.iter().position(is_text).unwrap_or(body.len());
    let end = body.iter().rposition(is_text).map_or(start, |place| place + 1);
    squeeze(&body[start..end], output);
    if line.ends_with(b"\n") {
        output.push(b'\n');
    }
}

/// A line with a text as a field of its own, if there is one.
fn insert_field<'a>(text: &[u8], rest: &'a [u8], index: usize) -> Cow<'a, [u8]> {
    if text.is_empty() {
        return Cow::Borrowed(rest);
    }
    let mut parts = split_fields(rest);
    parts.insert(index.min(parts.len()), text);
    let mut line = parts.join(&b' ');
    line.push(b'\n');
    Cow::Owned(line)
}

/// Several words and alternatives joined by underscores, for an rttm file.
fn join_words(text: &[u8]) -> Cow<'_, [u8]> {
    let has_space = text.iter().any(|&byte| is_space(byte));
    if !has_space || text.iter().all(|&byte| is_space(byte)) {
        return Cow::Borrowed(text);
    }
    let mut spaced = Vec::with_capacity(text.len() + 8);
    for &byte in text {
        match byte {
            b'{' | b'}' | b'/' | b'@' => spaced.extend_from_slice(&[b' ', byte, b' ']),
            _ => spaced.push(byte),
        }
    }
    Cow::Owned(spaced.split(|&byte| is_space(byte)).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(&b'_'))
}

/// Adds a line for each word of a line of a ctm file; comments and lines of five fields stay as they are.
fn add_words(line: &[u8], output: &mut Vec<u8>) -> bool {
    if line.starts_with(b";;") {
        add_line(line, output);
        return true;
    }
    let start = line.iter().position(|&byte| !is_space(byte)).unwrap_or(line.len());
    let line = &line[start..];
    let marked = if line.iter().any(|byte| matches!(byte, b'{' | b'}')) {
        let mut marked = Vec::with_capacity(line.len() + 8);
        for &byte in line {
            match byte {
                b'{' | b'}' => marked.extend_from_slice(&[b' ', byte, b' ']),
                _ => marked.push(byte),
            }
        }
        Cow::Owned(marked)
    } else {
        Cow::Borrowed(line)
    };
    let parts: Vec<&[u8]> = marked.split(|&byte| is_space(byte)).filter(|part| !part.is_empty()).collect();
    if parts.len() == 5 {
        add_line(&marked, output);
        return true;
    }
    expand_words(&parts, output)
}

/// Adds a line for each word of each alternative with an equal part of the time, and marks around alternatives.
///
/// A number at the end is the confidence, which all words get; anything else there (NA) is taken for a word.
fn expand_words(parts: &[&[u8]], output: &mut Vec<u8>) -> bool {
    let last = parts.last().copied().unwrap_or_default();
    let is_number = last.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-'));
    let confidence: &[u8] = if is_number { last } else { b"" };
    let end = parts.len() - usize::from(!confidence.is_empty());
    let words = parts.get(4..end).unwrap_or_default().join(&b' ');
    let mut alternatives: Vec<&[u8]> = words.split(|&byte| byte == b'/').collect();
    while alternatives.last().is_some_and(|alternative| alternative.is_empty()) {
        alternatives.pop();
    }
    let head = parts[..parts.len().min(2)].join(&b' ');
    // Spaces of comments stay as they are written.
    let is_comment = head.starts_with(b";");
    let mark = |name: &str, output: &mut Vec<u8>| {
        output.extend_from_slice(&head);
        output.extend_from_slice(if is_comment { &b" * *  <ALT"[..] } else { b" * * <ALT" });
        output.extend_from_slice(name.as_bytes());
        output.extend_from_slice(b">\n");
    };
    let several = alternatives.len() > 1;
    for (index, alternative) in alternatives.iter().enumerate() {
        if several {
            mark(if index == 0 { "_BEGIN" } else { "" }, output);
        }
        let letters: Vec<u8> = alternative.iter().copied().filter(|byte| !matches!(byte, b'{' | b'}')).collect();
        let words: Vec<&[u8]> = letters.split(|&byte| is_space(byte)).filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return false;
        }
        let (start, share) = (perl_number(parts[2]), perl_number(parts[3]) / words.len() as f64);
        for (step, word) in words.iter().enumerate() {
            output.extend_from_slice(&head);
            for time in [start + share * step as f64, share] {
                output.push(b' ');
                write_time(time, output);
            }
            output.push(b' ');
            output.extend_from_slice(word);
            if is_comment || !confidence.is_empty() {
                output.push(b' ');
                output.extend_from_slice(confidence);
            }
            output.push(b'\n');
        }
    }
    if several {
        mark("_END", output);
    }
    true
}

/// Adds a number with three decimals as Perl does.
fn write_time(time: f64, output: &mut Vec<u8>) {
    let _ = match time {
        f64::INFINITY => write!(output, "Inf"),
        f64::NEG_INFINITY => write!(output, "-Inf"),
        _ => write!(output, "{time:.3}"),
    };
}

/// A text in Perl's numeric context: the number at its beginning, else 0.
fn perl_number(text: &[u8]) -> f64 {
    let unsigned = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    let name: Vec<u8> = unsigned.iter().take(3).map(u8::to_ascii_lowercase).collect();
    let count = |from: usize| unsigned[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let length = if matches!(&name[..], b"inf" | b"nan") {
        3
    } else {
        let mut length = count(0);
        let whole = length;
        if unsigned.get(length) == Some(&b'.') {
            length += 1 + count(length + 1);
        }
        if length <= 1 && whole == 0 {
            return 0.0;
        }
        if matches!(unsigned.get(length), Some(b'e' | b'E')) {
            let signed = length + 1 + usize::from(matches!(unsigned.get(length + 1), Some(b'+' | b'-')));
            let digits = if signed <= unsigned.len() { count(signed) } else { 0 };
            length = if digits > 0 { signed + digits } else { length };
        }
        length
    };
    let number = &text[..text.len() - unsigned.len() + length];
    std::str::from_utf8(number).ok().and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_texts() {
        let numbers = [("1.5x", 1.5), ("-.5e1", -5.0), ("2.e", 2.0), ("3e+", 3.0), (".", 0.0), ("x", 0.0), ("+7", 7.0)];
        for (text, value) in numbers {
            assert_eq!(perl_number(text.as_bytes()).to_bits(), f64::to_bits(value), "{text}");
        }
        assert!(perl_number(b"-Inf").is_infinite());
    }

    #[test]
    fn words_share_their_time() {
        let (found, failed) = join(Kind::Ctm, b"a b\n{x y/z}\n\n", b" f 1 1.5 1 0.5\n f 1 0 1 NA\n;; c\n");
        assert_eq!(failed, None);
        assert_eq!(
            String::from_utf8_lossy(&found),
            "f 1 1.500 0.500 a 0.5\nf 1 2.000 0.500 b 0.5\n\
             f 1 * * <ALT_BEGIN>\nf 1 0.000 0.500 x\nf 1 0.500 0.500 y\nf 1 * * <ALT>\nf 1 0.000 0.500 z\n\
             f 1 0.500 0.500 NA\nf 1 * * <ALT_END>\n;; c\n"
        );
        assert_eq!(join(Kind::Ctm, b"{ / a }\n", b" f 1 1.5 1 0.5\n"), (b"f 1 * * <ALT_BEGIN>\n".to_vec(), Some(1)));
    }
}
