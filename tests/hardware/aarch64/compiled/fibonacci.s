// Expected: five instructions in slots of four, two of them moves; the chain has a cycle.
// expected: neoverse-n1 front end
// expected: neoverse-v1 front end
.Lfibonacci:
	mov	x10, x8
	mov	x8, x9
	subs	x0, x0, #1
	add	x9, x9, x10
	b.ne	.Lfibonacci
