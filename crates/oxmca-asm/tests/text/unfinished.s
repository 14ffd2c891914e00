	nop
	.cfi_startproc
