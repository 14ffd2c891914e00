//! The cost of caches and memory, as text.

use std::fmt::Write;

use oxmca_characterize::{Figure, Memory, MemoryLevel};

use crate::files;

/// Returns the table of levels.
pub fn text(memory: &Memory) -> String {
    let mut text = String::from("Caches and memory");
    if let Some(bytes) = memory.vector_bytes {
        let _ = write!(
            text,
            ", by loads that wait for each other and by sweeps with vectors of {bytes} bytes"
        );
    }
    text.push_str(":\n");
    if let Some(reason) = &memory.not_measured {
        let _ = writeln!(text, "  not measured: {reason}");
    }
    if memory.levels.is_empty() {
        return text;
    }
    let _ = writeln!(
        text,
        "  {:5}  {:20}  {:>7}  {:>7}  {:>9}  {:>21}",
        "", "", "Latency", "", "", "Bytes per cycle"
    );
    let _ = writeln!(
        text,
        "  {:5}  {:20}  {:>7}  {:>7}  {:>9}  {:>7}  {:>7}  {:>7}",
        "Level", "Capacity", "cycles", "ns", "any page", "loads", "stores", "copies"
    );
    for (at, level) in memory.levels.iter().enumerate() {
        let bandwidth = &level.bandwidth;
        let value = |it: Option<Figure>| it.map_or("-".to_owned(), |it| format!("{:.1}", it.value));
        let _ = writeln!(
            text,
            "  {:5}  {:20}  {:>7.1}  {:>7.1}  {:>9}  {:>7}  {:>7}  {:>7}",
            at + 1,
            capacity(level, memory),
            level.latency_cycles.value,
            level.latency_nanoseconds,
            value(level.scattered_latency_cycles),
            value(bandwidth.loads_bytes_per_cycle),
            value(bandwidth.stores_bytes_per_cycle),
            value(bandwidth.copies_bytes_per_cycle),
        );
    }
    for (at, level) in memory.levels.iter().enumerate() {
        for (name, figure) in named(level) {
            if figure.is_unsteady {
                let Figure { least, most, .. } = figure;
                let _ =
                    writeln!(text, "  level {}: {name} unsteady, {least:.1} to {most:.1}", at + 1);
            }
        }
    }
    let _ = writeln!(
        text,
        "  The last level is memory, unless a cache holds {}.",
        size(memory.largest_bytes)
    );
    if let Some(bytes) = memory.bytes_per_fault {
        let _ = writeln!(
            text,
            "  Huge pages were asked for: the system gave {} a fault.",
            size(bytes as u64)
        );
    }
    let caches = files::system_caches();
    if !caches.is_empty() {
        let _ = writeln!(
            text,
            "  Caches as the system says, which can be wrong in virtual machines: {caches}."
        );
    }
    text
}

/// Returns a line for each level.
pub fn lines(memory: &Memory) -> Vec<String> {
    let line = |(at, level): (usize, &MemoryLevel)| {
        let bandwidth = &level.bandwidth;
        let mut line = format!(
            "Level {} of memory: {}, latency {:.1} cycles, {:.1} ns",
            at + 1,
            capacity(level, memory),
            level.latency_cycles.value,
            level.latency_nanoseconds
        );
        for (figure, done) in [
            (bandwidth.loads_bytes_per_cycle, "loaded"),
            (bandwidth.stores_bytes_per_cycle, "stored"),
            (bandwidth.copies_bytes_per_cycle, "copied"),
        ] {
            if let Some(figure) = figure {
                let _ = write!(line, ", {:.1} bytes {done} per cycle", figure.value);
            }
        }
        line + "."
    };
    memory.levels.iter().enumerate().map(line).collect()
}

/// Returns the figures of a level with their names.
fn named(level: &MemoryLevel) -> impl Iterator<Item = (&'static str, Figure)> {
    let bandwidth = &level.bandwidth;
    let all = [
        ("latency", Some(level.latency_cycles)),
        ("latency of any page", level.scattered_latency_cycles),
        ("loads", bandwidth.loads_bytes_per_cycle),
        ("stores", bandwidth.stores_bytes_per_cycle),
        ("copies", bandwidth.copies_bytes_per_cycle),
    ];
    all.into_iter().filter_map(|(name, figure)| Some((name, figure?)))
}

fn capacity(level: &MemoryLevel, memory: &Memory) -> String {
    match level.capacity_bytes {
        Some([held, missed]) => format!("{} to {}", size(held), size(missed)),
        None => format!("more than {}", size(memory.largest_bytes)),
    }
}

/// Returns bytes in the largest unit that is not larger.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["bytes", "KiB", "MiB", "GiB"];
    let unit = (bytes.max(1).ilog2() / 10).min(3);
    let number = bytes as f64 / f64::from(1_u32 << (10 * unit));
    // Capacities have few digits.
    let rounded = (100.0 * number).round() / 100.0;
    format!("{rounded} {}", UNITS[unit as usize])
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_the_largest_unit() {
        for (bytes, text) in [
            (512, "512 bytes"),
            (56 << 10, "56 KiB"),
            (1280 << 10, "1.25 MiB"),
            (1 << 30, "1 GiB"),
            (1 << 42, "4096 GiB"),
            (0, "0 bytes"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }
}
