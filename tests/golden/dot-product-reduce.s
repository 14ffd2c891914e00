# The tail of a dot product: fold eight lanes into one, with shuffles and with horizontal adds.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-cycles=40
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -instruction-tables
	vextractf128	$1, %ymm0, %xmm1
	vaddps	%xmm1, %xmm0, %xmm0
	vmovhlps	%xmm0, %xmm0, %xmm1
	vaddps	%xmm1, %xmm0, %xmm0
	vmovshdup	%xmm0, %xmm1
	vaddss	%xmm1, %xmm0, %xmm0
	vmovss	%xmm0, (%rdi)
	vhaddps	%xmm2, %xmm2, %xmm2
	vhaddps	%xmm2, %xmm2, %xmm2
	vmovss	%xmm2, 4(%rdi)
	vdpps	$241, %xmm3, %xmm4, %xmm3
	vmovss	%xmm3, 8(%rdi)
