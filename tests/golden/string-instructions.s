# The string instructions, alone and repeated, and the direction flag.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -instruction-tables
	cld
	movb	$10, %al
	rep stosb
	rep stosq
	rep movsb
	rep movsq
	repne scasb
	repe cmpsb
	lodsb
	lodsw
	lodsl
	lodsq
	stosb
	stosl
	movsb
	movsw
	movsl
	movsq
	scasq
	cmpsl
	std
