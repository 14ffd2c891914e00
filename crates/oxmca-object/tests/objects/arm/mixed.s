@ A32, Thumb and data in one section.
	.syntax	unified
	.arch	armv7-a
	.fpu	neon
	.text

	.globl	sum
	.type	sum, %function
	.arm
sum:
	push	{r4, lr}
	mov	r2, #0
	ldr	r3, .Lconstant
1:	ldr	r4, [r0], #4
	mla	r2, r4, r3, r2
	subs	r1, r1, #1
	bne	1b
	cmp	r2, #0
	popeq	{r4, pc}
	bl	length
	mov	r0, r2
	pop	{r4, pc}
.Lconstant:
	.word	0x12345678
	.size	sum, . - sum

	.globl	length
	.type	length, %function
	.thumb
length:
	movs	r1, r0
2:	ldrb	r2, [r1], #1
	cbz	r2, 3f
	cmp	r2, #10
	it	eq
	bxeq	lr
	b	2b
3:	subs	r0, r1, r0
	bx	lr
	.size	length, . - length

	.type	choose, %function
choose:
	push	{r4, lr}
	mov	r4, r1
4:	cmp	r0, #2
	bhi	7f
	tbb	[pc, r0]
5:	.byte	(6f - 5b) / 2
	.byte	(7f - 5b) / 2
	.byte	(8f - 5b) / 2
	.p2align	1
6:	blx	sum
	b.w	9f
7:	bl	elsewhere
	ldr	pc, [sp], #4
8:	vadd.f32	q0, q0, q1
9:	subs	r4, #1
	itt	ne
	movne	r0, #1
	bne	4b
	pop	{r4, pc}
	.size	choose, . - choose
