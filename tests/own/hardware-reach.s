# Instructions whose numbers were compared with measurements, and others: on a CPU that was checked, on one of which only
# single instructions were, and on one whose model tells nothing of single instructions.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-client --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --explain --summary-view=false --instruction-info=false
.Ldot:
	vpdpbusd	(%rsi), %ymm0, %ymm1
	vroundpd	$1, %ymm1, %ymm3
	vmovups	%ymm3, (%rdi)
	movq	(%rdx), %r8
	pushq	%r8
	addq	$32, %rsi
	cmpq	%rsi, %rdi
	jne	.Ldot
