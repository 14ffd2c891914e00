# A dot product of floats on AArch64, with two accumulators.
#
# Each fmla adds four products to one of two sums. The next one to the same sum has to wait for it, so the loop takes as
# long as one fmla: more accumulators would help until the two vector loads of each take longer. The in-order core
# shows where it waits in its timeline.
#
# oxmca: -mtriple=aarch64 -mcpu=neoverse-v2 -bottleneck-analysis
# oxmca: -mtriple=aarch64 -mcpu=cortex-a55 -timeline -timeline-max-iterations=2

ldp	q0, q1, [x0], #32
ldp	q2, q3, [x1], #32
fmla	v16.4s, v0.4s, v2.4s
fmla	v17.4s, v1.4s, v3.4s
subs	x2, x2, #8
