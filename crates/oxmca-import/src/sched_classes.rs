//! Scheduling classes and the labels given to them.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, after, enumerators, initializer, string_at, string_bytes};
use super::dumps::Dumps;

/// Labels longer than this are cut.
const LABEL_LEN: usize = 44;

/// Scheduling classes by id.
pub struct SchedClasses {
    /// A short unique label for each.
    pub labels: Vec<String>,
    /// The number of classes that instructions refer to; variants resolve to the rest.
    pub named: usize,
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
    Ok(SchedClasses { labels: labels.collect(), named: named as usize })
}

/// The beginning of a name up to a separator, with `+` for what is left out.
fn shorten(name: &str) -> String {
    if name.len() <= LABEL_LEN {
        return name.to_owned();
    }
    let cut = name[..LABEL_LEN].rfind('_').filter(|at| *at > 0).unwrap_or(LABEL_LEN);
    format!("{}+", &name[..cut])
}

impl SchedClasses {
    /// `sched-classes.tbl`.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "# Labels of scheduling classes in the order of their numbers. `+` stands for further names that\n\
             # were left out, `~2` tells a second class of the same name apart.\n",
        );
        for label in &self.labels {
            out.push_str(label);
            out.push('\n');
        }
        out
    }
}
