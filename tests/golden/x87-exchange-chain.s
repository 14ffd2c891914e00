# Exchanges between independent chains of the x87 stack.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -timeline -timeline-max-iterations=1
	fadd	%st(0), %st
	fxch	%st(1)
	fadd	%st(0), %st
	fxch	%st(2)
	fmul	%st(3), %st
	fxch	%st(3)
	fsub	%st(1), %st
	fxch
