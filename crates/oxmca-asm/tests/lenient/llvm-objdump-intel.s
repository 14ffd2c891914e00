
small.o:	file format elf64-x86-64

Disassembly of section .text:

0000000000000000 <sum>:
       0:      	test	rsi, rsi
       3:      	jle	0x24 <sum+0x24>
       5:      	mov	rax, rdi
       8:      	lea	rsi, [rdi + 4*rsi]
       c:      	mov	edx, 0x0
      11:      	movsxd	rcx, dword ptr [rax]
      14:      	add	rdx, rcx
      17:      	add	rax, 0x4
      1b:      	cmp	rax, rsi
      1e:      	jne	0x11 <sum+0x11>
      20:      	mov	rax, rdx
      23:      	ret
      24:      	mov	edx, 0x0
      29:      	jmp	0x20 <sum+0x20>

000000000000002b <apply>:
      2b:      	push	rbp
      2c:      	push	rbx
      2d:      	sub	rsp, 0x8
      31:      	mov	rbp, rdi
      34:      	mov	rbx, rsi
      37:      	mov	eax, 0x0
      3c:      	add	rbp, 0x8
      40:      	xor	rax, qword ptr [rbp - 0x8]
      44:      	mov	rdi, rax
      47:      	call	qword ptr [rip]         # 0x4d <apply+0x22>
      4d:      	sub	rbx, 0x1
      51:      	jne	0x3c <apply+0x11>
      53:      	test	rax, rax
      56:      	cmove	rax, qword ptr [rip]    # 0x5e <apply+0x33>
      5e:      	add	rsp, 0x8
      62:      	pop	rbx
      63:      	pop	rbp
      64:      	ret
