# A dot product of floats on AArch64, with two accumulators.
#
# Each fmla adds four products to one of two sums, and the next one to the same sum waits for it: two cycles in LLVM's
# model of Neoverse V2. Its model also makes six micro-ops of an ldp that moves its base on, so the 15 micro-ops of an
# iteration take three cycles to dispatch: --steady-state shows both bounds. The in-order core shows in its timeline
# where it waits.
#
# oxmca: -mtriple=aarch64 -mcpu=neoverse-v2 -bottleneck-analysis
# oxmca: -mtriple=aarch64 -mcpu=cortex-a55 -timeline -timeline-max-iterations=2

ldp	q0, q1, [x0], #32
ldp	q2, q3, [x1], #32
fmla	v16.4s, v0.4s, v2.4s
fmla	v17.4s, v1.4s, v3.4s
subs	x2, x2, #8
