//! Bytes as a text of word vectors: read in one go and kept, or refused with its line.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use mondegreen_core::error::Place;
use mondegreen_core::vector::mapped::{self, MappedVectors};

static COUNT: AtomicU64 = AtomicU64::new(0);

pub fn vectors(data: &[u8]) {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let place = std::env::temp_dir().join(format!("mondegreen-{}-{number}.vec", std::process::id()));
    let stored = place.with_extension("kept");
    fs::write(&place, data).unwrap();
    let stamp = [7; 32];
    match mapped::store(&place, &stored, &stamp, 2, &mut |_| Ok(())) {
        Ok(()) => {
            let kept = MappedVectors::open(&stored, &stamp).unwrap();
            holds(data, &kept);
            drop(kept);
            assert!(MappedVectors::open(&stored, &[8; 32]).is_none());
            damaged(&stored, &stamp);
            fs::remove_file(&stored).unwrap();
        }
        Err(error) => {
            let lines = data.split(|&byte| byte == b'\n').count() as u64;
            assert!(!stored.exists());
            if let Some(Place::Line(line)) = error.place {
                assert!((1..=lines).contains(&line));
            }
        }
    }
    fs::remove_file(&place).unwrap();
}

/// Every word finds the vector of its first line, which is of length 1 or 0.
fn holds(data: &[u8], kept: &MappedVectors) {
    let text = String::from_utf8_lossy(data);
    let lines = text.trim_start_matches('\u{feff}').split('\n').filter(|line| !line.trim_ascii().is_empty());
    let skipped = lines.clone().count() - kept.len();
    assert!(skipped < 2);
    let mut first: HashMap<String, u32> = HashMap::new();
    for (row, line) in lines.skip(skipped).enumerate() {
        let fields: Vec<&str> = line.trim_ascii_end().split([' ', '\t']).filter(|field| !field.is_empty()).collect();
        if fields.len() == kept.dimension() + 1 && !line.starts_with([' ', '\t']) {
            let expected = *first.entry(fields[0].to_owned()).or_insert(row as u32);
            assert_eq!(kept.row(fields[0].as_bytes()), Some(expected), "{line:?}");
        }
        let length: f64 = kept.vector(row as u32).iter().map(|&value| f64::from(value).powi(2)).sum();
        assert!(length == 0.0 || (length - 1.0).abs() < 1e-3, "{length}");
    }
}

/// A file that was cut, or whose header was changed, is not opened.
fn damaged(path: &std::path::Path, stamp: &mapped::Stamp) {
    let mut content = fs::read(path).unwrap();
    content[11] ^= 4;
    fs::write(path, &content).unwrap();
    assert!(MappedVectors::open(path, stamp).is_none());
    content[11] ^= 4;
    content.pop();
    fs::write(path, &content).unwrap();
    assert!(MappedVectors::open(path, stamp).is_none());
}
