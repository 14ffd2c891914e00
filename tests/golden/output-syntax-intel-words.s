# Symbols whose names are words of Intel's syntax: in quotes where the input is of that syntax, as it is chosen by option.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -x86-asm-syntax=intel -iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -x86-asm-syntax=intel -output-asm-variant=0 -iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -output-asm-variant=1 -iterations=1
	.att_syntax
	jmp	"rax"
	jmp	"RAX"
	jmp	"byte"
	jmp	"xmmword"
	jmp	"st"
	jmp	"mm7"
	jmp	"xor"
	jmp	"k0_k1"
	jmp	"ptr"
	jmp	"frob"
	movq	"rsi"+8(%rip), %rax
	movq	$"flat", %rcx
	movq	"zmm31"@GOTPCREL(%rip), %rdx
