
small.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <sum>:
   0:	48 85 f6             	test   rsi,rsi
   3:	7e 1f                	jle    24 <sum+0x24>
   5:	48 89 f8             	mov    rax,rdi
   8:	48 8d 34 b7          	lea    rsi,[rdi+rsi*4]
   c:	ba 00 00 00 00       	mov    edx,0x0
  11:	48 63 08             	movsxd rcx,DWORD PTR [rax]
  14:	48 01 ca             	add    rdx,rcx
  17:	48 83 c0 04          	add    rax,0x4
  1b:	48 39 f0             	cmp    rax,rsi
  1e:	75 f1                	jne    11 <sum+0x11>
  20:	48 89 d0             	mov    rax,rdx
  23:	c3                   	ret
  24:	ba 00 00 00 00       	mov    edx,0x0
  29:	eb f5                	jmp    20 <sum+0x20>

000000000000002b <apply>:
  2b:	55                   	push   rbp
  2c:	53                   	push   rbx
  2d:	48 83 ec 08          	sub    rsp,0x8
  31:	48 89 fd             	mov    rbp,rdi
  34:	48 89 f3             	mov    rbx,rsi
  37:	b8 00 00 00 00       	mov    eax,0x0
  3c:	48 83 c5 08          	add    rbp,0x8
  40:	48 33 45 f8          	xor    rax,QWORD PTR [rbp-0x8]
  44:	48 89 c7             	mov    rdi,rax
  47:	ff 15 00 00 00 00    	call   QWORD PTR [rip+0x0]        # 4d <apply+0x22>
  4d:	48 83 eb 01          	sub    rbx,0x1
  51:	75 e9                	jne    3c <apply+0x11>
  53:	48 85 c0             	test   rax,rax
  56:	48 0f 44 05 00 00 00 	cmove  rax,QWORD PTR [rip+0x0]        # 5e <apply+0x33>
  5d:	00 
  5e:	48 83 c4 08          	add    rsp,0x8
  62:	5b                   	pop    rbx
  63:	5d                   	pop    rbp
  64:	c3                   	ret
