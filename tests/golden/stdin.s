# Input read from standard input, named so in diagnostics.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=2 -
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -skip-unsupported-instructions=any -iterations=2 -
	addl	%eax, %ecx
	bogus
