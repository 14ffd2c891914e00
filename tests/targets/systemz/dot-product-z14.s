# arguments: -mtriple=s390x-linux-gnu -mcpu=z14 -iterations=20 -timeline -timeline-max-iterations=2 -bottleneck-analysis
	vl	%v0, 0(%r2)
	vl	%v1, 0(%r3)
	vfmadb	%v4, %v0, %v1, %v4
	vl	%v2, 16(%r2)
	vl	%v3, 16(%r3)
	vfmadb	%v5, %v2, %v3, %v5
	la	%r2, 32(%r2)
	la	%r3, 32(%r3)
	brctg	%r5, .L4
