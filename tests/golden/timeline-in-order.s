# In order, some instructions are never seen to execute. They are shown even if they were dispatched after the
# last cycle shown.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -timeline -iterations=1 -instruction-info=false -resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -timeline -timeline-max-cycles=3 -iterations=2 -instruction-info=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -timeline -timeline-max-cycles=0 -timeline-max-iterations=2 -resource-pressure=false
	vmload	%rax
	minps	(%rdi), %xmm0
	divps	%xmm1, %xmm2
	imulq	%rcx, %rdx
