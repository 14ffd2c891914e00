# Features can switch on two modes, or none: aliases and forms are then looked up under both, or neither.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -mattr=+32bit-mode
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -mattr=-64bit-mode
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -mattr=+32bit-mode,-64bit-mode
	ret
	retq
	retl
