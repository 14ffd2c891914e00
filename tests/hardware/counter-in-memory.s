# A counter in memory: the value goes through the store buffer, or through the renamer.
# Published: store forwarding and an addition on Intel to Skylake: 5 to 6 cycles.
# measured: znver5 1.00
# measured: znver3 1.00
.Lcounter_in_memory:
	addq	$1, (%rdi)
	decq	%rcx
	jne	.Lcounter_in_memory
