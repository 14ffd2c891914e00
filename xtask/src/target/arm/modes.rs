//! The modes: both instruction sets, profiles and byte orders, with nearly all features of each.

use std::sync::LazyLock;

use oxmca_asm::triple::Triple;
use oxmca_asm::{Subtarget, target};
use oxmca_tables::Tables;
use oxmca_tables::schema::{AsmFeatureSet, MatchEntry};

use crate::target::proved::Mode;

/// Features of an application processor, and none of a microcontroller, whatever the CPU has.
macro_rules! application {
    ($more:literal) => {
        concat!(
            "-mclass,-noarm,-v8m.main,+aclass,+v8.6a,+v8.9a,+fp-armv8,+fullfp16,+fp16fml,+neon,+crypto,",
            "+bf16,+i8mm,+dotprod,+crc,+ras,+sb,+dfb,+db,+dsp,+mp,+trustzone,+virtualization,+clrbhb,",
            "+hwdiv,+hwdiv-arm,+acquire-release",
            $more
        )
    };
}
/// Features of a microcontroller, and none of an application processor.
macro_rules! microcontroller {
    ($more:literal) => {
        concat!(
            "-aclass,-rclass,-neon,-v8,+mclass,+thumb-mode,+v8.1m.main,+8msecext,+acquire-release,+db,",
            "+dsp,+hwdiv,+lob,+mve.fp,+fp-armv8d16,+pacbti,+cdecp0,+cdecp1,+ras",
            $more
        )
    };
}
/// Features before version 8.
const OLD: &str =
    "-mclass,-noarm,-thumb-mode,-v8,-v8m.main,+aclass,+v7,+vfp4,+neon,+db,+dsp,+mp,+trustzone";
const BASELINE: &str =
    "-aclass,-rclass,-neon,-v7,-v8m,-thumb2,-fpregs,+mclass,+thumb-mode,+v6m,+db";

/// The modes. Random programs are made for the first four.
const MODES: [Mode; 9] = [
    mode(0, "armv8a", application!(",-thumb-mode")),
    mode(1, "thumbv8.1m.main", microcontroller!("")),
    mode(2, "thumbv8a", application!(",+thumb-mode")),
    mode(3, "thumbv6m", BASELINE),
    mode(4, "armv7a", OLD),
    mode(5, "armebv8a", application!(",-thumb-mode")),
    mode(6, "thumbebv8.1m.main", microcontroller!("")),
    mode(7, "thumbv7em", "+thumb-mode,+mclass,-neon"),
    mode(8, "armv7-linux-gnueabihf", "-thumb-mode,+neon"),
];

const fn mode(index: usize, triple: &'static str, features: &'static str) -> Mode {
    Mode { index, triple, features }
}

/// The conditions that hold in each mode without a CPU's features.
static CONDITIONS: LazyLock<Vec<AsmFeatureSet>> =
    LazyLock::new(|| MODES.iter().map(|mode| conditions(*mode)).collect());

/// Returns all modes.
pub fn modes() -> &'static [Mode] {
    &MODES
}

/// Returns whether form number `index` is tried in a mode: where its conditions hold, and a sample of the others, which are
/// refused. In the other byte order, a sample is enough.
pub fn tries(tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
    // LLVM reads beyond the operands when it checks the offset, and crashes or shows some place.
    if tables.opcode_name(entry.opcode).ends_with("_OFFSET_imm") {
        return false;
    }
    let holds = CONDITIONS[mode.index].contains_all(tables.required(entry));
    match mode.index {
        0..=4 => holds || index.is_multiple_of(5),
        _ => index.is_multiple_of(if holds { 7 } else { 31 }),
    }
}

fn conditions(mode: Mode) -> AsmFeatureSet {
    let Ok(target) = target::create(Triple::new(mode.triple)) else {
        return AsmFeatureSet::default();
    };
    let (subtarget, _) = Subtarget::resolve(&*target, "generic", mode.features.split(','));
    let features = subtarget.map(|it| it.features).unwrap_or_default();
    target.tables().asm_features(&features)
}
