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

/// Fails with the name of the file, so that `cargo fuzz run` can repeat what failed.
#[test]
fn every_kept_input() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus");
    for (name, run) in TARGETS {
        let files: Vec<_> =
            fs::read_dir(corpus.join(name)).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name} has no inputs");
        for file in files {
            let data = fs::read(&file).unwrap();
            assert!(std::panic::catch_unwind(|| run(&data)).is_ok(), "{}", file.display());
        }
    }
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
