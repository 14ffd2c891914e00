
small-r.o:	file format elf64-littleriscv

Disassembly of section .text:

0000000000000000 <sum>:
       0: 00b05d63     	blez	a1, 0x1a <.L4>
       4: 87aa         	mv	a5, a0
       6: 058a         	slli	a1, a1, 0x2
       8: 00b506b3     	add	a3, a0, a1
       c: 4501         	li	a0, 0x0

000000000000000e <.L3>:
       e: 4398         	lw	a4, 0x0(a5)
      10: 953a         	add	a0, a0, a4
      12: 0791         	addi	a5, a5, 0x4
      14: fed79de3     	bne	a5, a3, 0xe <.L3>
      18: 8082         	ret

000000000000001a <.L4>:
      1a: 4501         	li	a0, 0x0
      1c: 8082         	ret

000000000000001e <apply>:
      1e: 1101         	addi	sp, sp, -0x20
      20: ec06         	sd	ra, 0x18(sp)
      22: e822         	sd	s0, 0x10(sp)
      24: e426         	sd	s1, 0x8(sp)
      26: e04a         	sd	s2, 0x0(sp)
      28: 84aa         	mv	s1, a0
      2a: 842e         	mv	s0, a1
      2c: 4501         	li	a0, 0x0
      2e: 00000917     	auipc	s2, 0x0
      32: 00093903     	ld	s2, 0x0(s2)

0000000000000036 <.L7>:
      36: 04a1         	addi	s1, s1, 0x8
      38: ff84b703     	ld	a4, -0x8(s1)
      3c: 00093783     	ld	a5, 0x0(s2)
      40: 8d39         	xor	a0, a0, a4
      42: 9782         	jalr	a5
      44: 147d         	addi	s0, s0, -0x1
      46: f865         	bnez	s0, 0x36 <.L7>
      48: e511         	bnez	a0, 0x54 <.L6>
      4a: 00000797     	auipc	a5, 0x0
      4e: 0007b783     	ld	a5, 0x0(a5)
      52: 6388         	ld	a0, 0x0(a5)

0000000000000054 <.L6>:
      54: 60e2         	ld	ra, 0x18(sp)
      56: 6442         	ld	s0, 0x10(sp)
      58: 64a2         	ld	s1, 0x8(sp)
      5a: 6902         	ld	s2, 0x0(sp)
      5c: 6105         	addi	sp, sp, 0x20
      5e: 8082         	ret
