//! Blocks whose time is decided by numbers of a processor other than what instructions cost.

use oxmca::hardware::Delivery;

/// Measurements that tell some numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// Lines of hardware files that are changed together: those of numbers, and of a policy that they depend on.
    pub lines: &'static [&'static str],
    /// The values that are tried.
    pub values: Values,
    pub blocks: &'static [NamedBlock],
    pub delivery: Delivery,
}

/// A block in words, and its text.
pub(crate) type NamedBlock = (&'static str, fn() -> String);

/// The values of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Values {
    /// Each of these.
    Each(&'static [u32]),
    /// The one between these that predicts best, if more makes blocks faster.
    Between(u32, u32),
    /// Each word of the policy that is the only line.
    Words,
}

/// Returns the probes of a target's processors, in an order in which few depend on those after them.
pub(crate) fn of_target(triple: &str) -> &'static [Probe] {
    match triple.split('-').next() {
        Some("x86_64" | "amd64") => X86,
        _ => &[],
    }
}

const SMALL: &[u32] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24];
const WIDTHS: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];

const X86: &[Probe] = &[
    Probe {
        lines: &["renamed-micro-ops"],
        values: Values::Each(WIDTHS),
        blocks: &[
            ("24 one-byte nops", || repeat(24, |_| "nop".to_owned())),
            ("24 two-byte nops", || repeat(24, |_| "xchg %ax, %ax".to_owned())),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["decoders", "decoded-micro-ops"],
        values: Values::Each(WIDTHS),
        blocks: &[("24 two-byte nops", || repeat(24, |_| "xchg %ax, %ax".to_owned()))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["fetch-bytes"],
        values: Values::Each(&[8, 16, 32, 64, 128]),
        blocks: &[("16 eight-byte nops", || repeat(16, |_| LONG_NOP.to_owned()))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["predecoded-instructions"],
        values: Values::Each(&[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16]),
        blocks: &[("32 one-byte nops", || repeat(32, |_| "nop".to_owned()))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["length-change-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("an addition of 16 bits of a constant, and 6 nops", || {
            "addw $0x1234, %r8w\n".to_owned() + &repeat(6, |_| "nopl 0x10(%rax)".to_owned())
        })],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["loop-buffer-micro-ops"],
        values: Values::Each(&[
            0, 12, 16, 18, 20, 22, 24, 26, 28, 32, 40, 48, 56, 64, 72, 80, 96, 128, 144,
        ]),
        blocks: &[
            ("a loop of 4 slots", || turning(3)),
            ("a loop of 8 slots", || turning(7)),
            ("a loop of 11 slots", || turning(10)),
            ("a loop of 14 slots", || turning(13)),
            ("a loop of 17 slots", || turning(16)),
            ("a loop of 20 slots", || turning(19)),
            ("a loop of 23 slots", || turning(22)),
            ("a loop of 26 slots", || turning(25)),
            ("a loop of 32 slots", || turning(31)),
            ("a loop of 46 slots", || turning(45)),
            ("a loop of 62 slots", || turning(61)),
            ("a loop of 80 slots", || turning(79)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["reorder-buffer"],
        values: Values::Between(32, 1024),
        blocks: &[
            ("120 nops and divisions in a chain", || behind(120, |_| "nop".to_owned())),
            ("250 nops and divisions in a chain", || behind(250, |_| "nop".to_owned())),
            ("400 nops and divisions in a chain", || behind(400, |_| "nop".to_owned())),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["load-buffer"],
        values: Values::Between(16, 1024),
        blocks: &[
            ("60 loads and divisions in a chain", || behind(60, load)),
            ("110 loads and divisions in a chain", || behind(110, load)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["store-buffer"],
        values: Values::Between(8, 1024),
        blocks: &[
            ("40 stores and divisions in a chain", || behind(40, store)),
            ("70 stores and divisions in a chain", || behind(70, store)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pointer-load-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads of the address of the next", || "mov (%r14), %r14".to_owned())],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["load-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads that the address of the next is made of", || {
            "mov (%r14,%rax), %rax\nand $0, %rax".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["forwarding-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("an addition to what was stored", || {
            "mov %rax, (%r15,%rbx)\nmov (%r15,%rbx), %rax\nimul %rax, %rax".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["blocked-forwarding-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("a load of two stores", || {
            "mov %eax, (%r15,%rbx)\nmov %eax, 4(%r15,%rbx)\nmov (%r15,%rbx), %rax".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["forwards-at-rename"],
        values: Values::Words,
        blocks: &[
            ("a loop of a word on the stack", || through("mov", "(%rsp)", "rax")),
            ("a loop of a word by a pointer", || through("mov", "8(%r15)", "rax")),
            ("a loop of a word by an index", || through("mov", "(%r15,%rbx)", "rax")),
            ("a loop of two bytes by a pointer", || through("movw", "8(%r15)", "ax")),
            ("a loop of a byte by a pointer", || through("movb", "8(%r15)", "al")),
            ("a loop of an addition to a word", || counting("addq $1, 8(%r15)\n")),
            ("a loop of an addition to a word on the stack", || counting("addq $1, (%rsp)\n")),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["locked-cycles"],
        values: Values::Each(&[
            6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 30, 34, 40,
        ]),
        blocks: &[("indivisible additions", || "lock addl %eax, (%r15)".to_owned())],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["zero-latency-constant"],
        values: Values::Each(&[0, 8, 11, 16]),
        blocks: &[
            ("additions of 1", || "add $1, %rax".to_owned()),
            ("additions of 1000", || "add $1000, %rax".to_owned()),
            ("additions of 10000", || "add $10000, %rax".to_owned()),
        ],
        delivery: Delivery::Loop,
    },
];

/// A nop of eight bytes.
const LONG_NOP: &str = "nopl 0x200(%rax,%rax,1)";
/// Divisions in a chain: an iteration's do not wait for those of the one before.
const NUM_DIVISIONS: usize = 12;

/// Returns so many lines.
fn repeat(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|at| line(at) + "\n").collect()
}

/// Returns a loop of so many nops and a branch, which is one micro-op with the instruction before it.
fn turning(nops: usize) -> String {
    counting(&repeat(nops, |_| "nop".to_owned()))
}

/// Returns a loop of some lines.
fn counting(lines: &str) -> String {
    format!(".L:\n{lines}dec %rcx\njnz .L")
}

/// Returns a loop in which a value is stored and loaded, and one more the next time.
fn through(instruction: &str, place: &str, register: &str) -> String {
    counting(&format!(
        "{instruction} %{register}, {place}\n{instruction} {place}, %{register}\nadd $1, %{register}\n"
    ))
}

/// Returns divisions that wait for each other, and lines that do not: how many of these fit into the processor beside a chain
/// tells how many chains it works on.
fn behind(count: usize, line: impl Fn(usize) -> String) -> String {
    let divisions = repeat(NUM_DIVISIONS - 1, |_| "vdivsd %xmm15, %xmm0, %xmm0".to_owned());
    format!("vdivsd %xmm15, %xmm14, %xmm0\n{divisions}{}", repeat(count, line))
}

fn load(at: usize) -> String {
    format!("mov {}(%r14), %r{}d", 4 * (at % 16), 8 + at % 4)
}

fn store(at: usize) -> String {
    format!("mov %eax, {}(%r15)", 4 * (at % 16))
}
