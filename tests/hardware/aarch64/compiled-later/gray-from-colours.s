// Expected: a load of three interleaved vectors and three widening multiplications.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lgray_from_colours:
	ld3	{ v3.8b, v4.8b, v5.8b }, [x1], #24
	subs	x2, x2, #1
	umull	v6.8h, v4.8b, v1.8b
	umlal	v6.8h, v3.8b, v0.8b
	umull	v3.8h, v5.8b, v2.8b
	addhn	v3.8b, v6.8h, v3.8h
	str	d3, [x0], #8
	b.ne	.Lgray_from_colours
