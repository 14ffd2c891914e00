# Straight code of shuffles from memory, which Redwood Cove decodes one by one.
# measured: graniterapids 3.00
	vpshufb	(%rdi), %xmm1, %xmm2
	vpshufb	(%rdi), %xmm1, %xmm3
	vpabsd	(%rdi), %xmm4
	vpshufd	$3, (%rdi), %xmm5
