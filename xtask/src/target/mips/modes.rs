//! Modes: triples with features.

use crate::target::proved::Mode;

/// Features beside the architecture that bring instructions.
const BEFORE_6: &str = "+msa,+dsp,+dspr2,+dspr3,+eva,+mt,+virt,+mips3d";
const BEFORE_6_64: &str = "+mips64r5,+msa,+dsp,+dspr2,+dspr3,+eva,+mt,+virt,+mips3d";
const OCTEON: &str = "+cnmipsp,+msa";
const REVISION_6: &str = "+mips64r6,+msa,+dsp,+dspr2,+dspr3,+eva,+crc,+ginv,+virt";

/// The modes. Together they have nearly all forms.
pub const MODES: [Mode; 11] = [
    Mode { index: 0, triple: "mips64el-linux-gnuabi64", features: "" },
    Mode { index: 1, triple: "mips64el-linux-gnuabi64", features: BEFORE_6_64 },
    Mode { index: 2, triple: "mips64-linux-gnuabi64", features: REVISION_6 },
    Mode { index: 3, triple: "mipsel-linux-gnu", features: BEFORE_6 },
    Mode {
        index: 4,
        triple: "mips-linux-gnu",
        features: "+mips32r5,+dsp,+dspr2,+dspr3,+eva,+mt,+fp64",
    },
    Mode {
        index: 5,
        triple: "mipsel-linux-gnu",
        features: "+mips32r5,+micromips,+dsp,+dspr2,+dspr3,+eva,+virt",
    },
    Mode {
        index: 6,
        triple: "mips-linux-gnu",
        features: "+mips32r6,+micromips,+dsp,+dspr2,+dspr3,+eva,+ginv",
    },
    Mode { index: 7, triple: "mips64el-linux-gnuabi64", features: OCTEON },
    Mode { index: 8, triple: "mips64-linux-gnuabin32", features: "+mips64r2,+dsp" },
    Mode { index: 9, triple: "mipsel-linux-gnu", features: "+mips16" },
    Mode { index: 10, triple: "mips64el-linux-gnuabi64", features: "+ptr64,+mips64r6" },
];
