// Expected: four instructions in slots of four.
// expected: neoverse-n1 front end
// expected: neoverse-v1 front end
.Lsum_of_integers:
	ldr	x9, [x0], #8
	subs	x1, x1, #1
	add	x8, x9, x8
	b.ne	.Lsum_of_integers
