//! Fields of lines, as the expressions of `csrfilt.sh`'s Perl find them.

use std::collections::HashSet;

use super::is_space;

/// How many fields of an stm file are before its labels and its text.
const FIELDS: usize = 5;

/// `split(/\s+/)`: spaces at the beginning leave an empty first field; empty fields at the end are dropped.
pub fn split_fields(line: &[u8]) -> Vec<&[u8]> {
    let mut fields: Vec<&[u8]> = Vec::new();
    let mut rest = line;
    while let Some(end) = rest.iter().position(|&byte| is_space(byte)) {
        fields.push(&rest[..end]);
        let next = rest[end..].iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len() - end);
        rest = &rest[end + next..];
    }
    fields.push(rest);
    while fields.last().is_some_and(|field| field.is_empty()) {
        fields.pop();
    }
    fields
}

/// Where `(\s*\S+){5}` ends at the beginning of a line, or `(\s*\S+){5}\s*<\S+>`.
///
/// Nothing need stand between fields, so that one of fewer is divided; the first of the longest counts.
pub fn find_fields(line: &[u8], with_labels: bool) -> Option<usize> {
    if with_labels && !line.split(|&byte| is_space(byte)).any(|field| field.len() > 2 && has_label(field)) {
        return None;
    }
    find_end(line, 0, 0, with_labels, &mut HashSet::new())
}

fn has_label(field: &[u8]) -> bool {
    let opened = field.iter().position(|&byte| byte == b'<');
    opened.is_some_and(|start| field.iter().rposition(|&byte| byte == b'>').is_some_and(|end| end > start + 1))
}

fn find_end(
    line: &[u8],
    start: usize,
    count: usize,
    with_labels: bool,
    failed: &mut HashSet<(usize, usize)>,
) -> Option<usize> {
    let field = start + line[start..].iter().position(|&byte| !is_space(byte))?;
    let length = line[field..].iter().position(|&byte| is_space(byte)).unwrap_or(line.len() - field);
    if count == FIELDS {
        let label = &line[field..field + length];
        let end = label.iter().rposition(|&byte| byte == b'>').filter(|&end| end > 1 && label[0] == b'<')?;
        return Some(field + end + 1);
    }
    for end in (field + 1..=field + length).rev() {
        if count + 1 == FIELDS && !with_labels {
            return Some(end);
        }
        if !failed.contains(&(end, count)) {
            if let Some(found) = find_end(line, end, count + 1, with_labels, failed) {
                return Some(found);
            }
            failed.insert((end, count));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_as_by_perl() {
        let found =
            |line: &str, with_labels| find_fields(line.as_bytes(), with_labels).map(|end| line[..end].to_owned());
        assert_eq!(found(" f A s 0 1 <o,f> b > c \n", true).as_deref(), Some(" f A s 0 1 <o,f>"));
        assert_eq!(found(" f A s 0 1<o> b \n", true).as_deref(), Some(" f A s 0 1<o>"));
        assert_eq!(found(" f A s <> 1 <o \n", true), None);
        assert_eq!(found(" f A s 0 1 b c \n", false).as_deref(), Some(" f A s 0 1"));
        assert_eq!(found(" f A s 012 \n", false).as_deref(), Some(" f A s 012"));
        assert_eq!(found(" f A \n", false), None);
        assert_eq!(found(" abcde \n", false).as_deref(), Some(" abcde"));
    }

    #[test]
    fn empty_fields_at_the_end_are_dropped() {
        assert_eq!(split_fields(b" a\x0b\tb \n"), [&b""[..], b"a", b"b"]);
        assert!(split_fields(b"  \n").is_empty());
    }
}
