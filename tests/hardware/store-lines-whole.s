# Stores of whole lines.
# measured: graniterapids 2.00
.Lstore_lines_whole:
	vmovups	%zmm0, (%rdi)
	vmovups	%zmm0, 64(%rdi)
	decq	%rcx
	jne	.Lstore_lines_whole
