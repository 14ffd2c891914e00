# A dot product of floats on Arm with NEON, with two accumulators.
#
# Each vmla adds four products to one of two sums. In LLVM's model of Cortex-A57 a sum is handed on to the next vmla before
# the product is done, so the chain takes four cycles; the 12 micro-ops of an iteration take five cycles to dispatch, three
# at a time, since those of a load are not parted. The timeline shows how the sums wait.
#
# oxmca: -mtriple=armv8-linux-gnueabihf -mcpu=cortex-a57 -bottleneck-analysis -timeline -timeline-max-iterations=2

.Ldot:
vld1.32	{d16, d17}, [r0]!
vld1.32	{d18, d19}, [r1]!
vld1.32	{d20, d21}, [r0]!
vld1.32	{d22, d23}, [r1]!
vmla.f32	q0, q8, q9
vmla.f32	q1, q10, q11
subs	r2, r2, #8
bne	.Ldot
