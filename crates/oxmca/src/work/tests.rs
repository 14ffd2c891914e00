use super::{
    Amount, CounterStep, Incomparable, NumberClass, Operations, Stream, Unit, UnknownWork, Work,
    iterations_of,
};
use crate::Session;
use crate::steady_state::Ratio;

fn work(text: &str) -> Work {
    work_on("x86_64-unknown-linux-gnu", "haswell", text)
}

fn work_on(triple: &str, cpu: &str, text: &str) -> Work {
    work_on_features(triple, cpu, [], text)
}

fn work_on_features<const N: usize>(
    triple: &str,
    cpu: &str,
    features: [&str; N],
    text: &str,
) -> Work {
    let session = Session::new(triple, cpu, features).unwrap();
    let code = session.parse(text).unwrap();
    let region = code.first_region().unwrap();
    Work::of_loop(session.target(), session.subtarget(), &region.instructions()).unwrap()
}

const fn stream(stride_bytes: i64, read: u64, written: u64, element: Option<u16>) -> Stream {
    Stream::new(stride_bytes, read, written, element)
}

fn elements(count: u64, bytes: u16) -> Amount {
    Amount { count: Ratio::new(count, 1), unit: Unit::Elements { bytes } }
}

fn vectors(count: Ratio, element_bytes: Option<u16>) -> Amount {
    Amount { count, unit: Unit::Vectors { element_bytes } }
}

const fn step(by: u64) -> Option<CounterStep> {
    Some(CounterStep::new(by, false))
}

const SCALED: &str = "\
.L: vmulss (%rdi,%rax,4), %xmm0, %xmm1
    vmovss %xmm1, (%rsi,%rax,4)
    incq %rax
    cmpq %rdx, %rax
    jne .L";

const SCALED_BY_VECTORS: &str = "\
.L: vmulps (%rdi,%rax,4), %ymm0, %ymm1
    vmulps 32(%rdi,%rax,4), %ymm0, %ymm2
    vmovups %ymm1, (%rsi,%rax,4)
    vmovups %ymm2, 32(%rsi,%rax,4)
    addq $16, %rax
    cmpq %rdx, %rax
    jne .L";

#[test]
fn streams_go_on_by_what_indices_do() {
    let scalar = work(SCALED);
    assert_eq!(scalar.streams, [stream(4, 4, 0, Some(4)), stream(4, 0, 4, Some(4))]);
    assert_eq!(scalar.counter_step, step(1));
    assert_eq!(scalar.amount(), Ok(elements(1, 4)));
    let vector = work(SCALED_BY_VECTORS);
    assert_eq!(vector.streams, [stream(64, 64, 0, Some(4)), stream(64, 0, 64, Some(4))]);
    assert_eq!(vector.float_operations(), 16);
    assert_eq!(vector.operations.len(), 1);
    assert_eq!(iterations_of(&scalar, &vector), Ok(Ratio::new(16, 1)));
}

#[test]
fn elements_of_other_widths_are_as_much_work() {
    let doubles = work(&SCALED.replace("ss ", "sd ").replace(",4)", ",8)"));
    assert_eq!(doubles.streams[1], stream(8, 0, 8, Some(8)));
    assert_eq!(iterations_of(&work(SCALED), &doubles), Ok(Ratio::new(1, 1)));
}

#[test]
fn pointers_lists_and_spilled_counters_are_followed() {
    // A pointer that is loaded again in each iteration, with a counter in memory.
    let spilled = work(
        ".L: movq 8(%rdi), %rax
             movslq -4(%rsp), %rcx
             movl $0, (%rax,%rcx,4)
             addl $1, -4(%rsp)
             jmp .L",
    );
    assert_eq!(spilled.streams, [stream(4, 0, 4, None)]);
    let list = work(".L: addl 8(%rdi), %eax\n movq (%rdi), %rdi\n testq %rdi, %rdi\n jne .L");
    assert_eq!((list.streams.len(), list.unknown_accesses, list.counter_step), (0, 2, None));
    assert_eq!(iterations_of(&list, &list), Err(Incomparable::Unknown));
    // The index of one iteration is that of the next.
    let rotated = work(
        ".L: movzbl (%rdi,%rcx), %edx
             addl %edx, %esi
             leaq 1(%rax), %rcx
             movq %rcx, %rax
             cmpq %r8, %rax
             jne .L",
    );
    assert_eq!(rotated.streams, [stream(1, 1, 0, Some(1))]);
    assert_eq!(rotated.operations.len(), 1);
    assert_eq!(rotated.operations[0].class, NumberClass::Integer);
}

#[test]
fn a_gather_is_measured_by_its_indices() {
    let scalar = work(
        ".L: movslq (%rsi,%rax,4), %rcx
             vmovss (%rdi,%rcx,4), %xmm0
             vmovss %xmm0, (%rdx,%rax,4)
             incq %rax
             cmpq %r8, %rax
             jne .L",
    );
    let vector = work(
        ".L: vmovdqu (%rsi,%rax,4), %ymm1
             vpcmpeqd %ymm2, %ymm2, %ymm2
             vgatherdps %ymm2, (%rdi,%ymm1,4), %ymm3
             vmovups %ymm3, (%rdx,%rax,4)
             addq $8, %rax
             cmpq %r8, %rax
             jne .L",
    );
    assert_eq!(vector.unknown_accesses, 1);
    assert_eq!(iterations_of(&scalar, &vector), Ok(Ratio::new(8, 1)));
}

#[test]
fn counters_tell_where_there_is_no_memory() {
    let one = work(".L: mulsd %xmm0, %xmm1\n addl $1, %eax\n cmpl %eax, %edx\n jne .L");
    let four = work(
        ".L: mulsd %xmm0, %xmm1\n mulsd %xmm0, %xmm2\n addl $4, %eax\n cmpl %eax, %edx\n jne .L",
    );
    assert_eq!((one.counter_step, four.counter_step), (step(1), step(4)));
    assert_eq!(iterations_of(&one, &four), Ok(Ratio::new(4, 1)));
    let down = work(".L: mulsd %xmm0, %xmm1\n mulsd %xmm0, %xmm1\n decl %eax\n jne .L");
    assert_eq!(iterations_of(&one, &down), Err(Incomparable::OnlyCounters));
    assert_eq!(iterations_of(&one, &work(SCALED)), Err(Incomparable::OtherWork));
}

#[test]
fn addresses_of_aarch64_are_followed() {
    let work = |text: &str| work_on("aarch64-unknown-linux-gnu", "neoverse-v2", text);
    let scalar = work(
        ".L: ldr s1, [x0, x3, lsl #2]
            fmul s1, s1, s0
            str s1, [x1, x3, lsl #2]
            add x3, x3, #1
            cmp x3, x2
            b.ne .L",
    );
    assert_eq!(scalar.streams, [stream(4, 4, 0, Some(4)), stream(4, 0, 4, Some(4))]);
    assert_eq!((scalar.counter_step, scalar.float_operations()), (step(1), 1));
    let vector = work(
        ".L: ldp q1, q2, [x0], #32
            fmul v1.4s, v1.4s, v0.s[0]
            fmul v2.4s, v2.4s, v0.s[0]
            subs x2, x2, #8
            stp q1, q2, [x1], #32
            b.ne .L",
    );
    assert_eq!(vector.streams, [stream(32, 32, 0, Some(4)), stream(32, 0, 32, Some(4))]);
    assert_eq!((vector.counter_step, vector.float_operations()), (step(8), 8));
    assert_eq!(iterations_of(&scalar, &vector), Ok(Ratio::new(8, 1)));
    let bytes = work(
        ".L: ldrb w4, [x0, w3, uxtw]
            add w5, w5, w4
            add w3, w3, #1
            ldr w6, [x1, #8]!
            str w6, [sp, #12]
            add x7, x8, w3, sxtw #3
            strh w6, [x7]
            cbnz w4, .L",
    );
    let streams = [stream(1, 1, 0, Some(1)), stream(8, 4, 0, None), stream(8, 0, 2, None)];
    assert_eq!(bytes.streams, streams);
    assert_eq!(bytes.counter_step, None);
    let lists = work(".L: ld4 {v0.4s-v3.4s}, [x0], #64\n st1 {v0.4s}, [x1], x2\n b .L");
    assert_eq!(lists.streams, [stream(64, 64, 0, None)]);
    assert_eq!(lists.unknown_accesses, 1);
}

#[test]
fn addresses_of_riscv_are_followed() {
    let work = |text: &str| work_on("riscv64-unknown-linux-gnu", "sifive-u74", text);
    let scalar = work(
        ".L: slli a5, a3, 2
            add a5, a5, a0
            flw fa5, 0(a5)
            fmul.s fa5, fa5, fa0
            fsw fa5, 0(a1)
            addi a1, a1, 4
            addi a3, a3, 1
            bne a3, a2, .L",
    );
    assert_eq!(scalar.streams, [stream(4, 4, 0, Some(4)), stream(4, 0, 4, Some(4))]);
    assert_eq!((scalar.counter_step, scalar.float_operations()), (step(1), 1));
    let unrolled = work(
        ".L: ld a4, 0(a0)
            ld a5, 8(a0)
            addi a0, a0, 16
            sd a4, 0(a1)
            sd a5, 8(a1)
            addi a1, a1, 16
            bltu a0, a2, .L",
    );
    assert_eq!(unrolled.streams, [stream(16, 16, 0, None), stream(16, 0, 16, None)]);
    assert_eq!(unrolled.counter_step, step(16));
    let list = work(".L: lw a4, 8(a0)\n addw a1, a1, a4\n ld a0, 0(a0)\n bnez a0, .L");
    assert_eq!((list.unknown_accesses, list.counter_step), (2, None));
}

#[test]
fn long_loops_are_bounded() {
    let session = Session::new("x86_64-unknown-linux-gnu", "haswell", []).unwrap();
    let work = |count: usize| {
        let code = session.parse("vmovups (%rdi,%rax), %ymm0\n".repeat(count)).unwrap();
        let insts = code.first_region().unwrap().instructions();
        Work::of_loop(session.target(), session.subtarget(), &insts)
    };
    assert_eq!(work(4096), Ok(Work { has_fixed_accesses: true, ..Work::default() }));
    assert_eq!(work(4097), Err(UnknownWork::TooLong));
}

#[test]
fn the_reason_is_known_where_the_amount_is_not() {
    let reason = |text: &str| work(text).amount().unwrap_err();
    assert_eq!(reason(".L: decl %eax\n jne .L"), UnknownWork::NoMemory);
    assert_eq!(reason(".L: addl %eax, (%rdi)\n decl %eax\n jne .L"), UnknownWork::SamePlaces);
    assert_eq!(reason(".L: movq (%rdi), %rdi\n jne .L"), UnknownWork::AddressesAreData);
    let copies = ".L: movzbl (%rdi), %eax\n movl %eax, (%rsi)\n addq $4, %rsi\n incq %rdi\n jne .L";
    assert!(work(copies).amount().is_ok());
    let reads = ".L: movzbl (%rdi), %eax\n addl (%rsi), %eax\n addq $4, %rsi\n incq %rdi\n jne .L";
    assert_eq!(work(reads).amount().unwrap().count, Ratio::new(1, 1));
    assert_eq!(reason(&reads.replace("incq", "addq $8,")), UnknownWork::DifferentStreams);
    let vectors = work_on(
        "aarch64-unknown-linux-gnu",
        "neoverse-512tvb",
        ".L: ld1w { z1.s }, p0/z, [x0, x3, lsl #2]
            fmul z1.s, z1.s, z0.s
            st1w { z1.s }, p0, [x1, x3, lsl #2]
            add x3, x3, x4
            whilelo p0.s, x3, x2
            b.mi .L",
    );
    assert_eq!(vectors.amount(), Err(UnknownWork::VectorLength));
}

const SCALED_BY_SVE: &str = "\
.L: ld1w { z1.s }, p0/z, [x0, x3, lsl #2]
    fmul z1.s, z1.s, z0.s
    st1w { z1.s }, p0, [x1, x3, lsl #2]
    incw x3
    whilelo p0.s, x3, x2
    b.mi .L";

#[test]
fn the_length_of_vectors_is_a_unit() {
    let sve =
        |cpu: &str, text: &str| work_on_features("aarch64-unknown-linux-gnu", cpu, ["+sve2"], text);
    let scalar = sve(
        "generic",
        ".L: ldr s1, [x0, x3, lsl #2]
            fmul s1, s1, s0
            str s1, [x1, x3, lsl #2]
            add x3, x3, #1
            cmp x3, x2
            b.ne .L",
    );
    let one = sve("generic", SCALED_BY_SVE);
    let streams = [stream(16, 16, 0, Some(4)).scalable(), stream(16, 0, 16, Some(4)).scalable()];
    assert_eq!(one.streams, streams);
    assert_eq!((one.counter_step, one.granule_bytes), (Some(CounterStep::new(4, true)), Some(16)));
    assert_eq!(one.operations, [Operations::new(NumberClass::Float, 32, 4).scalable()]);
    assert_eq!(one.amount(), Ok(vectors(Ratio::new(1, 1), Some(4))));
    assert_eq!(iterations_of(&scalar, &one), Err(Incomparable::VectorLength));
    // A CPU has one length.
    for (cpu, count) in [("neoverse-v1", 8), ("neoverse-v2", 4), ("a64fx", 16), ("grace", 4)] {
        let known = sve(cpu, SCALED_BY_SVE);
        assert_eq!(known.amount(), Ok(elements(count, 4)), "{cpu}");
        assert_eq!((known.counter_step, known.granule_bytes), (step(count), None));
        assert_eq!(known.float_operations(), count);
        assert_eq!(iterations_of(&scalar, &known), Ok(Ratio::new(count, 1)));
    }
    let two = sve(
        "generic",
        ".L: ldr z2, [x9]
            ldr z4, [x9, #1, mul vl]
            dech x11
            fmul z2.s, z2.s, z1.s
            fmul z4.s, z4.s, z1.s
            addvl x9, x9, #2
            str z2, [x10]
            str z4, [x10, #1, mul vl]
            incb x10, all, mul #2
            cbnz x11, .L",
    );
    assert_eq!(two.streams[0], stream(32, 32, 0, Some(4)).scalable());
    assert_eq!(two.counter_step, Some(CounterStep::new(8, true)));
    assert_eq!(iterations_of(&one, &two), Ok(Ratio::new(2, 1)));
    // Bytes that become numbers of 32 bits, with an index of bytes that is as long as a predicate.
    let widened = sve(
        "generic",
        ".L: ld1b { z1.s }, p0/z, [x0, x3]
            ucvtf z1.s, p1/m, z1.s
            st1w { z1.s }, p0, [x1, x3, lsl #2]
            cntw x4
            rdvl x5, #1
            lsr x5, x5, #2
            add x3, x3, x5
            whilelo p0.s, x3, x2
            b.mi .L",
    );
    assert_eq!(widened.streams[0], stream(4, 4, 0, Some(1)).scalable());
    assert_eq!(widened.amount(), Ok(vectors(Ratio::new(1, 1), Some(4))));
    // Places that are as far apart for all lengths, and steps of both kinds.
    let broadcast = ".L: ld1rw { z1.s }, p0/z, [x0]\n add x0, x0, #4\n st1w { z1.s }, p0, [x1, x3, lsl #2]\n b .L";
    assert_eq!(sve("generic", broadcast).streams[0], stream(4, 4, 0, Some(4)));
    let mixed = ".L: ldr z1, [x0]\n addvl x0, x0, #1\n add x0, x0, #8\n b .L";
    assert_eq!(
        (sve("generic", mixed).unknown_accesses, sve("a64fx", mixed).streams[0].stride_bytes),
        (1, 72)
    );
}

#[test]
fn elements_that_are_set_are_followed() {
    let riscv = |cpu: &str, text: &str| work_on("riscv64-unknown-linux-gnu", cpu, text);
    let saxpy = ".L: vsetvli a4, a2, e32, m2, ta, ma
        slli a5, a3, 2
        add a6, a1, a5
        vle32.v v8, (a6)
        add a5, a5, a0
        vle32.v v10, (a5)
        vfmacc.vf v10, fa0, v8
        sub a2, a2, a4
        vse32.v v10, (a5)
        add a3, a3, a4
        bnez a2, .L";
    let generic = work_on_features("riscv64-unknown-linux-gnu", "generic-rv64", ["+v"], saxpy);
    let streams = [stream(16, 16, 0, Some(4)).scalable(), stream(16, 16, 16, Some(4)).scalable()];
    assert_eq!((generic.granule_bytes, generic.streams.as_slice()), (Some(8), streams.as_slice()));
    assert_eq!(generic.operations, [Operations::new(NumberClass::Float, 32, 8).scalable()]);
    assert_eq!(generic.counter_step, Some(CounterStep::new(4, true)));
    assert_eq!(generic.amount(), Ok(vectors(Ratio::new(2, 1), Some(4))));
    for (cpu, count) in [("spacemit-x60", 16), ("sifive-x280", 32), ("sifive-p670", 8)] {
        let known = riscv(cpu, saxpy);
        assert_eq!((known.amount(), known.float_operations()), (Ok(elements(count, 4)), 2 * count));
    }
    // Programs for longer vectors are for another processor.
    let longer = work_on_features("riscv64-unknown-linux-gnu", "spacemit-x60", ["+zvl512b"], saxpy);
    assert_eq!(longer, generic);
    // The type changes, the number of elements stays; a part of a register is used.
    let dot = ".L: vsetvli a4, a2, e8, mf2, ta, ma
        vle32.v v10, (a0)
        sh2add a0, a4, a0
        vsetvli zero, zero, e32, m2, tu, ma
        vfmacc.vv v8, v10, v10
        sub a2, a2, a4
        bnez a2, .L";
    let dot = work_on_features("riscv64-unknown-linux-gnu", "generic-rv64", ["+v", "+zba"], dot);
    assert_eq!(dot.streams, [stream(16, 16, 0, Some(4)).scalable()]);
    // A constant number of elements, and whole registers.
    let fixed = riscv(
        "sifive-p670",
        ".L: vsetivli zero, 8, e16, m1, ta, ma
            vle16.v v8, (a0)
            addi a0, a0, 16
            vl2re32.v v10, (a1)
            csrr a5, vlenb
            slli a5, a5, 1
            add a1, a1, a5
            bne a0, a3, .L",
    );
    assert_eq!(fixed.streams, [stream(16, 16, 0, Some(2)), stream(32, 32, 0, None)]);
    // Strides are followed, gathers are not.
    let strided = riscv(
        "spacemit-x60",
        ".L: vsetvli a5, a2, e32, m2, ta, ma
            vlse32.v v8, (a1), a4
            slli a6, a5, 3
            add a1, a1, a6
            vluxei32.v v12, (a7), v8
            vse32.v v12, (a0)
            slli a6, a5, 2
            add a0, a0, a6
            sub a2, a2, a5
            bnez a2, .L",
    );
    assert_eq!(strided.streams, [stream(128, 64, 0, Some(4)), stream(64, 0, 64, Some(4))]);
    assert_eq!((strided.unknown_accesses, strided.amount()), (1, Ok(elements(16, 4))));
}
