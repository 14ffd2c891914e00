//! Condition codes and comparison predicates as they are spelt inside mnemonics.

/// Condition codes by number, as `jcc` and its like spell them.
pub(super) const CONDITIONS: [&str; 16] =
    ["o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"];

/// Predicates of floating-point comparisons by number. Only the first eight exist without VEX.
pub(super) const FLOAT_PREDICATES: [&str; 32] = [
    "eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord", "eq_uq", "nge", "ngt", "false",
    "neq_oq", "ge", "gt", "true", "eq_os", "lt_oq", "le_oq", "unord_s", "neq_us", "nlt_uq",
    "nle_uq", "ord_s", "eq_us", "nge_uq", "ngt_uq", "false_os", "neq_os", "ge_oq", "gt_oq",
    "true_us",
];

/// Predicates of XOP integer comparisons by number.
pub(super) const XOP_PREDICATES: [&str; 8] = ["lt", "le", "gt", "ge", "eq", "neq", "false", "true"];
