# arguments: -mtriple=s390x-linux-gnu -mcpu=z196 -instruction-tables -show-encoding
	j	0
	jne	-8
	larl	%r1, x+4
	lgrl	%r1, x@GOTENT
	cgrje	%r1, %r2, label
	brct	%r1, .-4
	jg	f@PLT
	cij	%r1, 5, 8, away
