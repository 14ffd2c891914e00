//! Sizes of packed tables are those of the README, and within their limit.

use oxmca_tables::{embedded_image, embedded_targets};

/// Most bytes of a target's packed tables.
const MOST_BYTES: usize = 6_000_000;

#[test]
fn packed_tables_have_the_sizes_of_the_readme() {
    let readme = include_str!("../README.md");
    for target in embedded_targets() {
        let bytes = embedded_image(target).unwrap().len();
        let row = format!("| `{target}` | {:.2} |", bytes as f64 / 1e6);
        assert!(readme.contains(&row), "README.md has no row that begins with {row}");
        assert!(bytes <= MOST_BYTES, "{target}: {bytes} bytes");
    }
}
