# A text that names its architecture needs no triple.
#
# oxmca: loops --mcpu=cortex-a55
# oxmca: loops --mcpu=neoverse-n1,apple-a14
# oxmca: loops --mcpu=skylake
	.arch	armv8-a
	.type	sum, %function
sum:
.L1:
	ldr	w1, [x0], #4
	add	w2, w2, w1
	cmp	x0, x3
	b.ne	.L1
	ret
	.size	sum, .-sum
