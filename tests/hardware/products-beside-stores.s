# Two multiplications with addition, whose third operands take the way of every store's data.
# measured: znver3 2.91
.Lproducts_beside_stores:
	vmovaps	%xmm11, %xmm0
	vfmadd213ss	%xmm12, %xmm13, %xmm0
	vmovss	%xmm14, (%rsi)
	vmovaps	%xmm11, %xmm1
	vfmadd213ss	%xmm12, %xmm13, %xmm1
	vmovss	%xmm14, 4(%rsi)
	decq	%rcx
	jne	.Lproducts_beside_stores
