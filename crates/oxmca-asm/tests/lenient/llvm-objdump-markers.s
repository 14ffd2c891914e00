
iaca.o:	file format elf64-x86-64

Disassembly of section .text:

0000000000000000 <f>:
       0: bb 6f 00 00 00               	movl	$0x6f, %ebx
       5: 64 67 90                     	addr32		nop
       8: 0f af c9                     	imull	%ecx, %ecx
       b: bb de 00 00 00               	movl	$0xde, %ebx
      10: 64 67 90                     	addr32		nop
      13: c3                           	retq
