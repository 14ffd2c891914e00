
small.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <sum>:
   0:	48 85 f6             	test   %rsi,%rsi
   3:	7e 1f                	jle    24 <sum+0x24>
   5:	48 89 f8             	mov    %rdi,%rax
   8:	48 8d 34 b7          	lea    (%rdi,%rsi,4),%rsi
   c:	ba 00 00 00 00       	mov    $0x0,%edx
  11:	48 63 08             	movslq (%rax),%rcx
  14:	48 01 ca             	add    %rcx,%rdx
  17:	48 83 c0 04          	add    $0x4,%rax
  1b:	48 39 f0             	cmp    %rsi,%rax
  1e:	75 f1                	jne    11 <sum+0x11>
  20:	48 89 d0             	mov    %rdx,%rax
  23:	c3                   	ret
  24:	ba 00 00 00 00       	mov    $0x0,%edx
  29:	eb f5                	jmp    20 <sum+0x20>

000000000000002b <apply>:
  2b:	55                   	push   %rbp
  2c:	53                   	push   %rbx
  2d:	48 83 ec 08          	sub    $0x8,%rsp
  31:	48 89 fd             	mov    %rdi,%rbp
  34:	48 89 f3             	mov    %rsi,%rbx
  37:	b8 00 00 00 00       	mov    $0x0,%eax
  3c:	48 83 c5 08          	add    $0x8,%rbp
  40:	48 33 45 f8          	xor    -0x8(%rbp),%rax
  44:	48 89 c7             	mov    %rax,%rdi
  47:	ff 15 00 00 00 00    	call   *0x0(%rip)        # 4d <apply+0x22>
  4d:	48 83 eb 01          	sub    $0x1,%rbx
  51:	75 e9                	jne    3c <apply+0x11>
  53:	48 85 c0             	test   %rax,%rax
  56:	48 0f 44 05 00 00 00 	cmove  0x0(%rip),%rax        # 5e <apply+0x33>
  5d:	00 
  5e:	48 83 c4 08          	add    $0x8,%rsp
  62:	5b                   	pop    %rbx
  63:	5d                   	pop    %rbp
  64:	c3                   	ret
