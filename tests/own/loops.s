# Loops of several functions: nested, with a call, with several ways, entered at two places, and through a jump table.
#
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=znver4 --all --sort=cycles
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4 --all --sort=cycles
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4 --hardware --all
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=btver2 --hardware
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4,frob
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4 --json --function=sum*
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --json --function=sum*
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --function=nothing
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=3 --resource-pressure=false --timeline
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake,znver4 --loop=matrix#1 --loop=sum_one
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --function=calls --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --line=kernels.c:12 --steady-state --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --range=21-25 --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=99
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=absent
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --function=absent
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --line=kernels.c:1
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --range=500-600
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --range=9-3
	.text
	.file	"kernels.c"
	.file	1 "/src" "kernels.c"
	.type	sum_one,@function
sum_one:
	.loc	1 3 5
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	.p2align	4
.L1:
	.loc	1 4 9
	vaddss	(%rdi,%rax,4), %xmm0, %xmm0
	incq	%rax
	cmpq	%rsi, %rax
	jne	.L1
	retq
	.size	sum_one, .-sum_one

	.type	matrix,@function
matrix:
	xorl	%r8d, %r8d
.Lrow:
	.loc	1 11 5
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
.Lcolumn:
	.loc	1 12 9
	vmovss	(%rdi,%rax,4), %xmm1
	vfmadd231ss	(%rsi,%rax,4), %xmm1, %xmm0
	addq	$1, %rax
	cmpq	%rdx, %rax
	jb	.Lcolumn
	.loc	1 13 5
	vmovss	%xmm0, (%rcx,%r8,4)
	addq	$1, %r8
	cmpq	%rdx, %r8
	jb	.Lrow
	retq
	.size	matrix, .-matrix

	.type	calls,@function
calls:
	pushq	%rbx
	movl	%edi, %ebx
1:	movl	%ebx, %edi
	callq	work@PLT
	testl	%eax, %eax
	je	2f
	addl	$3, %ebx
2:	decl	%ebx
	jne	1b
	popq	%rbx
	retq
	.size	calls, .-calls

	.type	tangled,@function
tangled:
	testl	%edi, %edi
	je	.Lmiddle
.Ltop:
	addl	$1, %eax
.Lmiddle:
	subl	$2, %edi
	jg	.Ltop
	movl	%edi, %edx
	jmpq	*table(,%rdx,8)
.Lcase:
	addl	$2, %eax
	jmp	.Lmiddle
	.size	tangled, .-tangled
