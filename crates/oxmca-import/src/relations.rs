//! Relations between instructions: which one another stands for in some instruction set.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result};

use super::cxx::between;
use super::dumps::Dumps;
use super::target::Relation;

/// Returns the text of `tables/NAME.tbl` of a relation: rows sorted by the instruction, then by the number of the case.
pub fn text(dumps: &Dumps, relation: &Relation) -> Result<String> {
    const NONE: &str = "INSTRUCTION_LIST_END";
    let mut rows: BTreeMap<(&str, u32), &str> = BTreeMap::new();
    for (function, case) in relation.functions {
        let body = between(&dumps.instr_info, &format!("int32_t {function}("), "\n  };")
            .with_context(|| format!("relation {function}"))?;
        for line in body.lines().filter_map(|line| line.trim().strip_prefix("{ ")) {
            let names = line.trim_end_matches(',').trim_end_matches('}').trim();
            let mut names = names.split(", ");
            let from = names.next().context("a row of a relation")?;
            let to = names.last().context("a row of a relation")?;
            if to != NONE {
                rows.entry((from, *case)).or_insert(to);
            }
        }
    }
    let mut out = format!("# LLVM's relation {}.\n", relation.name);
    out.push_str("columns From:instruction Case:number To:instruction\n");
    for ((from, case), to) in rows {
        let _ = writeln!(out, "{from} {case} {to}");
    }
    Ok(out)
}
