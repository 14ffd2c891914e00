//! Work as a word of a baseline, and as people read it.
//!
//! The word lists, separated by commas, streams as `64r64w64/4` (stride, bytes read, bytes written, bytes of an element), the
//! step of the counter as `+16`, accesses to other places as `?1`, and operations as `f32*16` and `i64*2`. Those that hold for
//! each granule of a vector whose length is not known begin with `v`, as in `v64r64/4`, and `V16` says how many bytes a granule
//! has. It is `-` where the work is not known.

use std::fmt::Write;

use oxmca::work::{Amount, CounterStep, NumberClass, Operations, Stream, Unit, Work};

/// Returns the word for work.
pub(crate) fn word(work: Option<&Work>) -> String {
    let Some(work) = work else { return "-".to_owned() };
    let mut parts: Vec<String> = Vec::new();
    let mark = |is_scalable: bool| if is_scalable { "v" } else { "" };
    parts.extend(work.granule_bytes.map(|bytes| format!("V{bytes}")));
    for it in &work.streams {
        let mut text = format!("{}{}", mark(it.is_scalable), it.stride_bytes);
        for (letter, bytes) in [('r', it.read_bytes), ('w', it.written_bytes)] {
            if bytes > 0 {
                let _ = write!(text, "{letter}{bytes}");
            }
        }
        if let Some(bytes) = it.element_bytes {
            let _ = write!(text, "/{bytes}");
        }
        parts.push(text);
    }
    parts.extend(work.counter_step.map(|it| format!("{}+{}", mark(it.is_scalable), it.by)));
    if work.unknown_accesses > 0 {
        parts.push(format!("?{}", work.unknown_accesses));
    }
    parts.extend(work.operations.iter().map(|it| {
        let class = if it.class == NumberClass::Float { 'f' } else { 'i' };
        format!("{}{class}{}*{}", mark(it.is_scalable), it.bits, it.count)
    }));
    if parts.is_empty() { "none".to_owned() } else { parts.join(",") }
}

/// Reads the word for work; `None` if it is none.
pub(crate) fn parse(word: &str) -> Option<Option<Work>> {
    let mut work = Work::default();
    match word {
        "-" => return Some(None),
        "none" => return Some(Some(work)),
        _ => {}
    }
    for part in word.split(',') {
        if let Some(bytes) = part.strip_prefix('V') {
            work.granule_bytes = Some(bytes.parse().ok().filter(|it| *it > 0)?);
            continue;
        }
        let (part, is_scalable) = match part.strip_prefix('v') {
            Some(part) => (part, true),
            None => (part, false),
        };
        if is_scalable && work.granule_bytes.is_none() {
            return None;
        }
        if let Some(step) = part.strip_prefix('+') {
            work.counter_step = Some(CounterStep::new(step.parse().ok()?, is_scalable));
        } else if let Some(count) = part.strip_prefix('?') {
            work.unknown_accesses = count.parse().ok()?;
        } else if let Some((kind, count)) = part.split_once('*') {
            let (class, bits) = match (kind.strip_prefix('f'), kind.strip_prefix('i')) {
                (Some(bits), _) => (NumberClass::Float, bits),
                (_, Some(bits)) => (NumberClass::Integer, bits),
                _ => return None,
            };
            let operations = Operations::new(class, bits.parse().ok()?, count.parse().ok()?);
            work.operations.push(if is_scalable { operations.scalable() } else { operations });
        } else {
            let stream = parse_stream(part)?;
            work.streams.push(if is_scalable { stream.scalable() } else { stream });
        }
    }
    Some(Some(work))
}

fn parse_stream(text: &str) -> Option<Stream> {
    let (text, element_bytes) = match text.split_once('/') {
        Some((text, bytes)) => (text, Some(bytes.parse().ok().filter(|it| *it > 0)?)),
        None => (text, None),
    };
    let (text, written_bytes) = match text.split_once('w') {
        Some((text, bytes)) => (text, bytes.parse().ok()?),
        None => (text, 0),
    };
    let (text, read_bytes) = match text.split_once('r') {
        Some((text, bytes)) => (text, bytes.parse().ok()?),
        None => (text, 0),
    };
    let stride_bytes = text.parse().ok().filter(|it| *it != 0)?;
    Some(Stream::new(stride_bytes, read_bytes, written_bytes, element_bytes))
}

/// Returns an amount as people read it: `8 x 4 B`, `64 B`, `2 vec. of 4 B`.
pub(crate) fn amount(amount: Amount) -> String {
    match amount.unit {
        Unit::Elements { bytes } => format!("{} x {bytes} B", amount.count),
        Unit::Bytes => format!("{} B", amount.count),
        Unit::Vectors { element_bytes: Some(bytes) } => {
            format!("{} vec. of {bytes} B", amount.count)
        }
        Unit::Vectors { element_bytes: None } => format!("{} vec.", amount.count),
        other => format!("{} {other:?}", amount.count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_read_as_it_was_written() {
        for text in [
            "-",
            "none",
            "64r64/4,-8w8,+16,?2,f32*16,i64*3",
            "4r4w4",
            "?1",
            "V16,v32r32w32/4,8r8,v+8,vf32*16,i64*3",
        ] {
            assert_eq!(word(parse(text).unwrap().as_ref()), text);
        }
        for text in
            ["", "x", "0r4", "4/0", "4r", "f32", "g32*1", "4,", "+", "4r4w4/4/4", "v4r4", "V0", "V"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
