//! Operands.

use oxmca_tables::Tables;

use crate::random::Random;

/// Returns an operand of a matcher class. A displacement has the parenthesis behind it in which its base stands.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    let is_symbol = random.below(4) == 0;
    let text = match class {
        "ATBitsAsHint" => "1".to_owned(),
        "Imm" => random.pick(&["0", "1", "x"]).to_owned(),
        "TLSReg" => random.pick(&["x@tls", "x@tls@pcrel"]).to_owned(),
        "RegCRBITRC" if is_symbol => {
            random.pick(&["lt", "4*cr1+eq", "4*cr7+so", "un", "cr2*4+gt"]).to_owned()
        }
        "RegCRRC" if is_symbol => random.pick(&["cr0", "cr3", "cr7", "%cr2"]).to_owned(),
        "RegGPRC" | "RegG8RC" if is_symbol => format!("%r{}", random.below(32)),
        "RegF4RC" | "RegF8RC" if is_symbol => format!("%f{}", random.below(32)),
        "RegVRRC" if is_symbol => format!("%v{}", random.below(32)),
        "RegVSRC" | "RegVSFRC" if is_symbol => format!("%vs{}", random.below(64)),
        "CondBr" | "DirectBr" if is_symbol => {
            random.pick(&["target", "target+4", "away@local", "."]).to_owned()
        }
        "S16Imm" | "U16Imm" | "S17Imm" if is_symbol => random
            .pick(&["x@l", "x@ha", "x@toc@ha", "65536@h", "(x+4)@l", "x-y", "74565@l", "x@got@ha"])
            .to_owned(),
        "S34Imm" if is_symbol => random.pick(&["x@PCREL", "x@got@pcrel"]).to_owned(),
        "DispRI" | "DispRIX" | "DispRIX16" if is_symbol => {
            random.pick(&["x@l(", "x@toc@l(", "x+8@l(", "x@got@tprel@l("]).to_owned()
        }
        "U32Imm" if is_symbol => {
            random.pick(&["0xff00", "0xffff", "0xf000000f", "0x5050", "1", "0"]).to_owned()
        }
        _ => number(class, random)?,
    };
    Some(text)
}

/// Returns a number that a class takes by the range in the tables.
fn number(class: &str, random: &mut Random) -> Option<String> {
    let tables = Tables::embedded("powerpc").ok()?;
    let id = tables.match_class_named(class)?;
    let range = tables.match_classes[id.index()].range;
    let intervals = &tables.intervals[range.intervals.range()];
    if intervals.is_empty() {
        return None;
    }
    let interval = intervals[random.below(intervals.len())];
    let step = i128::from(range.step.max(1));
    let (least, most) = (i128::from(interval.least), i128::from(interval.most));
    let between = least + (random.next() as i128) % (most - least + 1);
    let value = match class.starts_with("Reg") {
        true => between,
        false => random.pick(&[least, most, between, between, between.min(64).max(least)]),
    };
    let value = value.div_euclid(step) * step;
    let value = if value < least { value + step } else { value };
    let behind = if class.starts_with("Disp") { "(" } else { "" };
    Some(match random.below(8) {
        0 if value >= 0 => format!("{value:#x}{behind}"),
        _ => format!("{value}{behind}"),
    })
}
