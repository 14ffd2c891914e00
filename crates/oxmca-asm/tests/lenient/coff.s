	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
@feat.00 = 0
	.file	"small.c"
	.def	sum;
	.scl	2;
	.type	32;
	.endef
	.text
	.globl	sum                             # -- Begin function sum
	.p2align	4
sum:                                    # @sum
# %bb.0:
	testl	%edx, %edx
	jle	.LBB0_1
# %bb.3:
	movl	%edx, %edx
	xorl	%eax, %eax
	xorl	%r8d, %r8d
	.p2align	4
.LBB0_4:                                # =>This Inner Loop Header: Depth=1
	addl	(%rcx,%r8,4), %eax
	incq	%r8
	cmpq	%r8, %rdx
	jne	.LBB0_4
# %bb.2:
                                        # kill: def $eax killed $eax killed $rax
	retq
.LBB0_1:
	xorl	%eax, %eax
                                        # kill: def $eax killed $eax killed $rax
	retq
                                        # -- End function
	.def	apply;
	.scl	2;
	.type	32;
	.endef
	.globl	apply                           # -- Begin function apply
	.p2align	4
apply:                                  # @apply
.seh_proc apply
# %bb.0:
	pushq	%rsi
	.seh_pushreg %rsi
	pushq	%rdi
	.seh_pushreg %rdi
	pushq	%rbx
	.seh_pushreg %rbx
	subq	$32, %rsp
	.seh_stackalloc 32
	.seh_endprologue
	movq	%rcx, %rsi
	movl	%edx, %edi
	xorl	%eax, %eax
	xorl	%ebx, %ebx
	.p2align	4
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	xorl	(%rsi,%rbx,4), %eax
	movl	%eax, %ecx
	callq	*hook(%rip)
                                        # kill: def $eax killed $eax def $rax
	incq	%rbx
	cmpl	%ebx, %edi
	jne	.LBB1_1
# %bb.2:
	testl	%eax, %eax
	jne	.LBB1_4
# %bb.3:
	movl	table(%rip), %eax
.LBB1_4:
                                        # kill: def $eax killed $eax killed $rax
	.seh_startepilogue
	addq	$32, %rsp
	popq	%rbx
	popq	%rdi
	popq	%rsi
	.seh_endepilogue
	retq
	.seh_endproc
                                        # -- End function
	.section	.debug$S,"dr"
	.p2align	2, 0x0
	.long	4                               # Debug section magic
	.long	241
	.long	.Ltmp1-.Ltmp0                   # Subsection size
.Ltmp0:
	.short	.Ltmp3-.Ltmp2                   # Record length
.Ltmp2:
	.short	4353                            # Record kind: S_OBJNAME
	.long	0                               # Signature
	.byte	0                               # Object name
	.p2align	2, 0x0
.Ltmp3:
	.short	.Ltmp5-.Ltmp4                   # Record length
.Ltmp4:
	.short	4412                            # Record kind: S_COMPILE3
	.long	0                               # Flags and language
	.short	208                             # CPUType
	.short	22                              # Frontend version
	.short	1
	.short	8
	.short	0
	.short	22018                           # Backend version
	.short	0
	.short	0
	.short	0
	.asciz	"Debian clang version 22.1.8 (1~deb12u1)" # Null-terminated compiler version string
	.p2align	2, 0x0
.Ltmp5:
.Ltmp1:
	.p2align	2, 0x0
