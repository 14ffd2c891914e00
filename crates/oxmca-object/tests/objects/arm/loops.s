@ Loops of low overhead.
	.syntax	unified
	.thumb
	.text

	.globl	plain
	.type	plain, %function
plain:
	push	{r7, lr}
	wls	lr, r1, 2f
1:	ldr	r2, [r0]
	adds	r2, #1
	str	r2, [r0], #4
	le	lr, 1b
2:	pop	{r7, pc}
	.size	plain, . - plain

	.globl	vectors
	.type	vectors, %function
vectors:
	push	{r7, lr}
	dlstp.32	lr, r1
1:	vldrw.u32	q0, [r0]
	vpt.f32	gt, q0, q1
	vaddt.f32	q0, q0, q1
	vstrw.32	q0, [r0], #16
	letp	lr, 1b
	pop	{r7, pc}
	.size	vectors, . - vectors
