//! Registers and lists of them.

use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::context::Printing;

impl<'p> Printing<'p> {
    /// Returns the name of a register.
    pub(super) fn name(&self, reg: Reg) -> &'p str {
        self.tables().printed_name(reg)
    }

    /// Returns the name that a vector register has as a vector: `v0`. Others have none of their
    /// own.
    pub(super) fn vector_name(&self, reg: Reg) -> &'p str {
        self.tables().asm_names(reg).nth(1).unwrap_or_else(|| self.name(reg))
    }

    /// Returns whether a register is `wzr` or `xzr`.
    pub(super) fn is_zero_register(&self, reg: Reg) -> bool {
        matches!(self.name(reg), "wzr" | "xzr")
    }

    /// Returns the part of a register that an index of the tables names, e.g. `sub_32`.
    pub(super) fn sub_register(&self, reg: Reg, index: &str) -> Option<Reg> {
        let tables = self.tables();
        let mut parts = tables.sub_registers(reg).iter();
        let text = |index: u16| tables.text(tables.sub_register_indices[usize::from(index)]);
        parts.find(|part| text(part.index) == index).map(|part| part.reg)
    }

    /// Returns the low half of a register of 64 bits; the register itself if it has none.
    pub(super) fn low_half(&self, reg: Reg) -> Reg {
        self.sub_register(reg, "sub_32").unwrap_or(reg)
    }

    /// Appends the name of a register with the width of its elements after it.
    pub(super) fn push_with_suffix(&self, name: &str, suffix: Option<char>, out: &mut String) {
        out.push_str(name);
        if let Some(suffix) = suffix {
            out.push('.');
            out.push(suffix);
        }
    }

    /// Appends the name of a tile of a matrix, with the direction of its slices before its width.
    pub(super) fn push_tile_slice(&self, reg: Reg, is_vertical: bool, out: &mut String) {
        let (tile, width) = self.name(reg).split_once('.').unwrap_or((self.name(reg), ""));
        out.push_str(tile);
        out.push_str(if is_vertical { "v." } else { "h." });
        out.push_str(width);
    }

    /// Appends a list of tiles of 64 bits by a mask.
    pub(super) fn push_tile_list(mask: i64, out: &mut String) {
        let tiles: SmallVec<[String; 8]> =
            (0..8).filter(|tile| mask >> tile & 1 != 0).map(|tile| format!("za{tile}.d")).collect();
        out.push('{');
        out.push_str(&tiles.join(", "));
        out.push('}');
    }

    /// Appends two registers that follow each other.
    pub(super) fn push_pair(&self, reg: Reg, out: &mut String) {
        for (separator, index) in [("", ["sube64", "sube32"]), (", ", ["subo64", "subo32"])] {
            let mut parts = index.iter().filter_map(|index| self.sub_register(reg, index));
            out.push_str(separator);
            out.push_str(parts.next().map_or("", |part| self.name(part)));
        }
    }

    /// Returns the registers of a list, in their order. Just the register itself if it is no list.
    fn list_members(&self, reg: Reg) -> SmallVec<[Reg; 4]> {
        let tables = self.tables();
        let mut members = SmallVec::new();
        for number in ['0', '1', '2', '3'] {
            let is_member = |index: &str| {
                let kind = index.strip_suffix(number);
                matches!(kind, Some("dsub" | "qsub" | "zsub" | "psub"))
            };
            let mut parts = tables.sub_registers(reg).iter();
            let text = |index: u16| tables.text(tables.sub_register_indices[usize::from(index)]);
            members.extend(parts.find(|part| is_member(text(part.index))).map(|part| part.reg));
        }
        if members.is_empty() {
            members.push(reg);
        }
        members
    }

    /// Appends a list of vectors or predicates in braces, each with its layout: `{ v0.4s, v1.4s }`. Lists of SVE's
    /// that are longer than two are shown as ranges, if they do not skip registers or go around the end.
    pub(super) fn push_vector_list(
        &self,
        reg: Reg,
        lanes: u32,
        kind: Option<char>,
        out: &mut String,
    ) {
        let layout = match (lanes, kind) {
            (_, None) => String::new(),
            (0, Some(kind)) => format!(".{kind}"),
            (lanes, Some(kind)) => format!(".{lanes}{kind}"),
        };
        let members = self.list_members(reg);
        let number = |reg: Reg| self.tables().register(reg).encoding;
        let (first, last) = (members[0], members[members.len() - 1]);
        let is_scalable = self.name(first).starts_with(['z', 'p']);
        let is_range = is_scalable
            && members.len() > 2
            && usize::from(number(first)) + members.len() - 1 == usize::from(number(last));
        let mut push = |separator: &str, reg: Reg| {
            out.push_str(separator);
            out.push_str(if is_scalable { self.name(reg) } else { self.vector_name(reg) });
            out.push_str(&layout);
        };
        push("{ ", first);
        if is_range {
            push(" - ", last);
        } else {
            members[1..].iter().for_each(|reg| push(", ", *reg));
        }
        out.push_str(" }");
    }
}
