# A store and a load whose addresses are the same only if registers are known to be.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false --initial-registers=hardware-registers.txt
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false --initial-registers=equal
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --initial-registers=hardware-registers.s
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --initial-registers=hardware-registers-part.txt
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --initial-registers=absent.txt
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 --hardware
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --hardware --initial-registers=absent.txt
	movq	%rax, (%rdi)
	movq	-8(%rsi), %rax
