// Expected: an addition, a comparison, a selection and an addition with a shift.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lroot_by_bits:
	add	w9, w1, w8
	cmp	w0, w9
	csel	w10, wzr, w1, lo
	csel	w9, wzr, w9, lo
	lsr	w1, w1, #2
	add	w8, w10, w8, lsr #1
	sub	w0, w0, w9
	cbnz	w1, .Lroot_by_bits
