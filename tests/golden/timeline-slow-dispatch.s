# An instruction may retire before the last of its micro-ops are dispatched. Its wait times count all the same, also
# where it is not shown.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -timeline -dispatch=1 -iterations=100 -instruction-info=false -resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -timeline -dispatch=2 -timeline-max-cycles=30 -timeline-max-iterations=20 -instruction-info=false -resource-pressure=false
	vpconflictd	%xmm18, %xmm0 {%k7} {z}
	addl	%eax, %ebx
