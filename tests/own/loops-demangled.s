# Functions of C++ and Rust by their names in the source; patterns find them by both names.
#
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --function=Values<int>::sum*
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=_ZN7numbers5scale* --instruction-info=false --resource-pressure=false
	.type	_ZNK6ValuesIiE3sumEv,@function
_ZNK6ValuesIiE3sumEv:
.L1:
	addl	(%rdi), %eax
	addq	$4, %rdi
	cmpq	%rsi, %rdi
	jne	.L1
	retq
	.size	_ZNK6ValuesIiE3sumEv, .-_ZNK6ValuesIiE3sumEv
	.type	_ZN7numbers5scale17h71369f020cd0b475E,@function
_ZN7numbers5scale17h71369f020cd0b475E:
.L2:
	mulss	(%rdi), %xmm0
	addq	$4, %rdi
	cmpq	%rsi, %rdi
	jne	.L2
	retq
	.size	_ZN7numbers5scale17h71369f020cd0b475E, .-_ZN7numbers5scale17h71369f020cd0b475E
