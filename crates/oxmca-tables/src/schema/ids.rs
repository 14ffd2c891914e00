//! Indices of rows.

use bytemuck::{Pod, Zeroable};

/// Declares a 16-bit index type.
macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Pod, Zeroable)]
        pub struct $name(pub u16);

        impl $name {
            /// Returns the index as a `usize`, for slices.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type! {
    /// An instruction opcode: index into `instructions`. Numbering is LLVM's enumeration.
    Opcode
}

index_type! {
    /// A physical register: index into `registers`. `Reg(0)` is "no register".
    Reg
}

index_type! {
    /// A register class: index into `register_classes`.
    RegClassId
}

index_type! {
    /// A CPU name: index into `cpus`.
    CpuId
}

index_type! {
    /// A scheduling model: index into `models`.
    ModelId
}

index_type! {
    /// A scheduling class, the same numbering in every model of a target. `SchedClassId(0)` is invalid.
    SchedClassId
}

index_type! {
    /// A processor resource of one model: index into that model's resources. 0 is invalid.
    ResourceId
}

index_type! {
    /// An operand class of the assembler's matcher: index into `match_classes`.
    MatchClassId
}

impl Reg {
    /// "No register".
    pub const NONE: Reg = Reg(0);

    /// Returns whether this names a register at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}
