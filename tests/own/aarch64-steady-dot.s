# A dot product: out of order, in order, and on a core with few units.
#
# oxmca: -mtriple=aarch64 --steady-state -mcpu=neoverse-v2
# oxmca: -mtriple=aarch64 --steady-state -mcpu=cortex-a55
# oxmca: -mtriple=aarch64 --steady-state -mcpu=thunderx2t99
ldp	q0, q1, [x0], #32
ldp	q2, q3, [x1], #32
fmla	v16.4s, v0.4s, v2.4s
fmla	v17.4s, v1.4s, v3.4s
subs	x2, x2, #8
