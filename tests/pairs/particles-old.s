	.file	"particles.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L20
	leaq	-1(%rcx), %rax
	cmpq	$6, %rax
	jbe	.L8
	vbroadcastss	.LC1(%rip), %ymm1
	movq	%rcx, %r8
	xorl	%eax, %eax
	shrq	$3, %r8
	salq	$5, %r8
	.p2align 4,,10
	.p2align 3
.L4:
	vmovups	(%rdx,%rax), %ymm0
	vfmadd213ps	(%rsi,%rax), %ymm1, %ymm0
	vmovups	%ymm0, (%rsi,%rax)
	vfmadd213ps	(%rdi,%rax), %ymm1, %ymm0
	vmovups	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%r8, %rax
	jne	.L4
	movq	%rcx, %rax
	andq	$-8, %rax
	testb	$7, %cl
	je	.L22
	vzeroupper
.L3:
	movq	%rcx, %r9
	subq	%rax, %r9
	leaq	-1(%r9), %r8
	cmpq	$2, %r8
	jbe	.L6
	leaq	0(,%rax,4), %r8
	vmovups	(%rdx,%rax,4), %xmm0
	vbroadcastss	.LC1(%rip), %xmm1
	leaq	(%rsi,%r8), %r10
	addq	%rdi, %r8
	vfmadd213ps	(%r10), %xmm1, %xmm0
	vmovups	%xmm0, (%r10)
	vfmadd213ps	(%r8), %xmm1, %xmm0
	vmovups	%xmm0, (%r8)
	movq	%r9, %r8
	andq	$-4, %r8
	addq	%r8, %rax
	andl	$3, %r9d
	je	.L20
.L6:
	leaq	0(,%rax,4), %r8
	vmovss	.LC1(%rip), %xmm0
	vmovss	(%rdx,%rax,4), %xmm1
	leaq	(%rsi,%r8), %r9
	vfmadd213ss	(%r9), %xmm0, %xmm1
	vmovss	%xmm1, (%r9)
	leaq	(%rdi,%r8), %r9
	vfmadd213ss	(%r9), %xmm0, %xmm1
	vmovss	%xmm1, (%r9)
	leaq	1(%rax), %r9
	cmpq	%rcx, %r9
	jnb	.L20
	leaq	4(%r8), %r9
	vmovss	4(%rdx,%r8), %xmm1
	addq	$2, %rax
	leaq	(%rsi,%r9), %r10
	addq	%rdi, %r9
	vfmadd213ss	(%r10), %xmm0, %xmm1
	vmovss	%xmm1, (%r10)
	vfmadd213ss	(%r9), %xmm0, %xmm1
	vmovss	%xmm1, (%r9)
	cmpq	%rcx, %rax
	jnb	.L20
	leaq	8(%r8), %rax
	vmovss	8(%rdx,%r8), %xmm1
	addq	%rax, %rsi
	addq	%rax, %rdi
	vfmadd213ss	(%rsi), %xmm0, %xmm1
	vmovss	%xmm1, (%rsi)
	vfmadd213ss	(%rdi), %xmm0, %xmm1
	vmovss	%xmm1, (%rdi)
.L20:
	ret
	.p2align 4,,10
	.p2align 3
.L22:
	vzeroupper
	ret
.L8:
	xorl	%eax, %eax
	jmp	.L3
	.size	kernel, .-kernel
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC1:
	.long	981668463
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
