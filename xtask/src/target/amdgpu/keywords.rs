//! Operands that are words, often with a number, and that can mostly be left out.

use crate::random::Random;

/// Words that stand for themselves.
const BITS: &[&str] = &[
    "a16",
    "addr64",
    "clamp",
    "compr",
    "d16",
    "da",
    "dlc",
    "done",
    "gds",
    "glc",
    "high",
    "idxen",
    "isasync",
    "lds",
    "lwe",
    "matrix_a_reuse",
    "matrix_b_reuse",
    "nt",
    "offen",
    "r128",
    "row_en",
    "row_mirror",
    "sc0",
    "sc1",
    "slc",
    "tfe",
    "unorm",
    "vm",
    "::",
];

/// Returns whether no comma belongs before an operand.
pub fn is_keyword(operand: &str) -> bool {
    let word = operand.split(':').next().unwrap_or_default();
    let is_word = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    BITS.contains(&operand) || is_word && operand.contains(':')
}

/// Returns an operand of a class that a keyword begins; empty where it is left out.
pub fn operand(class: &str, random: &mut Random) -> Option<String> {
    let (keyword, values): (&str, &[&str]) = match class {
        "Swizzle" => ("offset:", &["0", "0xffff", "swizzle(SWAP,16)", "swizzle(REVERSE,8)"]),
        "FlatOffset" => ("offset:", &["0", "8", "2047"]),
        "Offset" => ("offset:", &["0", "4", "4095"]),
        "Offset0" => ("offset0:", &["0", "1", "255"]),
        "Offset1" => ("offset1:", &["0", "1", "255"]),
        "SMEMOffsetMod" | "OptSMEMOffsetMod" => ("offset:", &["0", "8", "0x7ff"]),
        "DMask" => ("dmask:", &["0x1", "0xf", "3"]),
        "Dim" => ("dim:SQ_RSRC_IMG_", &["1D", "2D", "3D", "2D_ARRAY"]),
        "SDWADstSel" => ("dst_sel:", &["DWORD", "BYTE_0", "WORD_1"]),
        "SDWASrc0Sel" => ("src0_sel:", &["DWORD", "BYTE_1", "WORD_0"]),
        "SDWASrc1Sel" => ("src1_sel:", &["DWORD", "BYTE_3", "WORD_1"]),
        "SDWADstUnused" => ("dst_unused:", &["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"]),
        "OpSel" => ("op_sel:", &["[0,0]", "[1,0]", "[0,0,0]"]),
        "OpSelHi" => ("op_sel_hi:", &["[0,0]", "[1,1]", "[1,0,1]"]),
        "NegLo" => ("neg_lo:", &["[1,0]", "[0,1,0]"]),
        "NegHi" => ("neg_hi:", &["[1,0]", "[0,1,0]"]),
        "IndexKey32bit" => ("index_key:", &["0", "1"]),
        "IndexKey16bit" => ("index_key:", &["0", "1"]),
        "IndexKey8bit" => ("index_key:", &["0", "3"]),
        "DPP8" => ("dpp8:", &["[0,1,2,3,4,5,6,7]", "[7,6,5,4,3,2,1,0]"]),
        "DPPCtrl" => ("", &["quad_perm:[0,1,2,3]", "row_shl:1", "row_ror:15", "row_mirror"]),
        "DppRowMask" => ("row_mask:", &["0x0", "0xf", "3"]),
        "DppBankMask" => ("bank_mask:", &["0x0", "0xf", "3"]),
        "DppBoundCtrl" => ("bound_ctrl:", &["0", "1"]),
        "DppFI" => ("fi:", &["0", "1"]),
        "BLGP" => ("blgp:", &["0", "1", "3"]),
        "CBSZ" => ("cbsz:", &["0", "1", "3"]),
        "ABID" => ("abid:", &["0", "1"]),
        "WaitVDST" => ("wait_vdst:", &["0", "7"]),
        "WaitEXP" => ("wait_exp:", &["0", "3"]),
        "WaitVAVDst" => ("wait_va_vdst:", &["0", "7"]),
        "WaitVMVSrc" => ("wait_vm_vsrc:", &["0", "1"]),
        "ByteSel" => ("byte_sel:", &["0", "1", "3"]),
        "BitOp3" => ("bitop3:", &["0x27", "100"]),
        "MatrixAFMT" => ("matrix_a_fmt:MATRIX_FMT_", &["FP8", "BF8", "FP4"]),
        "MatrixBFMT" => ("matrix_b_fmt:MATRIX_FMT_", &["FP8", "BF8", "FP4"]),
        "MatrixAScale" => ("matrix_a_scale:MATRIX_SCALE_ROW", &["0", "1"]),
        "MatrixBScale" => ("matrix_b_scale:MATRIX_SCALE_ROW", &["0", "1"]),
        "MatrixAScaleFmt" => ("matrix_a_scale_fmt:MATRIX_SCALE_FMT_", &["E8", "E5M3"]),
        "MatrixBScaleFmt" => ("matrix_b_scale_fmt:MATRIX_SCALE_FMT_", &["E8", "E5M3"]),
        "ScaleSel" => ("scale_sel:", &["0", "1", "7"]),
        "OModSI" => ("", &["mul:2", "mul:4", "div:2"]),
        "FORMAT" => ("format:", &["5", "22"]),
        "CPol" => ("", &["glc", "slc", "dlc", "nt", "sc1"]),
        "CPol_GLC" => ("", &["glc", "sc0"]),
        "CPol_NonGLC" => ("", &["slc", "nt"]),
        "Endpgm" => ("", &["0", "1"]),
        "GDS" => ("", &["gds"]),
        "LDS" => ("", &["lds"]),
        "Clamp" => ("", &["clamp"]),
        "High" => ("", &["high"]),
        "IsAsync" => ("", &["isasync"]),
        "TFE" => ("", &["tfe"]),
        "UNorm" => ("", &["unorm"]),
        "DA" => ("", &["da"]),
        "R128A16" => ("", &["r128", "a16"]),
        "A16" => ("", &["a16"]),
        "D16" => ("", &["d16"]),
        "LWE" => ("", &["lwe"]),
        "ExpCompr" => ("", &["compr"]),
        "ExpVM" => ("", &["vm"]),
        "Done" => ("", &["done"]),
        "RowEn" => ("", &["row_en"]),
        "MatrixAReuse" => ("", &["matrix_a_reuse"]),
        "MatrixBReuse" => ("", &["matrix_b_reuse"]),
        _ => return None,
    };
    let is_needed = matches!(
        class,
        "CPol_GLC" | "DPP8" | "DPPCtrl" | "DMask" | "SMEMOffsetMod" | "FORMAT" | "Dim"
    );
    Some(match is_needed || random.below(5) == 0 {
        true => format!("{keyword}{}", random.pick(values)),
        false => String::new(),
    })
}
