# CPUs, triples and features that do not exist, and a CPU without a model.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=nosuchcpu -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=pentium4 -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=x86-64 -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=i486 -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -mattr=+nosuchfeature -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -mattr=-sse2,+avx2 -iterations=2
# oxmca: -mtriple=nosucharch-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -march=nosuchmarch
	addl	%eax, %ecx
	movl	(%rdi), %eax
