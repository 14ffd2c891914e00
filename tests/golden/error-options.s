# Options that do not exist or make no sense.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iteratons=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -show-encodings
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=many
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=-1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -dispatch
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline=maybe
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -instruction-tables=nonsense
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -skip-unsupported-instructions=never
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -output-asm-variant=7
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=0
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -dispatch=0 -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 --iterations 3 --dispatch=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=3 -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -instruction-tables=none -iterations=2
	addl	%eax, %ecx
