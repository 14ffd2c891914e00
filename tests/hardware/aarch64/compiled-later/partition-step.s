// Expected: eleven instructions in slots of four, and a position that grows twice.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 chain
.Lpartition_step:
	ldp	w10, w11, [x1]
	cmp	w10, w3
	str	w10, [x0, x8, lsl #2]
	add	x10, x1, #8
	cinc	x8, x8, lt
	cmp	w11, w3
	mov	x1, x10
	str	w11, [x0, x8, lsl #2]
	cinc	x8, x8, lt
	subs	x9, x9, #2
	b.ne	.Lpartition_step
