//! Functions that were inlined, and their code.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use gimli::{AttributeValue, Dwarf, Reader as _, Unit, UnitOffset};

use super::Lines;
use super::reader::Reader;
use crate::demangle::demangle;

/// References from an entry to the one that has the name.
const MAX_REFERENCES: usize = 8;

/// A function that was inlined into others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlinedFunction {
    /// The name, as it was written for Rust and C++. It lacks the namespace if debug information has no
    /// linkage name.
    pub name: Arc<str>,
    /// The addresses of its code in all functions that it was inlined into, in the order of debug information.
    pub ranges: Vec<Range<u64>>,
}

impl Lines {
    /// Returns the functions that were inlined anywhere, by their names; none if debug information does not tell, or is in
    /// files of its own.
    #[must_use]
    pub fn inlined_functions(&self) -> Vec<InlinedFunction> {
        if !self.measures_functions() {
            return Vec::new();
        }
        let mut found: HashMap<Arc<str>, Vec<Range<u64>>> = HashMap::new();
        let mut units = self.dwarf.units();
        while let Ok(Some(header)) = units.next() {
            // A damaged unit gives what comes before the damage.
            if let Ok(unit) = self.dwarf.unit(header) {
                let _ = self.add_inlined(&unit, &mut found);
            }
        }
        let mut functions: Vec<InlinedFunction> =
            found.into_iter().map(|(name, ranges)| InlinedFunction { name, ranges }).collect();
        functions.sort_by(|a, b| a.name.cmp(&b.name));
        functions
    }

    fn add_inlined(
        &self,
        unit: &Unit<Reader>,
        found: &mut HashMap<Arc<str>, Vec<Range<u64>>>,
    ) -> gimli::Result<()> {
        let mut names: HashMap<UnitOffset, Option<Arc<str>>> = HashMap::new();
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            if entry.tag() != gimli::DW_TAG_inlined_subroutine {
                continue;
            }
            let Some(AttributeValue::UnitRef(origin)) =
                entry.attr_value(gimli::DW_AT_abstract_origin)
            else {
                continue;
            };
            let name = names.entry(origin).or_insert_with(|| {
                let (name, is_mangled) = name(&self.dwarf, unit, origin)?;
                self.begin_text(name.len())?;
                Some(if is_mangled { demangle(&name).into() } else { name.into() })
            });
            let Some(name) = name else { continue };
            let ranges = match found.get_mut(name) {
                Some(ranges) => ranges,
                None => found.entry(Arc::clone(name)).or_default(),
            };
            let mut code = self.dwarf.die_ranges(unit, entry)?;
            while let Some(range) = code.next()? {
                if range.begin < range.end {
                    ranges.push(range.begin..range.end);
                }
            }
        }
        Ok(())
    }
}

/// Returns the name of a function, and whether it is one for linkers, by the place of its entry.
fn name(dwarf: &Dwarf<Reader>, unit: &Unit<Reader>, origin: UnitOffset) -> Option<(String, bool)> {
    let mut at = origin;
    let mut plain = None;
    for _ in 0..MAX_REFERENCES {
        let entry = unit.entry(at).ok()?;
        let text = |name| {
            let text = dwarf.attr_string(unit, entry.attr_value(name)?).ok()?;
            Some(text.to_string_lossy().ok()?.into_owned())
        };
        let mangled =
            text(gimli::DW_AT_linkage_name).or_else(|| text(gimli::DW_AT_MIPS_linkage_name));
        if let Some(mangled) = mangled {
            return Some((mangled, true));
        }
        plain = plain.or_else(|| text(gimli::DW_AT_name));
        let next = [gimli::DW_AT_specification, gimli::DW_AT_abstract_origin];
        match next.into_iter().find_map(|it| entry.attr_value(it)) {
            Some(AttributeValue::UnitRef(next)) => at = next,
            _ => break,
        }
    }
    plain.map(|name| (name, false))
}

#[cfg(test)]
mod tests {
    use crate::ObjectFile;

    #[test]
    fn inlined_functions_have_their_names_and_code() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/objects/elf-x86-64.o");
        let object = ObjectFile::parse(std::fs::read(path).unwrap()).unwrap();
        let found = object.lines().unwrap().inlined_functions();
        let square = found.iter().find(|it| it.name.starts_with("square")).unwrap();
        for range in &square.ranges {
            let lines = object.lines().unwrap();
            let frames = lines.frames(range.start, &mut |_| None);
            assert!(frames.iter().any(|it| it.function.as_deref() == Some(&*square.name)));
            assert!(frames.len() > 1);
        }
        assert!(!square.ranges.is_empty());
    }
}
