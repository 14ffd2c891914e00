//! Mnemonics: conditions, flags, and letters of blocks at their end.

use crate::target::arm::condition::{self, ALWAYS, VectorPredicate};

/// Facts about the instruction set that decide how mnemonics are taken apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    pub is_thumb: bool,
    pub is_thumb1: bool,
    pub has_v6m: bool,
    pub has_mve: bool,
    pub has_cde: bool,
}

/// A mnemonic, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Mnemonic<'m> {
    /// Without what is at its end.
    pub stem: &'m [u8],
    pub condition: i64,
    pub vector_predicate: VectorPredicate,
    pub sets_flags: bool,
    /// Of `cpsie` and `cpsid`.
    pub interrupt_mode: Option<i64>,
    /// The letters behind `it`, `vpt` and `vpst`.
    pub letters: &'m [u8],
}

/// The ends that instructions of a stem may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accepted {
    pub flags: bool,
    pub condition: bool,
    pub vector_predicate: bool,
}

/// Mnemonics that are whole: their last letters look like a condition or flags.
const WHOLE: &[&str] = &[
    "teq", "vceq", "svc", "mls", "smmls", "vcls", "vmls", "vnmls", "vacge", "vcge", "vclt",
    "vacgt", "vaclt", "vacle", "hlt", "vcgt", "vcle", "smlal", "umaal", "umlal", "vabal", "vmlal",
    "vpadal", "vqdmlal", "fmuls", "vmaxnm", "vminnm", "vcvta", "vcvtn", "vcvtp", "vcvtm", "vrinta",
    "vrintn", "vrintp", "vrintm", "hvc", "vins", "vmovx", "bxns", "blxns", "vdot", "vmmla",
    "vudot", "vsdot", "vcmla", "vcadd", "vfmal", "vfmsl", "wls", "le", "dls", "csel", "csinc",
    "csinv", "csneg", "cinc", "cinv", "cneg", "cset", "csetm", "aut", "pac", "pacbti", "bti",
];

/// Mnemonics whose last letters are flags, though they look like a condition.
const WITH_FLAGS: &[&str] = &[
    "adcs", "bics", "movs", "muls", "smlals", "smulls", "umlals", "umulls", "lsls", "sbcs", "rscs",
];

/// The same of vector instructions, whose last letter is a predicate.
const WITH_PREDICATE: &[&str] = &[
    "vmine", "vshle", "vshlt", "vshllt", "vrshle", "vrshlt", "vmvne", "vorne", "vnege", "vnegt",
    "vmule", "vmult", "vrintne", "vcmult", "vcmule", "vpsele", "vpselt",
];

/// Mnemonics that end in `s` and do not set flags.
const WITH_S: &[&str] = &[
    "cps", "mls", "mrs", "smmls", "vabs", "vcls", "vmls", "vmrs", "vnmls", "vqabs", "vrecps",
    "vrsqrts", "srs", "flds", "fmrs", "fsqrts", "fsubs", "fsts", "fcpys", "fdivs", "fmuls",
    "fcmps", "fcmpzs", "vfms", "vfnms", "fconsts", "bxns", "blxns", "vfmas", "vmlas",
];

/// Mnemonics of vector instructions whose last letter is none of a predicate.
const WITHOUT_PREDICATE: &[&str] = &[
    "vmovlt",
    "vshllt",
    "vrshrnt",
    "vshrnt",
    "vqrshrunt",
    "vqshrunt",
    "vqrshrnt",
    "vqshrnt",
    "vmullt",
    "vqmovnt",
    "vqmovunt",
    "vmovnt",
    "vqdmullt",
    "vpnot",
    "vcvtt",
    "vcvt",
];

/// Starts of mnemonics of vector instructions that may have a predicate.
const PREDICABLE: &[&str] = &[
    "vabav",
    "vabd",
    "vabs",
    "vadc",
    "vadd",
    "vand",
    "vbic",
    "vbrsr",
    "vcadd",
    "vcls",
    "vclz",
    "vcmla",
    "vcmp",
    "vcmul",
    "vctp",
    "vcvt",
    "vddup",
    "vdup",
    "vdwdup",
    "veor",
    "vfma",
    "vfms",
    "vhadd",
    "vhcadd",
    "vhsub",
    "vidup",
    "viwdup",
    "vldrb",
    "vldrd",
    "vldrw",
    "vmax",
    "vmin",
    "vmla",
    "vmlsdav",
    "vmlsldav",
    "vmovlb",
    "vmovlt",
    "vmovnb",
    "vmovnt",
    "vmul",
    "vmvn",
    "vneg",
    "vorn",
    "vorr",
    "vpnot",
    "vpsel",
    "vqabs",
    "vqadd",
    "vqdmladh",
    "vqdmlah",
    "vqdmlash",
    "vqdmlsdh",
    "vqdmulh",
    "vqdmull",
    "vqmovn",
    "vqmovun",
    "vqneg",
    "vqrdmladh",
    "vqrdmlah",
    "vqrdmlash",
    "vqrdmlsdh",
    "vqrdmulh",
    "vqrshl",
    "vqrshrn",
    "vqrshrun",
    "vqshl",
    "vqshrn",
    "vqshrun",
    "vqsub",
    "vrev16",
    "vrev32",
    "vrev64",
    "vrhadd",
    "vrmlaldavh",
    "vrmlalvh",
    "vrmlsldavh",
    "vrmulh",
    "vrshl",
    "vrshr",
    "vsbc",
    "vshl",
    "vshr",
    "vsli",
    "vsri",
    "vstrb",
    "vstrd",
    "vstrw",
    "vsub",
];

/// Mnemonics that set flags with an `s`.
const CAN_SET_FLAGS: &[&str] = &[
    "and", "lsl", "lsr", "rrx", "ror", "sub", "add", "adc", "mul", "bic", "asr", "orr", "mvn",
    "rsb", "rsc", "orn", "sbc", "eor", "neg", "vfm", "vfnm",
];

/// The same in A32 only.
const CAN_SET_FLAGS_IN_A32: &[&str] = &["smull", "mov", "mla", "smlal", "umlal", "umull"];

/// Mnemonics that never have a condition.
const UNCONDITIONAL: &[&str] = &[
    "bkpt", "cbnz", "setend", "it", "cbz", "trap", "hlt", "udf", "vmaxnm", "vminnm", "vcvta",
    "vcvtn", "vcvtp", "vcvtm", "vrinta", "vrintn", "vrintp", "vrintm", "hvc", "setpan", "vmovx",
    "vins", "vudot", "vsdot", "vcmla", "vcadd", "vfmal", "vfmsl", "vfmat", "vfmab", "vdot",
    "vmmla", "sb", "ssbb", "pssbb", "vsmmla", "vummla", "vusmmla", "vusdot", "vsudot", "bfcsel",
    "wls", "dls", "le", "csel", "csinc", "csinv", "csneg", "cinc", "cinv", "cneg", "cset", "csetm",
    "pac", "pacbti", "aut", "bti",
];

/// Starts of mnemonics that never have a condition.
const UNCONDITIONAL_STARTS: &[&str] =
    &["crc32", "cps", "vsel", "aes", "sha1", "sha256", "vpt", "vpst"];

/// The same with the vectors of the M profile.
const UNCONDITIONAL_STARTS_OF_MVE: &[&str] =
    &["vst2", "vld2", "vst4", "vld4", "wlstp", "dlstp", "letp"];

/// Mnemonics that have no condition in A32.
const UNCONDITIONAL_IN_A32: &[&str] = &[
    "cdp2", "clrex", "mcr2", "mcrr2", "mrc2", "mrrc2", "dmb", "dfb", "dsb", "isb", "pld", "pli",
    "pldw", "ldc2", "ldc2l", "stc2", "stc2l", "tsb",
];

/// Mnemonics of the custom datapath extension.
const CUSTOM: &[&str] = &[
    "cx1", "cx1a", "cx1d", "cx1da", "cx2", "cx2a", "cx2d", "cx2da", "cx3", "cx3a", "cx3d", "cx3da",
    "vcx1", "vcx1a", "vcx2", "vcx2a", "vcx3", "vcx3a",
];

/// Starts of those among them that may have a condition.
const CONDITIONAL_CUSTOM: &[&str] = &["cx1a", "cx1da", "cx2a", "cx2da", "cx3a", "cx3da"];

fn is_one_of(list: &[&str], name: &[u8]) -> bool {
    list.iter().any(|known| known.as_bytes() == name)
}

fn begins_with(list: &[&str], name: &[u8]) -> bool {
    list.iter().any(|start| name.starts_with(start.as_bytes()))
}

/// Returns whether a vector instruction of that mnemonic may have a predicate. `suffix` is what follows the first dot.
pub(super) fn is_vector_predicable(mode: Mode, name: &[u8], suffix: &[u8]) -> bool {
    if !mode.has_mve {
        return false;
    }
    let custom = name.strip_suffix(b"t").or_else(|| name.strip_suffix(b"e")).unwrap_or(name);
    let is_custom = |name: &[u8]| name.starts_with(b"vcx") && is_one_of(CUSTOM, name);
    is_custom(name)
        || is_custom(custom)
        || name.starts_with(b"vldrh") && name != b"vldrhi"
        || name.starts_with(b"vmov") && !matches!(suffix, b".f16" | b".32" | b".16" | b".8")
        || name.starts_with(b"vrint") && name != b"vrintr"
        || name.starts_with(b"vstrh") && name != b"vstrhi"
        || begins_with(PREDICABLE, name)
}

impl<'m> Mnemonic<'m> {
    /// Takes a mnemonic apart. `suffix` is what follows the first dot.
    pub fn split(mode: Mode, name: &'m [u8], suffix: &[u8]) -> Mnemonic<'m> {
        let mut it = Mnemonic {
            stem: name,
            condition: ALWAYS,
            vector_predicate: VectorPredicate::None,
            sets_flags: false,
            interrupt_mode: None,
            letters: b"",
        };
        let is_thumb_move = mode.is_thumb && name == b"movs";
        if is_thumb_move || is_one_of(WHOLE, name) || name.starts_with(b"vsel") {
            return it;
        }
        let keeps_end = is_one_of(WITH_FLAGS, name)
            || mode.has_mve && (is_one_of(WITH_PREDICATE, name) || name.starts_with(b"vq"));
        if let Some((stem, end)) = name.split_last_chunk::<2>()
            && !keeps_end
            && let Some(code) = condition::code_of(end)
        {
            it.stem = stem;
            it.condition = code;
        }
        if let Some(stem) = it.stem.strip_suffix(b"s")
            && !is_one_of(WITH_S, it.stem)
            && !(mode.is_thumb && it.stem == b"movs")
        {
            it.stem = stem;
            it.sets_flags = true;
        }
        if it.stem.starts_with(b"cps") {
            it.interrupt_mode = match it.stem {
                [.., b'i', b'e'] => Some(2),
                [.., b'i', b'd'] => Some(3),
                _ => None,
            };
            if it.interrupt_mode.is_some() {
                it.stem = &it.stem[..it.stem.len() - 2];
            }
        }
        if is_vector_predicable(mode, it.stem, suffix) && !is_one_of(WITHOUT_PREDICATE, it.stem) {
            if let Some((last, stem)) = it.stem.split_last()
                && let Some(predicate) = VectorPredicate::named(*last)
            {
                it.stem = stem;
                it.vector_predicate = predicate;
            }
            return it;
        }
        for start in [&b"it"[..], b"vpst", b"vpt"] {
            if it.stem.starts_with(start) {
                (it.stem, it.letters) = it.stem.split_at(start.len());
                break;
            }
        }
        it
    }

    /// Returns the ends that instructions of its stem may have. `whole` is the mnemonic as written.
    pub fn accepted(&self, mode: Mode, suffix: &[u8], whole: &[u8]) -> Accepted {
        let stem = self.stem;
        let flags = is_one_of(CAN_SET_FLAGS, stem)
            || !mode.is_thumb && is_one_of(CAN_SET_FLAGS_IN_A32, stem);
        let is_unconditional = is_one_of(UNCONDITIONAL, stem)
            || begins_with(UNCONDITIONAL_STARTS, stem)
            || whole.starts_with(b"vmull") && whole.ends_with(b".p64")
            || mode.has_cde && is_one_of(CUSTOM, stem) && !begins_with(CONDITIONAL_CUSTOM, stem)
            || mode.has_mve && begins_with(UNCONDITIONAL_STARTS_OF_MVE, stem);
        let condition = if is_unconditional {
            false
        } else if !mode.is_thumb {
            !is_one_of(UNCONDITIONAL_IN_A32, stem)
                && !stem.starts_with(b"rfe")
                && !stem.starts_with(b"srs")
        } else if mode.is_thumb1 {
            stem != b"movs" && (mode.has_v6m || stem != b"nop")
        } else {
            true
        };
        let vector_predicate = is_vector_predicable(mode, stem, suffix);
        Accepted { flags, condition, vector_predicate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(name: &str, is_thumb: bool, has_mve: bool) -> String {
        let mode = Mode { is_thumb, is_thumb1: false, has_v6m: false, has_mve, has_cde: false };
        let it = Mnemonic::split(mode, name.as_bytes(), b"");
        let flags = if it.sets_flags { " s" } else { "" };
        let condition = match it.condition {
            ALWAYS => "",
            code => condition::name_of(code),
        };
        let stem = String::from_utf8_lossy(it.stem);
        let letters = String::from_utf8_lossy(it.letters);
        format!("{stem}{flags} {condition}{letters} {}", it.vector_predicate.code())
    }

    #[test]
    fn ends_of_mnemonics() {
        for (name, parts) in [
            ("addseq", "add s eq 0"),
            ("bls", "b ls 0"),
            ("blls", "bl ls 0"),
            ("adcs", "adc s  0"),
            ("teq", "teq  0"),
            ("movs", "mov s  0"),
            ("ldrcs", "ldr hs 0"),
            ("vmrs", "vmrs  0"),
            ("itte", "it te 0"),
        ] {
            assert_eq!(split(name, false, false), parts, "{name}");
        }
        assert_eq!(split("movs", true, false), "movs  0");
        assert_eq!(split("vaddt", true, true), "vadd  1");
        assert_eq!(split("vmule", true, true), "vmul  2");
        assert_eq!(split("vpste", true, true), "vpst e 0");
    }
}
