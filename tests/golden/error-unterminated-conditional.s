# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2
.if 1
	nop
