	.file	"particles.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L8
	vmovss	.LC0(%rip), %xmm1
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L3:
	vmovss	(%rdx,%rax,4), %xmm0
	vfmadd213ss	(%rsi,%rax,4), %xmm1, %xmm0
	vmovss	%xmm0, (%rsi,%rax,4)
	vfmadd213ss	(%rdi,%rax,4), %xmm1, %xmm0
	vmovss	%xmm0, (%rdi,%rax,4)
	addq	$1, %rax
	cmpq	%rax, %rcx
	jne	.L3
.L8:
	ret
	.size	kernel, .-kernel
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC0:
	.long	981668463
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
