# Four products and their sum, the way a compiler for an AVX machine without FMA writes a dot product.
#
# vmulps multiplies four pairs of floats; each vhaddps then adds neighbours, and after the second one
# every lane holds the sum. The three instructions wait for each other, but the next iteration does not
# wait for them: the report shows how many iterations the CPU keeps in flight, and -timeline shows it
# cycle by cycle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=300
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=300 -timeline -timeline-max-iterations=3

	vmulps	%xmm0, %xmm1, %xmm2
	vhaddps	%xmm2, %xmm2, %xmm3
	vhaddps	%xmm3, %xmm3, %xmm4
