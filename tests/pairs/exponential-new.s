	.file	"exponential.c"
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
	movq	%rcx, %r8
	movl	$31, %r9d
	shrq	$3, %r8
	vmovd	%r9d, %xmm4
	vbroadcastss	.LC1(%rip), %ymm9
	vbroadcastss	.LC3(%rip), %ymm8
	vbroadcastss	.LC5(%rip), %ymm7
	vbroadcastss	.LC7(%rip), %ymm6
	vbroadcastss	.LC9(%rip), %ymm3
	salq	$5, %r8
	xorl	%eax, %eax
	vpbroadcastd	%xmm4, %ymm4
	vpcmpeqd	%ymm5, %ymm5, %ymm5
	.p2align 4,,10
	.p2align 3
.L4:
	vmovups	(%rsi,%rax), %ymm1
	vmovaps	%ymm5, %ymm11
	vmulps	%ymm9, %ymm1, %ymm0
	vcvttps2dq	%ymm0, %ymm0
	vcvtdq2ps	%ymm0, %ymm2
	vfnmadd132ps	%ymm8, %ymm1, %ymm2
	vpand	%ymm4, %ymm0, %ymm10
	vpsrad	$5, %ymm0, %ymm0
	vpslld	$23, %ymm0, %ymm0
	vmovaps	%ymm2, %ymm1
	vfmadd132ps	%ymm7, %ymm6, %ymm1
	vfmadd132ps	%ymm2, %ymm3, %ymm1
	vfmadd132ps	%ymm2, %ymm3, %ymm1
	vgatherdps	%ymm11, (%rdx,%ymm10,4), %ymm2
	vmulps	%ymm2, %ymm1, %ymm1
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovups	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rax, %r8
	jne	.L4
	movq	%rcx, %rax
	andq	$-8, %rax
	testb	$7, %cl
	je	.L22
	vzeroupper
.L3:
	movq	%rcx, %r8
	subq	%rax, %r8
	leaq	-1(%r8), %r9
	cmpq	$2, %r9
	jbe	.L6
	vmovups	(%rsi,%rax,4), %xmm2
	vbroadcastss	.LC1(%rip), %xmm0
	vbroadcastss	.LC3(%rip), %xmm3
	vmulps	%xmm0, %xmm2, %xmm0
	movl	$31, %r11d
	movq	%r8, %r9
	andq	$-4, %r9
	vcvttps2dq	%xmm0, %xmm0
	vcvtdq2ps	%xmm0, %xmm1
	vfnmadd132ps	%xmm3, %xmm2, %xmm1
	vbroadcastss	.LC7(%rip), %xmm3
	vbroadcastss	.LC5(%rip), %xmm2
	vfmadd132ps	%xmm1, %xmm3, %xmm2
	vbroadcastss	.LC9(%rip), %xmm3
	vfmadd132ps	%xmm1, %xmm3, %xmm2
	vfmadd132ps	%xmm2, %xmm3, %xmm1
	vmovd	%r11d, %xmm2
	vpshufd	$0, %xmm2, %xmm2
	vpand	%xmm2, %xmm0, %xmm2
	vpcmpeqd	%xmm3, %xmm3, %xmm3
	vgatherdps	%xmm3, (%rdx,%xmm2,4), %xmm4
	vmulps	%xmm4, %xmm1, %xmm1
	vpsrad	$5, %xmm0, %xmm0
	vpslld	$23, %xmm0, %xmm0
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovups	%xmm0, (%rdi,%rax,4)
	addq	%r9, %rax
	andl	$3, %r8d
	je	.L20
.L6:
	vmovss	(%rsi,%rax,4), %xmm2
	vmovss	.LC1(%rip), %xmm7
	vxorps	%xmm0, %xmm0, %xmm0
	vmulss	%xmm7, %xmm2, %xmm1
	vmovss	.LC3(%rip), %xmm6
	vmovss	.LC5(%rip), %xmm3
	vmovss	.LC7(%rip), %xmm5
	vmovss	.LC9(%rip), %xmm4
	vcvttss2sil	%xmm1, %r8d
	leaq	0(,%rax,4), %r9
	vcvtsi2ssl	%r8d, %xmm0, %xmm1
	movl	%r8d, %r10d
	andl	$31, %r10d
	sarl	$5, %r8d
	vfnmadd132ss	%xmm6, %xmm2, %xmm1
	sall	$23, %r8d
	vmovaps	%xmm1, %xmm2
	vfmadd132ss	%xmm3, %xmm5, %xmm2
	vfmadd132ss	%xmm1, %xmm4, %xmm2
	vfmadd132ss	%xmm2, %xmm4, %xmm1
	vmulss	(%rdx,%r10,4), %xmm1, %xmm1
	vmovd	%xmm1, %r11d
	addl	%r11d, %r8d
	movl	%r8d, (%rdi,%rax,4)
	leaq	1(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	vmovss	4(%rsi,%r9), %xmm1
	addq	$2, %rax
	vmulss	%xmm7, %xmm1, %xmm2
	vcvttss2sil	%xmm2, %r8d
	vcvtsi2ssl	%r8d, %xmm0, %xmm2
	movl	%r8d, %r10d
	andl	$31, %r10d
	sarl	$5, %r8d
	vfnmadd132ss	%xmm6, %xmm1, %xmm2
	sall	$23, %r8d
	vmovaps	%xmm2, %xmm1
	vfmadd132ss	%xmm3, %xmm5, %xmm1
	vfmadd132ss	%xmm2, %xmm4, %xmm1
	vfmadd132ss	%xmm2, %xmm4, %xmm1
	vmulss	(%rdx,%r10,4), %xmm1, %xmm2
	vmovd	%xmm2, %r10d
	addl	%r10d, %r8d
	movl	%r8d, 4(%rdi,%r9)
	cmpq	%rcx, %rax
	jnb	.L20
	vmovss	8(%rsi,%r9), %xmm1
	vmulss	%xmm7, %xmm1, %xmm7
	vcvttss2sil	%xmm7, %eax
	vcvtsi2ssl	%eax, %xmm0, %xmm0
	movl	%eax, %ecx
	andl	$31, %ecx
	sarl	$5, %eax
	vfnmadd132ss	%xmm6, %xmm1, %xmm0
	sall	$23, %eax
	vfmadd132ss	%xmm0, %xmm5, %xmm3
	vfmadd132ss	%xmm0, %xmm4, %xmm3
	vfmadd132ss	%xmm3, %xmm4, %xmm0
	vmulss	(%rdx,%rcx,4), %xmm0, %xmm0
	vmovd	%xmm0, %edx
	addl	%edx, %eax
	movl	%eax, 8(%rdi,%r9)
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
	.long	1111009851
	.align 4
.LC3:
	.long	1018262040
	.align 4
.LC5:
	.long	1042983595
	.align 4
.LC7:
	.long	1056964608
	.align 4
.LC9:
	.long	1065353216
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
