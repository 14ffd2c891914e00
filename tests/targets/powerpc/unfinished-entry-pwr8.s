# arguments: -mtriple=powerpc-unknown-linux-gnu -mcpu=pwr8 -instruction-tables -resource-pressure=0
	blr
	.tc	x"TC], x
