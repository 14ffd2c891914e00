// Expected: a store that the next load reads and an addition, twice.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lcount_in_memory:
	ldr	w9, [x0]
	ldr	x10, [sp, #8]
	subs	x8, x8, #2
	add	x9, x10, x9
	str	x9, [sp, #8]
	ldr	w9, [x0, #4]
	ldr	x10, [sp, #8]
	add	x0, x0, #8
	add	x9, x10, x9
	str	x9, [sp, #8]
	b.ne	.Lcount_in_memory
