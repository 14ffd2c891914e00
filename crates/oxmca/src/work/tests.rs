use super::{Amount, Incomparable, NumberClass, Stream, Unit, UnknownWork, Work, iterations_of};
use crate::Session;
use crate::steady_state::Ratio;

fn work(text: &str) -> Work {
    work_on("x86_64-unknown-linux-gnu", "haswell", text)
}

fn work_on(triple: &str, cpu: &str, text: &str) -> Work {
    let session = Session::new(triple, cpu, []).unwrap();
    let code = session.parse(text).unwrap();
    let region = code.first_region().unwrap();
    Work::of_loop(session.target(), &region.instructions()).unwrap()
}

const fn stream(stride_bytes: i64, read: u64, written: u64, element: Option<u16>) -> Stream {
    Stream { stride_bytes, read_bytes: read, written_bytes: written, element_bytes: element }
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
    assert_eq!(scalar.counter_step, Some(1));
    assert_eq!(scalar.amount(), Ok(Amount { count: 1, unit: Unit::Elements { bytes: 4 } }));
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
    assert_eq!((one.counter_step, four.counter_step), (Some(1), Some(4)));
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
    assert_eq!((scalar.counter_step, scalar.float_operations()), (Some(1), 1));
    let vector = work(
        ".L: ldp q1, q2, [x0], #32
            fmul v1.4s, v1.4s, v0.s[0]
            fmul v2.4s, v2.4s, v0.s[0]
            subs x2, x2, #8
            stp q1, q2, [x1], #32
            b.ne .L",
    );
    assert_eq!(vector.streams, [stream(32, 32, 0, Some(4)), stream(32, 0, 32, Some(4))]);
    assert_eq!((vector.counter_step, vector.float_operations()), (Some(8), 8));
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
    assert_eq!((scalar.counter_step, scalar.float_operations()), (Some(1), 1));
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
    assert_eq!(unrolled.counter_step, Some(16));
    let list = work(".L: lw a4, 8(a0)\n addw a1, a1, a4\n ld a0, 0(a0)\n bnez a0, .L");
    assert_eq!((list.unknown_accesses, list.counter_step), (2, None));
}

#[test]
fn long_loops_are_bounded() {
    let session = Session::new("x86_64-unknown-linux-gnu", "haswell", []).unwrap();
    let work = |count: usize| {
        let code = session.parse("vmovups (%rdi,%rax), %ymm0\n".repeat(count)).unwrap();
        Work::of_loop(session.target(), &code.first_region().unwrap().instructions())
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
    assert_eq!(work(reads).amount().unwrap().count, 1);
    assert_eq!(reason(&reads.replace("incq", "addq $8,")), UnknownWork::DifferentStreams);
    let vectors = work_on(
        "aarch64-unknown-linux-gnu",
        "neoverse-v2",
        ".L: ld1w { z1.s }, p0/z, [x0, x3, lsl #2]
            fmul z1.s, z1.s, z0.s
            st1w { z1.s }, p0, [x1, x3, lsl #2]
            incw x3
            whilelo p0.s, x3, x2
            b.mi .L",
    );
    assert_eq!(vectors.amount(), Err(UnknownWork::VectorLength));
}
