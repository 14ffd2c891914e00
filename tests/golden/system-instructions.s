# Instructions of operating systems and special extensions: few are modelled closely, all must be named.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=2 -skip-unsupported-instructions=parse-failure
	movq	%cr3, %rax
	movq	%rax, %cr3
	movq	%dr7, %rcx
	lgdt	(%rdi)
	sidt	16(%rdi)
	lldtw	%ax
	ltrw	%cx
	invlpg	(%rsi)
	wbinvd
	rdmsr
	wrmsr
	hlt
	cli
	sti
	swapgs
	sysretq
	iretq
	inb	%dx, %al
	outl	%eax, $113
	insb
	fxsave64	(%rdi)
	fxrstor	(%rdi)
	ldmxcsr	(%rsi)
	stmxcsr	4(%rsi)
	xsave	(%rdi)
	xgetbv
	monitor
	mwait
	movw	%ds, %ax
	movl	%eax, %gs
	lsll	%eax, %ecx
	verr	%ax
	lcalll	*(%rdi)
	ljmpl	*8(%rdi)
	int	$128
	rdfsbase	%rax
	wrgsbaseq	%rcx
	rdrandq	%rdx
	rdseedl	%esi
	clflushopt	(%rdi)
	clwb	(%rdi)
