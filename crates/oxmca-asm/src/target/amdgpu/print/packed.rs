//! Bits of modifiers that are shown together: `op_sel:[0,1]`.

use super::Printing;
use crate::inst::Inst;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::source_modifier;
use crate::target::amdgpu::print_method::Method;

const SOURCES: [(Name, Name); 3] = [
    (Name::Src0Modifiers, Name::Src0),
    (Name::Src1Modifiers, Name::Src1),
    (Name::Src2Modifiers, Name::Src2),
];

impl Printing<'_> {
    /// Appends the bits of a keyword, unless all have their default.
    pub(super) fn push_packed(&self, method: Method, inst: &Inst, out: &mut String) {
        let (word, bit) = match method {
            Method::OpSel => (" op_sel:[", source_modifier::OP_SEL_0),
            Method::OpSelHi => (" op_sel_hi:[", source_modifier::OP_SEL_1),
            Method::NegLo => (" neg_lo:[", source_modifier::NEG),
            _ => (" neg_hi:[", source_modifier::NEG_HI),
        };
        if method == Method::OpSel && self.push_special_op_sel(inst, out) {
            return;
        }
        let flags = self.flags(inst);
        let is = |bits: u64| flags & bits != 0;
        let default = i64::from(bit == source_modifier::OP_SEL_1);
        let value = |name: Name| self.index(inst, name).map(|at| self.imm(inst, at));
        let mut values: Vec<i64> = Vec::new();
        if is(flag::IS_WMMA | flag::IS_SWMMAC) {
            values
                .extend(SOURCES.iter().map(|(modifiers, _)| value(*modifiers).unwrap_or(default)));
        } else {
            let written = SOURCES.iter().take_while(|it| self.index(inst, it.1).is_some());
            values.extend(written.map(|(modifiers, _)| value(*modifiers).unwrap_or(default)));
            // Some interpolations have a first and a third source.
            if values.len() == 1 && self.index(inst, Name::Src2).is_some() {
                values.push(default);
                values.push(value(Name::Src2Modifiers).unwrap_or_default());
            }
        }
        let has_result =
            self.index(inst, Name::Vdst).is_some() || self.index(inst, Name::Sdst).is_some();
        let shows_result = has_result
            && !values.is_empty()
            && bit == source_modifier::OP_SEL_0
            && is(flag::VOP3_OPSEL);
        let is_high = shows_result && values[0] & source_modifier::DST_OP_SEL != 0;
        let default = is(flag::IS_PACKED) && bit == source_modifier::OP_SEL_1;
        if !is_high && values.iter().all(|value| (value & bit != 0) == default) {
            return;
        }
        out.push_str(word);
        let bits =
            values.iter().map(|value| value & bit != 0).chain(shows_result.then_some(is_high));
        for (number, bit) in bits.enumerate() {
            if number > 0 {
                out.push(',');
            }
            out.push(if bit { '1' } else { '0' });
        }
        out.push(']');
    }

    /// Appends two bits that mean something else with some instructions. Returns whether it is such a one.
    fn push_special_op_sel(&self, inst: &Inst, out: &mut String) -> bool {
        let tables = &self.gpu.tables;
        let name = tables.opcode_name(inst.opcode);
        let value = |name: Name| self.index(inst, name).map_or(0, |at| self.imm(inst, at));
        let bits = if self.gpu.op_sel_of_source.contains(&inst.opcode) {
            let modifiers = value(Name::Src0Modifiers);
            [source_modifier::OP_SEL_0, source_modifier::OP_SEL_1].map(|bit| modifiers & bit != 0)
        } else if name.starts_with("V_PERMLANE16_") || name.starts_with("V_PERMLANEX16_") {
            [Name::Src0Modifiers, Name::Src1Modifiers]
                .map(|name| value(name) & source_modifier::OP_SEL_0 != 0)
        } else {
            return false;
        };
        if bits != [false; 2] {
            out.push_str(&format!(" op_sel:[{},{}]", u8::from(bits[0]), u8::from(bits[1])));
        }
        true
    }
}
