	.file	"exponential.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	movq	%rsi, %r8
	movq	%rdx, %r9
	testq	%rcx, %rcx
	je	.L8
	vmovss	.LC0(%rip), %xmm6
	vmovss	.LC1(%rip), %xmm5
	vxorps	%xmm7, %xmm7, %xmm7
	xorl	%edx, %edx
	vmovss	.LC2(%rip), %xmm4
	vmovss	.LC3(%rip), %xmm3
	vmovss	.LC4(%rip), %xmm2
	.p2align 4,,10
	.p2align 3
.L3:
	vmovss	(%r8,%rdx,4), %xmm0
	vmulss	%xmm6, %xmm0, %xmm1
	vcvttss2sil	%xmm1, %eax
	vcvtsi2ssl	%eax, %xmm7, %xmm1
	movl	%eax, %esi
	sarl	$5, %eax
	andl	$31, %esi
	sall	$23, %eax
	vfnmadd132ss	%xmm5, %xmm0, %xmm1
	vmovaps	%xmm1, %xmm0
	vfmadd132ss	%xmm4, %xmm3, %xmm0
	vfmadd132ss	%xmm1, %xmm2, %xmm0
	vfmadd132ss	%xmm1, %xmm2, %xmm0
	vmulss	(%r9,%rsi,4), %xmm0, %xmm0
	vmovd	%xmm0, %esi
	addl	%esi, %eax
	movl	%eax, (%rdi,%rdx,4)
	addq	$1, %rdx
	cmpq	%rdx, %rcx
	jne	.L3
.L8:
	ret
	.size	kernel, .-kernel
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC0:
	.long	1111009851
	.align 4
.LC1:
	.long	1018262040
	.align 4
.LC2:
	.long	1042983595
	.align 4
.LC3:
	.long	1056964608
	.align 4
.LC4:
	.long	1065353216
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
