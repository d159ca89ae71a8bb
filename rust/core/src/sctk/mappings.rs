//! The rules of a global mapping file as NIST's `rfilter1` applies them, to bytes.

/// One rule: what is found between what, and what is written for it.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the sentence above says it")]
pub struct Mapping {
    pub source: Vec<u8>,
    pub left: Vec<u8>,
    pub right: Vec<u8>,
    pub target: Vec<u8>,
}

/// Rules in their order, by the first two bytes of what they find: O(n) for a text where few begin alike.
pub struct Mappings {
    rules: Vec<Mapping>,
    folds: bool,
    /// Of each pair of bytes, which of `lists` holds the rules that may find it.
    by_start: Vec<u32>,
    lists: Vec<Vec<u32>>,
}

impl Mappings {
    /// Where case does not matter, ASCII letters are compared in upper case.
    pub fn new(mut rules: Vec<Mapping>, folds: bool) -> Self {
        if folds {
            for rule in &mut rules {
                for part in [&mut rule.source, &mut rule.left, &mut rule.right] {
                    part.make_ascii_uppercase();
                }
            }
        }
        let mut by_start = vec![0; 1 << 16];
        let mut lists = vec![Vec::new()];
        for (number, rule) in (0u32..).zip(&rules) {
            let seconds = match rule.source[..] {
                [] => continue, // nothing is found nowhere
                [_] => 0..=255,
                [_, second, ..] => second..=second,
            };
            for second in seconds {
                let list = &mut by_start[usize::from(rule.source[0]) << 8 | usize::from(second)];
                if *list == 0 {
                    *list = lists.len() as u32;
                    lists.push(Vec::new());
                }
                lists[*list as usize].push(number);
            }
        }
        Self { rules, folds, by_start, lists }
    }

    /// Calls back from left to right with where a rule fits and the first that does; contexts are as the text was.
    pub fn find(&self, text: &[u8], mut on_hit: impl FnMut(usize, usize, u32)) {
        let folded;
        let known = if self.folds {
            folded = text.to_ascii_uppercase();
            &folded
        } else {
            text
        };
        let mut place = 0;
        while place < known.len() {
            // At the end any second byte does: only sources of one byte fit there.
            let second = known.get(place + 1).copied().unwrap_or(0);
            let list = self.by_start[usize::from(known[place]) << 8 | usize::from(second)];
            let fits = |number: &&u32| fits(&self.rules[**number as usize], known, place);
            match self.lists[list as usize].iter().find(fits) {
                Some(&number) => {
                    let end = place + self.rules[number as usize].source.len();
                    on_hit(place, end, number);
                    place = end;
                }
                None => place += 1,
            }
        }
    }

    /// The text with what the rules write, and without the rest unless that is copied; how often each rule was used.
    pub fn rewrite(&self, text: &[u8], copies: bool, output: &mut Vec<u8>, hits: &mut [u64]) {
        let mut last = 0;
        self.find(text, |start, end, number| {
            if copies {
                output.extend_from_slice(&text[last..start]);
            }
            output.extend_from_slice(&self.rules[number as usize].target);
            hits[number as usize] += 1;
            last = end;
        });
        if copies {
            output.extend_from_slice(&text[last..]);
        }
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

fn fits(rule: &Mapping, text: &[u8], place: usize) -> bool {
    text[place..]
        .strip_prefix(&*rule.source)
        .is_some_and(|rest| rest.starts_with(&rule.right) && text[..place].ends_with(&rule.left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(rules: &[(&str, &str, &str, &str)], text: &str) -> String {
        let rules = rules.iter().map(|&(source, left, right, target)| Mapping {
            source: source.into(),
            left: left.into(),
            right: right.into(),
            target: target.into(),
        });
        let (mappings, mut output) = (Mappings::new(rules.collect(), true), Vec::new());
        let mut hits = vec![0; mappings.len()];
        mappings.rewrite(text.as_bytes(), true, &mut output, &mut hits);
        String::from_utf8_lossy(&output).into_owned()
    }

    #[test]
    fn the_first_rule_that_fits_counts() {
        let rules = [("ab", " ", " ", "1"), ("a", "", "", "2"), ("ab", "", "", "3"), ("", "", "", "4")];
        assert_eq!(rewrite(&rules, " AB ab xab a"), " 1 1 x2b 2");
        assert_eq!(rewrite(&rules[2..], "ab a"), "3 a");
    }

    #[test]
    fn contexts_are_those_of_the_text_as_it_was() {
        assert_eq!(rewrite(&[("a", "a", "", "b")], "aaa"), "abb");
        assert_eq!(rewrite(&[("a", "", "a", "b")], "aaa"), "bba");
    }
}
