//! Blocks of x86-64 that numbers of a processor decide.

use oxmca::hardware::Delivery;
use oxmca_tables::hardware::{Limited, PortSet, Ports};

use crate::probes::{
    NamedBlock, Probe, SMALL, Values, WIDTHS, grown, ports_of_loads, ports_of_stores, repeat,
};

/// The probes.
pub(super) const PROBES: &[Probe] = &[
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
        lines: &["any-decoder-bytes"],
        values: Values::Each(&[7, 8, 9, 10, 11, 12, 255]),
        blocks: &[
            ("8 comparisons of 8 bytes", || repeat(8, |_| compared("0x10(%r14)"))),
            ("8 comparisons of 9 bytes", || repeat(8, |_| compared("0x10(%r14,%rax)"))),
            ("8 comparisons of 11 bytes", || repeat(8, |_| compared("0x210(%r14)"))),
            ("8 comparisons of 12 bytes", || repeat(8, |_| compared("0x210(%r14,%rax)"))),
        ],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["predecoded-instructions"],
        values: Values::Each(&[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16]),
        blocks: &[("32 one-byte nops", || repeat(32, |_| "nop".to_owned()))],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["widths of straight code together"],
        values: Values::Made(widths_together),
        blocks: &[
            ("24 two-byte nops", || repeat(24, |_| "xchg %ax, %ax".to_owned())),
            ("24 four-byte nops", || repeat(24, |_| "nopl 8(%rax)".to_owned())),
            ("16 eight-byte nops", || repeat(16, |_| LONG_NOP.to_owned())),
            ("32 one-byte nops", || repeat(32, |_| "nop".to_owned())),
        ],
        delivery: Delivery::Unrolled,
    },
    Probe {
        lines: &["decoding-gap-cycles"],
        values: Values::Each(&[0, 8, 10, 12, 15, 20, 25, 30, 40]),
        blocks: &[
            ("24 two-byte nops", || repeat(24, |_| "xchg %ax, %ax".to_owned())),
            ("24 four-byte nops", || repeat(24, |_| "nopl 8(%rax)".to_owned())),
        ],
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
        lines: &["pairs of cmp and a branch"],
        values: Values::Lines(&[
            "fuse CMP#r* CMP#i* with JCC_#\n",
            "keep-apart CMP#r* CMP#i* with JCC_#\n",
        ]),
        blocks: &[("6 nops, and 2 pairs of cmp and a branch", || pairs("cmp"))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of test and a branch"],
        values: Values::Lines(&[
            "fuse TEST#r* TEST#i* with JCC_#\n",
            "keep-apart TEST#r* TEST#i* with JCC_#\n",
        ]),
        blocks: &[("6 nops, and 2 pairs of test and a branch", || pairs("test"))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of add or sub and a branch"],
        values: Values::Lines(&[
            "fuse ADD#r* ADD#i* SUB#r* SUB#i* with JCC_#\n",
            "keep-apart ADD#r* ADD#i* SUB#r* SUB#i* with JCC_#\n",
        ]),
        blocks: &[("6 nops, and 2 pairs of add or sub and a branch", || pairs("add"))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of inc or dec and a branch"],
        values: Values::Lines(&[
            "fuse INC#r* DEC#r* with JCC_#\n",
            "keep-apart INC#r* DEC#r* with JCC_#\n",
        ]),
        blocks: &[("6 nops, and 2 pairs of inc or dec and a branch", || pairs("inc"))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of and and a branch"],
        values: Values::Lines(&[
            "fuse AND#r* AND#i* with JCC_#\n",
            "keep-apart AND#r* AND#i* with JCC_#\n",
        ]),
        blocks: &[("6 nops, and 2 pairs of and and a branch", || pairs("and"))],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["pairs of or or xor and a branch"],
        values: Values::Lines(&[
            "fuse OR#r* OR#i* XOR#r* XOR#i* with JCC_#\n",
            "keep-apart OR#r* OR#i* XOR#r* XOR#i* with JCC_#\n",
        ]),
        blocks: &[("6 nops, and 2 pairs of or or xor and a branch", || pairs("xor"))],
        delivery: Delivery::Loop,
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
        lines: &["ports of operations"],
        values: Values::Ports(ports_of_operations),
        blocks: &[("16 operations of one cycle", || repeat(16, operation))],
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
        lines: &["loads-wake-early"],
        values: Values::Words,
        blocks: &[
            ("chains of 2 loads", || chains_of_loads(2)),
            ("chains of 4 loads", || chains_of_loads(4)),
            ("chains of 5 loads", || chains_of_loads(5)),
            ("chains of 7 loads", || chains_of_loads(7)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["banks of a cache"],
        values: Values::Lines(&[
            "bank-bits 0\n",
            "bank-bits 0x3c\nloads-per-bank 1\n",
            "bank-bits 0x3c\nloads-per-bank 2\n",
            "bank-bits 0x38\nloads-per-bank 1\n",
            "bank-bits 0x38\nloads-per-bank 2\n",
            "bank-bits 0x30\nloads-per-bank 2\n",
        ]),
        blocks: &[
            ("12 loads of 12 words", || repeat(12, load)),
            ("12 loads of a word", || repeat(12, |_| load(0))),
            ("12 loads of 2 words beside each other", || repeat(12, |at| load(at % 2))),
            ("12 loads of 2 words with one between", || repeat(12, |at| load(at % 2 * 2))),
            ("12 loads of a word of each of 2 lines", || {
                repeat(12, |at| format!("mov {}(%r14), %r{}d", 64 * (at % 2), 8 + at % 4))
            }),
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
        lines: &["cache-lines and renamed-windows"],
        values: Values::Lines(&[
            "cache-lines 1\nrenamed-windows 0\n",
            "cache-lines 2\nrenamed-windows 0\n",
            "cache-lines 1\nrenamed-windows 2\n",
            "cache-lines 2\nrenamed-windows 2\n",
        ]),
        blocks: &[
            ("a loop of 6 loads of eight bytes and 6 moves of three", || {
                counting(&repeat(6, |_| "mov 128(%rsp), %rdi\nmov %r13, %rsi".to_owned()))
            }),
            ("a loop of 6 nops of eight bytes and 6 of three", || {
                counting(&repeat(6, |_| format!("{LONG_NOP}\nnopl (%rax)")))
            }),
            ("a loop of 9 nops of four bytes", || {
                counting(&repeat(9, |_| "nopl 8(%rax)".to_owned()))
            }),
            ("a loop of 16 nops of four bytes", || {
                counting(&repeat(16, |_| "nopl 8(%rax)".to_owned()))
            }),
            ("a loop of 13 nops of five bytes", || {
                counting(&repeat(13, |_| "nopl 8(%rax,%rax,1)".to_owned()))
            }),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["a loop buffer, and lines and windows of a cache"],
        values: Values::Made(lines_of_loops),
        blocks: LOOPS_OF_LINES,
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["constants of lines, and groups of lines"],
        values: Values::Lines(&[
            "cache-line-constants 0\ncache-group-lines 0\n",
            "cache-line-constants 0\ncache-group-lines 3\ncache-group-cycles 4\n",
            "cache-line-constants 8\ncache-line-own-constants 4\ncache-group-lines 0\n",
            "cache-line-constants 8\ncache-line-own-constants 4\ncache-group-lines 3\ncache-group-cycles 4\n",
        ]),
        blocks: &[
            ("a loop of 22 one-byte nops", || turning(22)),
            ("a loop of 26 one-byte nops", || turning(26)),
            ("a loop of 50 one-byte nops", || turning(50)),
            ("a loop of 4 comparisons of memory with a constant and 18 nops", || {
                counting(&(repeat(4, compared_byte) + &repeat(18, |_| "nop".to_owned())))
            }),
            ("a loop of 6 comparisons of memory with a constant and 6 nops of three bytes", || {
                counting(&repeat(6, |at| compared_byte(at) + "\nnopl (%rax)"))
            }),
            ("a loop of 8 comparisons of memory with a constant and 10 nops", || {
                counting(&(repeat(8, compared_byte) + &repeat(10, |_| "nop".to_owned())))
            }),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["micro-ops and constants of a cycle"],
        values: Values::Ports(limits_of_cycles),
        blocks: &[
            ("6 constants of eight bytes and 2 loads", || {
                repeat(6, wide_constant) + &repeat(2, load)
            }),
            ("6 constants of eight bytes and 6 loads", || {
                repeat(6, wide_constant) + &repeat(6, load)
            }),
            ("6 constants of eight bytes and 3 operations", || {
                repeat(6, wide_constant) + &repeat(3, operation)
            }),
            ("6 constants of eight bytes and 6 nops", || {
                repeat(6, wide_constant) + &repeat(6, |_| "nop".to_owned())
            }),
            ("a loop of 8 operations and 8 nops", || {
                counting(&(repeat(8, operation) + &repeat(8, |_| "nop".to_owned())))
            }),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["operations on memory with an index"],
        values: Values::Lines(&[INDEXED]),
        blocks: &[
            ("a loop of 3 additions with an index among 12 nops", || {
                among_nops(|at| format!("add (%r14,%rax), %{}", OPERATION[at]))
            }),
            ("a loop of 3 comparisons with an index among 12 nops", || {
                among_nops(|_| "cmpl $3, (%r14,%rax)".to_owned())
            }),
            ("a loop of 3 extensions with an index among 12 nops", || {
                among_nops(|at| format!("movsbq (%r14,%rax), %{}", OPERATION[at]))
            }),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["moves of integers"],
        values: Values::Lines(&[
            "move-elimination-slots 1024\nform eliminated-move for MOV32rr* MOV64rr* if different-registers\n",
            "move-elimination-slots 16\nform eliminated-move for MOV32rr* MOV64rr* if different-registers\n",
            "move-elimination-slots 4\nform eliminated-move for MOV32rr* MOV64rr* if different-registers\n",
            "form eliminated-move=no for MOV32rr* MOV64rr*\n",
        ]),
        blocks: &[
            ("a chain of a product and 4 moves of 64 bits", || moves('r')),
            ("a chain of a product and 4 moves of 32 bits", || moves('e')),
            ("12 moves of 64 bits", || repeat(12, |at| format!("mov %rax, %r{}", 8 + at % 6))),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["moves of bytes to integers"],
        values: Values::Lines(&[
            "form eliminated-move for MOVZX32rr8 MOVZX64rr8 if different-registers\n",
            "form eliminated-move=no for MOVZX32rr8 MOVZX64rr8\n",
        ]),
        blocks: &[("a chain of a product and moves of bytes", || {
            "movzbl %al, %ecx\nmovzbl %cl, %edx\nmovzbl %dl, %eax\nimul %rax, %rax".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["sums of addresses"],
        values: Values::Ports(|ports| sums_of_addresses(ports, "")),
        blocks: &[
            ("a chain of sums of addresses", || "lea (%rax,%r14), %rax".to_owned()),
            ("12 sums of addresses", || repeat(12, |at| address(at, "(%r14,%rax)"))),
            ("6 sums of addresses and 6 products", || beside_products("(%r14,%rax)")),
            ("6 sums of addresses and 6 rotations", || beside_rotations("(%r14,%rax)")),
            ("6 sums of addresses and 6 shuffles", || beside_shuffles("(%r14,%rax)")),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["sums of addresses with a factor"],
        values: Values::Ports(|ports| sums_of_addresses(ports, " if scaled")),
        blocks: &[
            ("a chain of sums of addresses with a factor", || "lea (%rax,%r14,4), %rax".to_owned()),
            ("12 sums of addresses with a factor", || {
                repeat(12, |at| address(at, "(%r14,%rax,4)"))
            }),
            ("6 sums of addresses with a factor and 6 products", || {
                beside_products("(%r14,%rax,4)")
            }),
            ("6 sums of addresses with a factor and 6 rotations", || {
                beside_rotations("(%r14,%rax,4)")
            }),
            ("6 sums of addresses with a factor and 6 shuffles", || {
                beside_shuffles("(%r14,%rax,4)")
            }),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["sums of addresses of three components"],
        values: Values::Ports(|ports| sums_of_addresses(ports, " if three-components")),
        blocks: &[
            ("a chain of sums of three components", || "lea 8(%rax,%r14), %rax".to_owned()),
            ("12 sums of three components", || repeat(12, |at| address(at, "8(%r14,%rax)"))),
            ("6 sums of three components and 6 products", || beside_products("8(%r14,%rax)")),
            ("6 sums of three components and 6 rotations", || beside_rotations("8(%r14,%rax)")),
            ("6 sums of three components and 6 shuffles", || beside_shuffles("8(%r14,%rax)")),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["stores-in-parts"],
        values: Values::Words,
        blocks: STORES_OF_LINES,
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["stores-to-one-line"],
        values: Values::Words,
        blocks: STORES_OF_LINES,
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["line-bytes"],
        values: Values::Each(&[16, 32, 64]),
        blocks: &[
            ("8 stores to two halves of a line by turns", || {
                repeat(8, |at| format!("mov %eax, {}(%r15)", 32 * (at % 2) + 4 * (at / 2)))
            }),
            ("8 stores to two halves of a half of a line by turns", || {
                repeat(8, |at| format!("mov %eax, {}(%r15)", 16 * (at % 2) + 4 * (at / 2)))
            }),
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
        lines: &["scheduler"],
        values: Values::Between(8, 1024),
        blocks: &[
            ("40 additions that wait for products in a chain", || waiting(40)),
            ("90 additions that wait for products in a chain", || waiting(90)),
        ],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["vector-scheduler"],
        values: Values::Between(8, 1024),
        blocks: &[
            ("30 sums that wait for divisions in a chain", || behind(30, sum)),
            ("60 sums that wait for divisions in a chain", || behind(60, sum)),
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
        lines: &["scaled-index-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads whose index has a factor", || {
            "mov (%r14,%rax,4), %rax\nand $0, %rax".to_owned()
        })],
        delivery: Delivery::Loop,
    },
    Probe {
        lines: &["three-component-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("loads with base, index and displacement", || {
            "mov 16(%r14,%rax), %rax\nand $0, %rax".to_owned()
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
        lines: &["vector-forwarding-cycles"],
        values: Values::Each(SMALL),
        blocks: &[("a vector that is stored and loaded", || {
            "movups %xmm0, (%r15,%rbx)\nmovups (%r15,%rbx), %xmm0".to_owned()
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
        lines: &["wide-reload-cycles"],
        values: Values::Each(&[0, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 24]),
        blocks: &[
            ("a load of more bytes than the store before, in a chain", || {
                "movl %eax, (%r15,%rbx)\nmov (%r15,%rbx), %rax".to_owned()
            }),
            ("loads of more bytes than the stores before", || {
                "movl %eax, (%r15,%rbx)\nmov (%r15,%rbx), %rcx".to_owned()
            }),
        ],
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
            ("a loop of a sign by a pointer", || {
                counting("movl %eax, 8(%r15)\nmovslq 8(%r15), %rax\n")
            }),
            ("a loop of a sum with a word by a pointer", || {
                counting("add 8(%r15), %rax\nmov %rax, 8(%r15)\n")
            }),
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
        values: Values::Made(zero_latency_constants),
        blocks: &[
            ("additions of 1", || "add $1, %rax".to_owned()),
            ("additions of 1000", || "add $1000, %rax".to_owned()),
            ("additions of 10000", || "add $10000, %rax".to_owned()),
        ],
        delivery: Delivery::Loop,
    },
];

/// Stores whose lines decide how many of them leave the store buffer in a cycle.
const STORES_OF_LINES: &[NamedBlock] = &[
    ("8 stores to a line", || repeat(8, store)),
    ("4 stores to a line, and 4 to the next", || {
        repeat(8, |at| format!("mov %eax, {}(%r15)", 48 + 4 * at))
    }),
    ("8 stores to two lines by turns", || {
        repeat(8, |at| format!("mov %eax, {}(%r15)", 128 * (at % 2) + 4 * at))
    }),
    ("8 stores to 8 lines", || repeat(8, |at| format!("mov %eax, {}(%r15)", 64 * at))),
];

/// A nop of eight bytes.
const LONG_NOP: &str = "nopl 0x200(%rax,%rax,1)";
/// Divisions in a chain: an iteration's do not wait for those of the one before.
const NUM_DIVISIONS: usize = 12;

/// Operations on memory with an index as two micro-ops.
const INDEXED: &str = "form decode=2 for ADD#rm ADC#rm SUB#rm SBB#rm AND#rm OR#rm XOR#rm CMP#rm CMP#mr CMP#mi* TEST#mr \
                       TEST#mi* IMUL#rm* MOVSX#rm# LZCNT#rm POPCNT#rm ANDN#rm MOVBE#rm MOV#mr MOV#mi* if indexed\n";

/// Registers of operations, each of its own.
const OPERATION: [&str; 8] = ["r8", "r9", "r10", "r11", "r12", "r13", "rsi", "rdi"];

/// Returns an operation of one cycle that waits for nothing, without a constant.
fn operation(at: usize) -> String {
    format!("not %{}", OPERATION[at % OPERATION.len()])
}

fn wide_constant(at: usize) -> String {
    let register = ["rax", "rbx", "rdx", "rbp", "rsi", "rdi"][at % 6];
    format!("movabs $0x1234567812345678, %{register}")
}

/// Returns a comparison of a byte of memory with a constant, which has a displacement.
fn compared_byte(_: usize) -> String {
    "cmpb $1, 16(%r14)".to_owned()
}

/// Returns a loop of three instructions with four nops after each.
fn among_nops(line: impl Fn(usize) -> String) -> String {
    counting(&repeat(3, |at| line(at) + "\nnop\nnop\nnop\nnop"))
}

/// Returns lines with limits of what the renamer takes in a cycle: as many operations and loads as there are ports for them, and some
/// constants.
fn limits_of_cycles(ports: &Ports) -> Vec<String> {
    let of_ports = |set: PortSet| format!("{}:{}", ports.text(set), set.0.count_ones());
    let of_file = ports.dispatch_limits.iter().filter_map(|it| match it.of {
        Limited::Ports(set) => Some(format!("{}:{}", ports.text(set), it.micro_ops)),
        Limited::Vectors => Some(format!("vectors:{}", it.micro_ops)),
        Limited::Constants => None,
    });
    let of_file: Vec<String> = of_file.collect();
    let operations = of_ports(ports.stack_update);
    let all = PortSet(ports.load.0 | ports.store_address.0);
    let accesses = of_ports(all);
    let sets =
        [of_file, vec![operations.clone()], vec![accesses.clone()], vec![operations, accesses]];
    let constants = [None, Some(4), Some(6), Some(8)];
    let lines = sets.iter().flat_map(|set| {
        constants.iter().filter_map(move |count| {
            let of_constants = count.map(|it| format!("constants:{it}"));
            let all: Vec<String> = set.iter().cloned().chain(of_constants).collect();
            (!all.is_empty()).then(|| format!("ports dispatch={}\n", all.join(",")))
        })
    });
    lines.collect()
}

/// Loops whose time lines of a cache of micro-ops decide.
const LOOPS_OF_LINES: &[NamedBlock] = &[
    ("a loop of 6 nops of eight bytes and 6 of three", || {
        counting(&repeat(6, |_| format!("{LONG_NOP}\nnopl (%rax)")))
    }),
    ("a loop of 9 nops of four bytes", || counting(&repeat(9, |_| "nopl 8(%rax)".to_owned()))),
    ("a loop of 16 nops of four bytes", || counting(&repeat(16, |_| "nopl 8(%rax)".to_owned()))),
    ("a loop of 13 nops of five bytes", || {
        counting(&repeat(13, |_| "nopl 8(%rax,%rax,1)".to_owned()))
    }),
    ("a loop of 11 slots", || turning(10)),
    ("a loop of 14 slots", || turning(13)),
    ("a loop of 23 slots", || turning(22)),
];

/// Returns lines for loops that a cache of micro-ops delivers: no loop buffer, and windows and lines of several sizes.
fn lines_of_loops() -> Vec<String> {
    let lines = [32, 64, 1 << 20].into_iter().flat_map(|bytes| {
        [6, 8].into_iter().flat_map(move |count| {
            [1, 2].into_iter().map(move |of_cycle| {
                format!(
                    "loop-buffer-micro-ops 0\ncache-micro-ops {count}\ncache-line-micro-ops {count}\n\
                     cache-window-bytes {bytes}\ncache-lines {of_cycle}\n"
                )
            })
        })
    });
    lines.collect()
}

/// Returns lines with additions of constants that take no time: none, and those of so many bits with the forms that add so.
fn zero_latency_constants() -> Vec<String> {
    let forms = "form adds-at-rename for ADD64ri* SUB64ri* INC64r* DEC64r* LEA64r\n";
    let some = [11, 8, 16].map(|bits| format!("zero-latency-constant {bits}\n{forms}"));
    ["zero-latency-constant 0\n".to_owned()].into_iter().chain(some).collect()
}

/// Returns lines with other decoders, predecoding and fetching, each of which can hide the others.
fn widths_together() -> Vec<String> {
    let widths = [3, 4, 5, 6, 8];
    let fetched = [16, 32, 64];
    let lines = widths.iter().flat_map(|decoders| {
        let predecoded = [0, *decoders, 5, 6, 8, 10, 12];
        fetched.into_iter().flat_map(move |bytes| {
            predecoded.into_iter().map(move |count| {
                format!(
                    "decoders {decoders}\ndecoded-micro-ops {decoders}\nfetch-bytes {bytes}\n\
                     predecoded-instructions {count}\n"
                )
            })
        })
    });
    lines.collect()
}

/// Operations of one cycle that each port of its kind executes.
const OPERATIONS: &str = "ADD#rr* ADD#ri* SUB#rr* SUB#ri* AND#rr* AND#ri* OR#rr* OR#ri* XOR#rr* XOR#ri* CMP#rr* CMP#ri* TEST#rr* TEST#ri* \
                          INC#r DEC#r NEG#r NOT#r MOV32ri MOV64ri MOV64ri32 MOV32rr* MOV64rr*";

/// Ports of operations that are tried beyond those that there are.
const MOST_NEW_PORTS: usize = 2;

/// Returns lines with more ports for operations of one cycle.
fn ports_of_operations(ports: &Ports) -> Vec<String> {
    let known = ports.names_of(ports.stack_update);
    let counts = known.len() + 1..=known.len() + MOST_NEW_PORTS;
    let lines = counts.filter_map(|count| {
        let (all, declared) = grown(ports, &known, count)?;
        let all = all.join("+");
        Some(format!("ports{declared} stack-update={all}\nform ports={all} for {OPERATIONS}\n"))
    });
    lines.collect()
}

/// Returns a product and moves of it, each of which waits for the one before.
fn moves(letter: char) -> String {
    let moves = [["ax", "cx"], ["cx", "dx"], ["dx", "bx"], ["bx", "ax"]];
    let moves = moves.map(|[from, to]| format!("mov %{letter}{from}, %{letter}{to}\n"));
    moves.concat() + "imul %rax, %rax"
}

/// Most cycles of a sum of an address that are tried.
const MOST_SUM_CYCLES: u32 = 3;

/// Returns lines with other latencies and ports of sums of addresses on a condition: of those that operations have, all or some.
fn sums_of_addresses(ports: &Ports, condition: &str) -> Vec<String> {
    let all = ports.stack_update.0;
    let parts = (1..=all).rev().filter(|it| it & !all == 0);
    let lines = parts.flat_map(|set| {
        (1..=MOST_SUM_CYCLES).map(move |cycles| {
            format!(
                "form ports={} latency={cycles} for LEA32r LEA64r LEA64_32r{condition}\n",
                ports.text(PortSet(set))
            )
        })
    });
    lines.collect()
}

/// Returns a sum of an address that waits for nothing.
fn address(at: usize, sum: &str) -> String {
    format!("lea {sum}, %r{}", 8 + at % 6)
}

/// Returns sums of addresses, each beside a multiplication, for which processors have one port.
fn beside_products(sum: &str) -> String {
    repeat(6, |at| format!("{}\nimul $3, %r15, %rbx", address(at, sum)))
}

/// Returns the same beside shifts, for which they have the ports of branches.
fn beside_rotations(sum: &str) -> String {
    repeat(6, |at| format!("{}\nrorx $3, %r15, %rbx", address(at, sum)))
}

/// Returns the same beside shuffles, for which many have one port.
fn beside_shuffles(sum: &str) -> String {
    repeat(6, |at| format!("{}\npshufd $3, %xmm0, %xmm1", address(at, sum)))
}

/// Returns a loop of so many nops and a branch, which is one micro-op with the instruction before it.
fn turning(nops: usize) -> String {
    counting(&repeat(nops, |_| "nop".to_owned()))
}

/// Returns nops and two pairs of an operation and a branch that is never taken.
fn pairs(operation: &str) -> String {
    let pair = |number: usize| match operation {
        "inc" => format!("inc %r{number}\njz 1f\n1:\n"),
        _ => format!("{operation} %r8, %r{number}\njz 1f\n1:\n"),
    };
    let nops = repeat(3, |_| "nop".to_owned());
    format!("{}{nops}{}{nops}", pair(9), pair(10))
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

/// Returns products that wait for each other, but not for those of the iteration before, and additions that wait for the last.
fn waiting(count: usize) -> String {
    let products = repeat(16, |_| "imul %rax, %rax".to_owned());
    let additions = repeat(count, |at| format!("lea 1(%rax), %r{}", 8 + at % 4));
    format!("mov %r14, %rax\n{products}{additions}")
}

/// Returns loads each of which has its address from the one before, but not from the iteration before.
fn chains_of_loads(count: usize) -> String {
    const REGISTERS: [&str; 8] = ["r14", "r8", "r9", "r10", "r11", "r12", "r13", "rax"];
    repeat(count, |at| format!("mov {}(%{}), %{}", 8 * at, REGISTERS[at], REGISTERS[at + 1]))
}

/// Returns a comparison of memory with four bytes.
fn compared(address: &str) -> String {
    format!("cmpl $0x12345678, {address}")
}

fn sum(at: usize) -> String {
    format!("vaddsd %xmm0, %xmm0, %xmm{}", 1 + at % 8)
}

fn load(at: usize) -> String {
    format!("mov {}(%r14), %r{}d", 4 * (at % 16), 8 + at % 4)
}

fn load_vector(at: usize) -> String {
    format!("movups {}(%r14), %xmm{}", 16 * (at % 4), at % 8)
}

fn store(at: usize) -> String {
    format!("mov %eax, {}(%r15)", 4 * (at % 16))
}

fn store_vector(at: usize) -> String {
    format!("movups %xmm{}, {}(%r15)", at % 8, 16 * (at % 4))
}
