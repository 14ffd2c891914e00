
small.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <sum>:
   0:	test   %rsi,%rsi
   3:	jle    24 <sum+0x24>
   5:	mov    %rdi,%rax
   8:	lea    (%rdi,%rsi,4),%rsi
   c:	mov    $0x0,%edx
  11:	movslq (%rax),%rcx
  14:	add    %rcx,%rdx
  17:	add    $0x4,%rax
  1b:	cmp    %rsi,%rax
  1e:	jne    11 <sum+0x11>
  20:	mov    %rdx,%rax
  23:	ret
  24:	mov    $0x0,%edx
  29:	jmp    20 <sum+0x20>

000000000000002b <apply>:
  2b:	push   %rbp
  2c:	push   %rbx
  2d:	sub    $0x8,%rsp
  31:	mov    %rdi,%rbp
  34:	mov    %rsi,%rbx
  37:	mov    $0x0,%eax
  3c:	add    $0x8,%rbp
  40:	xor    -0x8(%rbp),%rax
  44:	mov    %rax,%rdi
  47:	call   *0x0(%rip)        # 4d <apply+0x22>
			49: R_X86_64_PC32	hook-0x4
  4d:	sub    $0x1,%rbx
  51:	jne    3c <apply+0x11>
  53:	test   %rax,%rax
  56:	cmove  0x0(%rip),%rax        # 5e <apply+0x33>
			5a: R_X86_64_PC32	table-0x4
  5e:	add    $0x8,%rsp
  62:	pop    %rbx
  63:	pop    %rbp
  64:	ret
