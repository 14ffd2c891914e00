# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2
.macro f
	nop
