# A linked list: each load gives the address of the next one.
# Published: one load: 4 cycles to Skylake and on Zen to Zen 5, 5 on Ice Lake and Golden Cove.
# measured: znver5 4.00
# measured: znver3 4.00
.Lpointer_chase:
	movq	(%rsi), %rsi
	decq	%rcx
	jne	.Lpointer_chase
