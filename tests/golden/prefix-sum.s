# Running sums: inside a vector by shifted adds, across vectors by a broadcast of the last lane.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=40
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
.Lsum:
	vmovdqu	(%rdi), %xmm1
	vpslldq	$4, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpslldq	$8, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vpaddd	%xmm0, %xmm1, %xmm1
	vpshufd	$255, %xmm1, %xmm0
	vmovdqu	%xmm1, (%rdi)
	addq	$16, %rdi
	decq	%rsi
	jne	.Lsum
