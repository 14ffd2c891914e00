// A sum that lives on the stack. Expected: forwarding of the store.
.Lspill:
	ldr	x1, [sp, #8]
	add	x1, x1, x0
	str	x1, [sp, #8]
	subs	x0, x0, #1
	b.ne	.Lspill
