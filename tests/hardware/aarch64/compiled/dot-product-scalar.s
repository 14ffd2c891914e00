// Expected: the addend of a fused multiplication, two cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Ldot_product_scalar:
	ldr	d1, [x0], #8
	subs	x2, x2, #1
	ldr	d2, [x1], #8
	fmadd	d0, d1, d2, d0
	b.ne	.Ldot_product_scalar
