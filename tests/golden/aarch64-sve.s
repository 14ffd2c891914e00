# oxmca: -mtriple=aarch64 -mcpu=neoverse-v1 -iterations=10 -instruction-tables=full
# oxmca: -mtriple=aarch64 -mcpu=a64fx -iterations=5 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=aarch64 -mcpu=neoverse-v2 -mattr=+all -show-encoding -json
// SVE: predicates, gathers, prefixes, immediates of several kinds.
	whilelo	p0.s, x3, x2
	ld1w	{ z0.s }, p0/z, [x0, x3, lsl #2]
	ld1w	{ z1.s }, p0/z, [x1, z4.s, uxtw #2]
	movprfx	z2, z0
	fmad	z2.s, p0/m, z1.s, z3.s
	fadd	z0.s, p0/m, z0.s, #0.5
	mov	z5.h, #256
	and	z6.d, z6.d, #0xff00ff00ff00ff
	st1w	{ z2.s }, p0, [x0, x3, lsl #2]
	incw	x3
	ptrue	p1.b, vl16
	prfw	pldl1keep, p1, [x0, #3, mul vl]
