//! Bits of the target's own flag word of instructions.

/// Scalar instructions with two sources.
pub const SOP2: u64 = 1 << 3;
/// Scalar operations on a short constant.
pub const SOPK: u64 = 1 << 5;
/// Scalar comparisons.
pub const SOPC: u64 = 1 << 4;
/// Vector instructions with one source.
pub const VOP1: u64 = 1 << 7;
/// Vector instructions with two sources.
pub const VOP2: u64 = 1 << 8;
/// Vector comparisons.
pub const VOPC: u64 = 1 << 9;
/// Vector instructions of 64 bits.
pub const VOP3: u64 = 1 << 10;
/// Vector instructions on packed values.
pub const VOP3P: u64 = 1 << 12;
/// Parts of registers are sources and results.
pub const SDWA: u64 = 1 << 14;
/// Lanes exchange values.
pub const DPP: u64 = 1 << 15;
/// Accesses of untyped buffers.
pub const MUBUF: u64 = 1 << 17;
/// Accesses of typed buffers.
pub const MTBUF: u64 = 1 << 18;
/// Scalar loads.
pub const SMRD: u64 = 1 << 19;
/// Accesses of images.
pub const MIMG: u64 = 1 << 20;
/// Accesses of images, as of the twelfth generation.
pub const VIMAGE: u64 = 1 << 21;
/// Samples of images, as of the twelfth generation.
pub const VSAMPLE: u64 = 1 << 22;
/// Exports.
pub const EXP: u64 = 1 << 23;
/// Accesses by flat addresses.
pub const FLAT: u64 = 1 << 24;
/// Accesses of local and global data share.
pub const DS: u64 = 1 << 25;
/// Interpolations with the encoding of three sources.
pub const VINTERP: u64 = 1 << 29;
/// Pairs of instructions whose sources may be in three registers.
pub const VOPD3: u64 = 1 << 30;
/// The counter of local, global, constant and message operations counts them.
pub const LGKM_CNT: u64 = 1 << 34;
/// Samples of four texels.
pub const GATHER4: u64 = 1 << 37;
/// The counter of tensor operations counts them.
pub const TENSOR_CNT: u64 = 1 << 38;
/// Parts of registers are chosen by `op_sel`.
pub const VOP3_OPSEL: u64 = 1 << 42;
/// Integer results are clamped.
pub const INT_CLAMP: u64 = 1 << 46;
/// Both halves of registers are computed.
pub const IS_PACKED: u64 = 1 << 49;
/// Accesses of global memory.
pub const FLAT_GLOBAL: u64 = 1 << 51;
/// Products of matrices.
pub const IS_MAI: u64 = 1 << 54;
/// Products of vectors.
pub const IS_DOT: u64 = 1 << 55;
/// Accesses of scratch memory.
pub const FLAT_SCRATCH: u64 = 1 << 56;
/// Atomic operations without a result.
pub const ATOMIC_NO_RETURN: u64 = 1 << 57;
/// Atomic operations with a result.
pub const ATOMIC_RETURN: u64 = 1 << 58;
/// Products of matrices in a wave.
pub const IS_WMMA: u64 = 1 << 59;
/// Operations of the global wave sync.
pub const GWS: u64 = 1 << 62;
/// Products of sparse matrices in a wave.
pub const IS_SWMMAC: u64 = 1 << 63;
