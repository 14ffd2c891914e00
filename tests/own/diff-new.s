# The new version: `dot` with four sums, `copy` under another name, one function more and one less.
#
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4 --region=dot* diff-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --format=markdown --all diff-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --format=json diff-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --region=absent diff-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4 --hardware diff-old.s
# oxmca: check --mtriple=x86_64-unknown-linux-gnu --hardware --baseline=diff.baseline
# oxmca: check --mtriple=x86_64-unknown-linux-gnu --baseline=diff.baseline
# oxmca: check --mtriple=x86_64-unknown-linux-gnu --baseline=diff.baseline --max-slowdown=300%
# oxmca: check --mtriple=x86_64-unknown-linux-gnu --baseline=diff-old.s
# oxmca: check --mtriple=x86_64-unknown-linux-gnu --baseline=absent
	.type	dot,@function
dot:
	vxorps	%xmm0, %xmm0, %xmm0
	vxorps	%xmm2, %xmm2, %xmm2
	xorl	%eax, %eax
.L7:
	vmovups	(%rdi,%rax), %xmm1
	vmovups	16(%rdi,%rax), %xmm3
	vfmadd231ps	(%rsi,%rax), %xmm1, %xmm0
	vfmadd231ps	16(%rsi,%rax), %xmm3, %xmm2
	addq	$32, %rax
	cmpq	%rdx, %rax
	jb	.L7
	vaddps	%xmm2, %xmm0, %xmm0
	retq
	.size	dot, .-dot
	.type	copy_bytes,@function
copy_bytes:
	movb	(%rsi), %al
	movb	%al, (%rdi)
	incq	%rsi
	incq	%rdi
	decq	%rdx
	jne	copy_bytes
	retq
	.size	copy_bytes, .-copy_bytes
	.type	chain,@function
chain:
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	jne	chain
	retq
	.size	chain, .-chain
