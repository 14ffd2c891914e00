# Names of CPUs that share a scheduling model, and generic levels.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=x86-64 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=generic -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=core2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=corei7-avx -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=ivybridge -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=core-avx2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=silvermont -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=goldmont -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=tremont -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver1 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver4 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bonnell -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skx -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=cascadelake -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=tigerlake -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=raptorlake -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=graniterapids -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=arrowlake-s -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver5 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=x86-64-v3 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=knl -iterations=10
	movl	(%rdi), %eax
	imull	%esi, %eax
	addl	%eax, %edx
	divl	%ecx
