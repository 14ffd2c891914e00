# CRC-32C of words: the instruction has a latency of three.
# Published: one crc32: 3 cycles.
# measured: znver5 3.00
# measured: znver3 3.00
.Lcrc32:
	crc32q	(%rsi), %rax
	addq	$8, %rsi
	decq	%rcx
	jne	.Lcrc32
