# The carry through four registers.
# Published: four adc: 4 cycles, 8 where adc takes two (to Haswell).
# measured: znver5 4.00
# measured: znver3 4.00
.Lcarry_chain:
	adcq	%r8, %rax
	adcq	%r9, %rbx
	adcq	%r10, %rdx
	adcq	%r11, %rsi
	decq	%rcx
	jne	.Lcarry_chain
