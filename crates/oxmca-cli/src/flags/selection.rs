//! Values of the flags that choose parts of the input.

use std::ops::RangeInclusive;

use oxmca_loops::{LoopName, Pattern, SourceLine};

use super::args::Args;

/// `-loop`
pub fn add_loop(args: &mut Args, text: &str) -> Result<(), &'static str> {
    let name = match text.parse() {
        Ok(0) => return Err("loops are numbered from 1"),
        Ok(number) => LoopName::Number(number),
        Err(_) => LoopName::Pattern(Pattern::new(text)),
    };
    args.selection.loops.push(name);
    Ok(())
}

/// `-function`
pub fn add_function(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.functions.push(Pattern::new(text));
    Ok(())
}

/// `-range`
pub fn add_range(args: &mut Args, text: &str) -> Result<(), &'static str> {
    let range =
        range(text).ok_or("expected two numbers with a minus between, such as 0x1130-0x1158")?;
    args.selection.ranges.push(range);
    Ok(())
}

/// `-line`
pub fn add_line(args: &mut Args, text: &str) -> Result<(), &'static str> {
    let line = text.rsplit_once(':').and_then(|(file, line)| {
        let line = line.parse().ok().filter(|line| *line > 0)?;
        (!file.is_empty()).then(|| SourceLine { file: file.to_owned(), line })
    });
    args.selection.lines.push(line.ok_or("expected a file and a line, such as kernel.c:12")?);
    Ok(())
}

fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once('-')?;
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some(first..=last)
}

fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_hexadecimal_or_decimal() {
        assert_eq!(range("0x10-0x1f"), Some(16..=31));
        assert_eq!(range("12 - 20"), Some(12..=20));
        assert_eq!([range("20-12"), range("12"), range("a-b"), range("-1-2")], [const { None }; 4]);
    }

    #[test]
    fn lines_have_a_file() {
        let added = |text| {
            let mut args = Args::default();
            add_line(&mut args, text).map(|()| args.selection.lines.remove(0))
        };
        assert_eq!(added("a/k.c:12"), Ok(SourceLine { file: "a/k.c".into(), line: 12 }));
        assert_eq!(added("C:\\k.c:3"), Ok(SourceLine { file: "C:\\k.c".into(), line: 3 }));
        assert!(added("k.c").is_err() && added(":3").is_err() && added("k.c:0").is_err());
    }
}
