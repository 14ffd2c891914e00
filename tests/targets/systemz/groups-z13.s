# arguments: -mtriple=s390x-linux-gnu -mcpu=z13 -iterations=3 -timeline -dispatch-stats -retire-stats
# Instructions that begin and end groups, and some that are cracked.
	stmg	%r6, %r15, 48(%r15)
	lmg	%r6, %r15, 208(%r15)
	mvc	0(8,%r2), 0(%r3)
	clc	0(16,%r2), 0(%r3)
	dlgr	%r0, %r5
	cs	%r0, %r1, 0(%r2)
	msgr	%r1, %r2
	brc	8, .L1
	lgr	%r1, %r2
	locgrne	%r3, %r4
