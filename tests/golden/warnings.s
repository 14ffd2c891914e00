# Input that draws warnings and still is analyzed.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -iterations=2
	.warning	"only a warning"
	retq
	callq	helper
