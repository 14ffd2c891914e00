# Eight numbers by their indices.
# measured: znver3 8.29
# measured: graniterapids 4.11
.Lgather_of_eight:
	vpcmpeqd	%ymm3, %ymm3, %ymm3
	vpgatherdd	%ymm3, (%rdi,%ymm1,4), %ymm2
	decq	%rcx
	jne	.Lgather_of_eight
