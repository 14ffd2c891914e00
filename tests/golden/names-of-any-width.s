# Names that are wider or narrower than their characters are many, or no characters at all: what follows
# them on a line, and the line after, is aligned by the columns they take.
# oxmca: -mtriple=x86_64-unknown-linux -mcpu=btver2 -iterations=100 -bottleneck-analysis -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-linux -mcpu=znver3 -iterations=1 -instruction-tables=full
	imull	"日本語"(%rip), %eax
	imull	"é́"(%rip), %eax
	imull	"😀"(%rip), %eax
	imull	"­​"(%rip), %eax
	imull	"한"(%rip), %eax
	imull	%eax, %eax
