//! Scheduling classes and the labels given to them.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, after, enumerators, initializer, string_at, string_bytes};
use super::dumps::Dumps;
use super::variants::Variants;

/// Labels longer than this are cut.
const LABEL_LEN: usize = 44;

/// Scheduling classes by id.
pub struct SchedClasses {
    /// A short unique label for each.
    pub labels: Vec<String>,
    /// The number of classes that instructions refer to; variants resolve to the rest.
    pub named: usize,
    /// Classes that nothing refers to are left out.
    unused: BTreeSet<usize>,
}

/// Reads the names and makes labels of them.
pub fn read(dumps: &Dumps) -> Result<SchedClasses> {
    let mut enumeration =
        enumerators(after(&dumps.instr_info, "#undef GET_INSTRINFO_SCHED_ENUM")?, "enum ")?;
    let Some(("SCHED_LIST_END", named)) = enumeration.pop() else {
        bail!("the enumeration of scheduling classes has no end");
    };
    let storage = after(&dumps.subtarget, "SchedClassNamesStorage[] =")?;
    let storage = string_bytes(&mut Lexer::new(storage))?;
    let mut names = Vec::new();
    for row in initializer(&dumps.subtarget, "static const llvm::MCSchedClassDesc ")? {
        let first = row.list()?.first().context("scheduling class row")?.expr()?;
        // `DBGFIELD(/*NAME*/ OFFSET) UOPS`, where a name may hold brackets.
        let (name, _) = first.rsplit_once(')').context("scheduling class name")?;
        let offset = name.rsplit(['(', ' ']).next().unwrap_or(name).parse()?;
        names.push(std::str::from_utf8(string_at(&storage, offset)?)?);
    }
    for (name, id) in &enumeration {
        // The first enumerator and the first row differ by design: both mean "none".
        if *id > 0 && names.get(*id as usize).copied() != Some(name) {
            bail!("scheduling class {id} is `{name}` in one table and not in the other");
        }
    }
    let mut seen: HashMap<String, u32> = HashMap::new();
    let labels = names.into_iter().map(|name| {
        let label = shorten(name);
        let count = seen.entry(label.clone()).or_insert(0);
        *count += 1;
        if *count == 1 { label } else { format!("{label}~{count}") }
    });
    Ok(SchedClasses { labels: labels.collect(), named: named as usize, unused: BTreeSet::new() })
}

/// Returns the beginning of a name up to a separator, with `+` for what is left out.
fn shorten(name: &str) -> String {
    if name.len() <= LABEL_LEN {
        return name.to_owned();
    }
    let cut = name[..LABEL_LEN].rfind('_').filter(|at| *at > 0).unwrap_or(LABEL_LEN);
    format!("{}+", &name[..cut])
}

impl SchedClasses {
    /// Creates classes with these labels, all of which instructions refer to.
    #[cfg(test)]
    pub fn with_labels(labels: Vec<String>) -> Self {
        SchedClasses { named: labels.len(), labels, unused: BTreeSet::new() }
    }

    /// Leaves out the classes that none of `roots` is, nor a variant of a class that is kept.
    pub fn keep(&mut self, roots: impl Iterator<Item = usize>, variants: &Variants) {
        // Class 0 is the invalid one.
        let mut open: Vec<usize> = roots.chain([0]).collect();
        self.unused = (0..self.labels.len()).collect();
        while let Some(class) = open.pop() {
            if self.unused.remove(&class) {
                let cases = variants.iter().filter(|((_, variant), _)| *variant == class);
                open.extend(cases.flat_map(|(_, cases)| cases.iter().map(|case| case.1)));
            }
        }
    }

    /// Returns the number of classes that are imported.
    pub fn len(&self) -> usize {
        self.labels.len() - self.unused.len()
    }

    /// Returns whether a class is imported.
    pub fn is_used(&self, class: usize) -> bool {
        !self.unused.contains(&class)
    }

    /// Returns the text of `sched-classes.tbl`.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "# Labels of scheduling classes in the order of their numbers. `+` stands for further names that\n\
             # were left out, `~2` tells a second class of the same name apart.\n",
        );
        let used = self.labels.iter().enumerate().filter(|(class, _)| self.is_used(*class));
        for (_, label) in used {
            out.push_str(label);
            out.push('\n');
        }
        out
    }
}
