# CRC-32C: three interleaved chains of eight bytes, then a byte tail.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
.Lcrc:
	crc32q	(%rdi), %rax
	crc32q	1024(%rdi), %rcx
	crc32q	2048(%rdi), %rdx
	addq	$8, %rdi
	decl	%r8d
	jne	.Lcrc
	crc32l	%esi, %eax
	crc32w	(%rdi), %ecx
	crc32b	%sil, %edx
	crc32b	(%rdi), %r9
