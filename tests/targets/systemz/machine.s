# arguments: -mtriple=s390x-linux-gnu -mcpu=z17 -skip-unsupported-instructions=any -instruction-tables
	.machine push
	.machine "z10"
	vlr	%v1, %v2
	.machine unknown
	lr	%r1, %r2
	.machine pop
	vlr	%v1, %v2
	.machine pop
	.insn	rxy, 0xe30000000004, %r1, 8(%r2,%r3)
	.gnu_attribute 8, 1
	.gnu_attribute 8, 3
	vfae	%v1, %v2, %v3, 0, 4
