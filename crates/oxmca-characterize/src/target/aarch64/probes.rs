//! Blocks of AArch64 that numbers of a processor decide.
//!
//! Wide processors can do `nop` in other ways than what computes, so that slots are filled with instructions that each have a port:
//! nine additions, six loads and nine operations of vectors.

use oxmca::hardware::Delivery;

use crate::probes::{
    NamedBlock, Probe, SMALL, Values, WIDTHS, ports_of_loads, ports_of_stores, repeat,
};

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    Probe {
        lines: &["renamed-micro-ops"],
        values: Values::Each(WIDTHS),
        blocks: &[("24 instructions of several kinds", || mix(24))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["decoders", "decoded-micro-ops", "decoder-micro-ops"],
        values: Values::Each(WIDTHS),
        blocks: &[("24 instructions of several kinds", || mix(24))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["fetch-bytes"],
        values: Values::Each(&[8, 16, 32, 64, 128]),
        blocks: &[("24 instructions of several kinds", || mix(24))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["widths of straight code together"],
        values: Values::Made(widths_together),
        blocks: &[("24 instructions of several kinds", || mix(24))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["widths of a cache and the renamer"],
        values: Values::Made(widths_of_cache),
        blocks: &[("24 instructions of several kinds", || mix(24))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of cmp and a branch"],
        values: Values::Lines(&[
            "fuse SUBSWri SUBSXri SUBSWrs SUBSXrs if no-result with Bcc\n",
            "keep-apart SUBSWri SUBSXri SUBSWrs SUBSXrs if no-result with Bcc\n",
        ]),
        blocks: &[
            ("12 additions, and 4 pairs of cmp and a branch", || pairs("cmp x10, #1\nb.eq 1f\n1:")),
            ADDITIONS[0],
            ADDITIONS[1],
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of tst and a branch"],
        values: Values::Lines(&[
            "fuse ANDSWri ANDSXri ANDSWrs ANDSXrs if no-result with Bcc\n",
            "keep-apart ANDSWri ANDSXri ANDSWrs ANDSXrs if no-result with Bcc\n",
        ]),
        blocks: &[
            ("12 additions, and 4 pairs of tst and a branch", || {
                pairs("tst x10, x10\nb.eq 1f\n1:")
            }),
            ADDITIONS[0],
            ADDITIONS[1],
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of adds or subs and a branch"],
        values: Values::Lines(&[
            "fuse ADDSWri ADDSXri ADDSWrs ADDSXrs SUBSWri SUBSXri SUBSWrs SUBSXrs with Bcc\n",
            "keep-apart ADDSWri ADDSXri ADDSWrs ADDSXrs SUBSWri SUBSXri SUBSWrs SUBSXrs with Bcc\n",
        ]),
        blocks: &[
            ("12 additions, and 4 pairs of adds and a branch", || {
                pairs("adds x8, x10, #1\nb.eq 1f\n1:")
            }),
            ADDITIONS[0],
            ADDITIONS[1],
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of add, sub or and, and a branch by their result"],
        values: Values::Lines(&[
            "fuse ADDWri ADDXri SUBWri SUBXri ANDWri ANDXri with CBZW CBZX CBNZW CBNZX\n",
            "keep-apart ADDWri ADDXri SUBWri SUBXri ANDWri ANDXri with CBZW CBZX CBNZW CBNZX\n",
        ]),
        blocks: &[
            ("12 additions, and 4 pairs of add and cbz", || {
                pairs("add x8, x10, #1\ncbz x8, 1f\n1:")
            }),
            ADDITIONS[0],
            ADDITIONS[1],
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of adrp and add"],
        values: Values::Lines(&[
            "fuse ADRP with ADDXri if overwrites\n",
            "keep-apart ADRP with ADDXri\n",
        ]),
        blocks: &[
            ("12 additions, and 4 pairs of adrp and add", || {
                pairs("adrp x8, name\nadd x8, x8, :lo12:name")
            }),
            ADDITIONS[0],
            ADDITIONS[1],
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of movz and movk"],
        values: Values::Lines(&[
            "fuse MOVZWi MOVZXi MOVNWi MOVNXi with MOVKWi MOVKXi if overwrites\n",
            "keep-apart MOVZWi MOVZXi MOVNWi MOVNXi with MOVKWi MOVKXi\n",
        ]),
        blocks: &[
            ("12 additions, and 4 pairs of movz and movk", || {
                pairs("movz x8, #1\nmovk x8, #1, lsl #16")
            }),
            ADDITIONS[0],
            ADDITIONS[1],
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of aese and aesmc"],
        values: Values::Lines(&[
            "fuse AESErr with AESMCrr* if overwrites\n",
            "keep-apart AESErr with AESMCrr*\n",
        ]),
        blocks: &[("a chain of aese and aesmc", || {
            "aese v0.16b, v16.16b\naesmc v0.16b, v0.16b".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of aesd and aesimc"],
        values: Values::Lines(&[
            "fuse AESDrr with AESIMCrr* if overwrites\n",
            "keep-apart AESDrr with AESIMCrr*\n",
        ]),
        blocks: &[("a chain of aesd and aesimc", || {
            "aesd v0.16b, v16.16b\naesimc v0.16b, v0.16b".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["moves of 64 bits"],
        values: Values::Lines(&[
            "move-elimination-slots 1024\nform eliminated-move for ORRXrs if copies-register\n",
            "form as-modelled for ORRXrs if copies-register\n",
        ]),
        blocks: &[("a chain of an addition and 4 moves of 64 bits", || moves('x'))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["moves of 32 bits"],
        values: Values::Lines(&[
            "move-elimination-slots 1024\nform eliminated-move for ORRWrs if copies-register\n",
            "form as-modelled for ORRWrs if copies-register\n",
        ]),
        blocks: &[("a chain of an addition and 4 moves of 32 bits", || moves('w'))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["constants of zero"],
        values: Values::Lines(&[
            "form zero-idiom for MOVZWi MOVZXi if zero-constant\n",
            "form as-modelled for MOVZWi MOVZXi if zero-constant\n",
        ]),
        blocks: &[("24 constants of zero", || repeat(24, |at| format!("mov x{}, #0", at % 8)))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["ports of loads"],
        values: Values::Ports(ports_of_loads),
        blocks: &[
            ("12 loads", || repeat(12, load)),
            ("12 loads of vectors", || repeat(12, load_vector)),
            ("6 loads and 6 of vectors", || repeat(6, load) + &repeat(6, load_vector)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["ports of stores"],
        values: Values::Ports(ports_of_stores),
        blocks: &[
            ("8 stores", || repeat(8, store)),
            ("8 stores of vectors", || repeat(8, store_vector)),
            ("4 stores and 4 of vectors", || repeat(4, store) + &repeat(4, store_vector)),
            ("9 loads and 3 stores", || repeat(9, load) + &repeat(3, store)),
            ("6 loads and 6 stores", || repeat(6, load) + &repeat(6, store)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pointer-load-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads of the address of the next", || "ldr x25, [x25]".to_owned())],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["reorder-buffer"],
        values: Values::Between(32, 1024),
        blocks: &[
            ("120 operations and a chain of loads", || behind(120, operation)),
            ("250 operations and a chain of loads", || behind(250, operation)),
            ("400 operations and a chain of loads", || behind(400, operation)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["load-buffer"],
        values: Values::Between(16, 1024),
        blocks: &[
            ("60 loads and a chain of others", || behind(60, load)),
            ("110 loads and a chain of others", || behind(110, load)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["store-buffer"],
        values: Values::Between(8, 1024),
        blocks: &[
            ("60 stores and a chain of loads", || behind(60, store)),
            ("110 stores and a chain of loads", || behind(110, store)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["scheduler"],
        values: Values::Between(8, 1024),
        blocks: &[
            ("40 additions that wait for products in a chain", || waiting(40)),
            ("90 additions that wait for products in a chain", || waiting(90)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["load-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads that the address of the next is made of", || {
            "ldr x0, [x25, x0]\nand x0, x0, x27".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["vector-load-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads of vectors that the address of the next is made of", || {
            "ldr d0, [x25, x0]\nfmov x0, d0\nand x0, x0, x27".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["forwarding-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("a product of what was stored", || {
            "str x0, [x26, x27]\nldr x0, [x26, x27]\nmul x0, x0, x0".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["blocked-forwarding-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("a load of two stores", || {
            "str w0, [x26]\nstr w0, [x26, #4]\nldr x0, [x26]".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["locked-cycles"],
        values: Values::Each(&[
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 28,
        ]),
        blocks: &[("an exclusive load and store", || {
            "ldaxr x0, [x26]\nstlxr w1, x0, [x26]".to_owned()
        })],
        delivery: Delivery::Loop,
    },
];

/// Additions alone tell ports: a pair explains nothing where these are not as predicted.
const ADDITIONS: [NamedBlock; 2] =
    [("12 additions", || repeat(12, addition)), ("24 additions", || repeat(24, addition))];

/// Loads in a chain: an iteration's do not wait for those of the one before.
const NUM_LOADS: usize = 30;

/// Returns so many instructions that each have a port on all processors: of eight three additions, two loads, two operations of
/// vectors and a branch that is never taken.
fn mix(count: usize) -> String {
    repeat(count, |at| match at % 8 {
        0 | 4 | 7 => addition(at),
        1 | 5 => load(at),
        // Not the last one, which would be the end of a loop.
        3 => "cbz x10, 1f\n1:".to_owned(),
        _ => format!("and v{}.16b, v16.16b, v17.16b", at % 8),
    })
}

/// Returns lines with other widths of the front end together: each limits blocks alone, so that a greater one shows nothing unless
/// all are.
fn widths_together() -> Vec<String> {
    let of = |width: &u32| {
        format!(
            "renamed-micro-ops {width}\ndecoders {width}\ndecoded-micro-ops {width}\n\
             decoder-micro-ops {width}\nfetch-bytes {}\n",
            4 * width
        )
    };
    WIDTHS.iter().map(of).collect()
}

/// Returns lines with other widths of the renamer and of a cache before it, which holds loops as if it had no lines.
fn widths_of_cache() -> Vec<String> {
    let of = |width: &u32| {
        format!(
            "renamed-micro-ops {width}\ncache-micro-ops {width}\ncache-window-bytes 16777216\n\
             cache-line-micro-ops {width}\ncache-lines 2\n"
        )
    };
    WIDTHS.iter().map(of).collect()
}

/// Returns four pairs, each with additions beside it: where decoders take a pair as two instructions, it is ports that a pair takes
/// less of.
fn pairs(pair: &str) -> String {
    let additions = repeat(3, addition);
    format!("{pair}\n{additions}").repeat(4)
}

/// Returns an addition, and moves of what it gives.
fn moves(letter: char) -> String {
    let moves = repeat(4, |at| format!("mov {letter}{}, {letter}{at}", (at + 1) % 5));
    format!("{moves}add {letter}0, {letter}4, #1\n")
}

/// Returns loads each of which has its address from the one before, and lines that do not wait: how many of these fit into the
/// processor beside a chain tells how many chains it works on. The time of such loads is known from chains alone.
fn behind(count: usize, line: impl Fn(usize) -> String) -> String {
    let loads = repeat(NUM_LOADS - 1, |_| "ldr x24, [x24]".to_owned());
    format!("ldr x24, [x23]\n{loads}{}", repeat(count, line))
}

/// Returns products that wait for each other, but not for those of the iteration before, and additions that wait for the last.
fn waiting(count: usize) -> String {
    let products = repeat(16, |_| "mul x0, x0, x0".to_owned());
    let additions = repeat(count, |at| format!("add x{}, x0, #1", 1 + at % 4));
    format!("mul x0, x10, x10\n{products}{additions}")
}

/// Returns operations that take turns on the ports of integers and of vectors.
fn operation(at: usize) -> String {
    match at % 2 {
        0 => addition(at),
        _ => format!("and v{}.16b, v16.16b, v17.16b", 1 + at % 8),
    }
}

fn addition(at: usize) -> String {
    format!("add x{}, x10, x11", at % 8)
}

fn load(at: usize) -> String {
    format!("ldr w{}, [x25, #{}]", at % 8, 4 * (at % 16))
}

fn load_vector(at: usize) -> String {
    format!("ldr q{}, [x25, #{}]", at % 8, 16 * (at % 4))
}

fn store(at: usize) -> String {
    format!("str w10, [x26, #{}]", 4 * (at % 16))
}

fn store_vector(at: usize) -> String {
    format!("str q{}, [x26, #{}]", 16 + at % 8, 16 * (at % 4))
}
