# The timeline alone: how many cycles and iterations it shows, and the views around it switched off.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -iterations=3 -instruction-info=false -resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-cycles=20 -timeline-max-iterations=2 -summary-view=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -timeline -timeline-max-cycles=0 -timeline-max-iterations=12 -resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -mattr=+avx -timeline -timeline-max-iterations=3 -instruction-info=0
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=1000 -iterations=12 -timeline-max-cycles=150 -resource-pressure=0
	vmulps	%xmm0, %xmm1, %xmm2
	vhaddps	%xmm2, %xmm2, %xmm3
	vhaddps	%xmm3, %xmm3, %xmm4
