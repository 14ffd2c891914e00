# oxmca: -mtriple=aarch64 -mcpu=neoverse-v2 -iterations=20 -timeline -timeline-max-iterations=2 -bottleneck-analysis
# oxmca: -mtriple=aarch64 -mcpu=cortex-a55 -iterations=8 -all-stats -timeline -timeline-max-iterations=2
# oxmca: -mtriple=aarch64 -mcpu=apple-a14 -output-asm-variant=1 -show-encoding -iterations=4
// A dot product with two accumulators.
	.globl	dot
dot:
	ldp	q0, q1, [x0], #32
	ldp	q2, q3, [x1], #32
	fmla	v16.4s, v0.4s, v2.4s
	fmla	v17.4s, v1.4s, v3.4s
	subs	x2, x2, #8
	b.ne	dot
	fadd.4s	v16, v16, v17
	faddp	v16.4s, v16.4s, v16.4s
	faddp	s0, v16.2s
	ret
