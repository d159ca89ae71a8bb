//! What the fuzzer runs, without the fuzzer: over the inputs it kept, and over random ones.
#![allow(clippy::unwrap_used)] // a test may fail loudly

#[path = "../../../tests/fuzz/src/lib.rs"]
mod fuzz;

use std::fs;
use std::path::Path;

use fuzz::{TARGETS, Target};

/// Random inputs a target.
const RANDOM: u64 = 1_500;
/// Their longest.
const LONGEST: u64 = 160;

fn target(name: &str) -> Target {
    TARGETS.iter().find(|(known, _)| *known == name).unwrap().1
}

/// The inputs of a target with their names: those in its archive, and the files beside it.
fn inputs(name: &str) -> Vec<(String, Vec<u8>)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus");
    let mut found = fs::read(corpus.join(format!("{name}.tar"))).map(|tar| entries(&tar)).unwrap_or_default();
    for file in fs::read_dir(corpus.join(name)).into_iter().flatten() {
        let file = file.unwrap();
        found.push((file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()));
    }
    found
}

/// The files of a ustar archive (POSIX.1-1988): each a header of 512 bytes and its data, filled up to a multiple of
/// these; after the last one stand zeros.
fn entries(mut tar: &[u8]) -> Vec<(String, Vec<u8>)> {
    const BLOCK: usize = 512;
    let text = |field: &[u8]| {
        let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
        String::from_utf8(field[..end].to_vec()).unwrap()
    };
    let mut found = Vec::new();
    while tar.first().is_some_and(|&byte| byte != 0) {
        let (header, rest) = tar.split_at(BLOCK);
        assert_eq!((&header[257..262], header[156]), (&b"ustar"[..], b'0'), "no plain file of a ustar archive");
        let size = usize::from_str_radix(&text(&header[124..136]), 8).unwrap();
        found.push((text(&header[..100]), rest[..size].to_vec()));
        tar = &rest[size.next_multiple_of(BLOCK)..];
    }
    found
}

/// Fails with the name of the input, so that `cargo fuzz run` can repeat what failed.
#[test]
fn every_kept_input() {
    for (name, run) in TARGETS {
        let inputs = inputs(name);
        assert!(!inputs.is_empty(), "{name} has no inputs");
        for (input, data) in inputs {
            assert!(std::panic::catch_unwind(|| run(&data)).is_ok(), "{name}/{input}");
        }
    }
}

/// Were an archive read as less than it holds, nothing else would notice.
#[test]
fn archives_are_read_to_their_end() {
    let found: usize = TARGETS.iter().map(|(name, _)| inputs(name).len()).sum();
    assert!(found >= 502, "only {found} inputs are left");
    let names = |name: &str| inputs(name).into_iter().map(|(input, _)| input).collect::<Vec<_>>();
    assert!(names("lattices").contains(&"text-unreached".to_owned()), "the last of an archive");
    assert!(names("linear").contains(&"wide-band-of-any-costs".to_owned()), "a file beside one");
}

/// Marsaglia's xorshift: the same bytes on every machine.
fn xorshift(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn random_inputs(name: &str) {
    let run = target(name);
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..RANDOM {
        let length = xorshift(&mut state) % LONGEST;
        // Small bytes too, for they are what lengths and choices are made of.
        let mask = if xorshift(&mut state).is_multiple_of(2) { 0xff } else { 0x1f };
        let data: Vec<u8> = (0..length).map(|_| (xorshift(&mut state) >> 32) as u8 & mask).collect();
        assert!(std::panic::catch_unwind(|| run(&data)).is_ok(), "{name}: {data:?}");
    }
}

/// A test a target, so that they share the cores.
macro_rules! random {
    ($($name:ident)*) => {
        mod random {
            $(#[test]
            fn $name() {
                super::random_inputs(stringify!($name));
            })*
        }
    };
}

random!(alternatives batch corrupt lattices linear network policy read texts timed vectors weighted);
