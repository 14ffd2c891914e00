// Expected: a checksum instruction of two cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lchecksum_crc:
	ldr	x9, [x8], #8
	subs	x1, x1, #1
	crc32x	w0, w0, x9
	b.ne	.Lchecksum_crc
