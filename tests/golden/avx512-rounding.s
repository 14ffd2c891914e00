# Embedded rounding and exception suppression, scalar and packed, masked and not.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=1
	vaddps	{rn-sae}, %zmm0, %zmm1, %zmm2
	vsubpd	{rd-sae}, %zmm0, %zmm1, %zmm2 {%k1}
	vmulps	{ru-sae}, %zmm0, %zmm1, %zmm2 {%k1} {z}
	vdivpd	{rz-sae}, %zmm0, %zmm1, %zmm3
	vsqrtps	{rn-sae}, %zmm0, %zmm4
	vaddss	{rz-sae}, %xmm0, %xmm1, %xmm2
	vfmadd231sd	{ru-sae}, %xmm0, %xmm1, %xmm2 {%k3}
	vmaxps	{sae}, %zmm0, %zmm1, %zmm5
	vcvttps2dq	{sae}, %zmm0, %zmm6
	vcvtdq2ps	{rd-sae}, %zmm6, %zmm7
	vcvtsd2si	{rn-sae}, %xmm0, %rax
	vcvtusi2sd	%rax, {ru-sae}, %xmm1, %xmm8
	vgetexppd	{sae}, %zmm1, %zmm9
	vgetmantps	$5, {sae}, %zmm1, %zmm10
	vrangeps	$2, {sae}, %zmm0, %zmm1, %zmm11
	vreducepd	$16, %zmm1, %zmm12
	vfixupimmps	$0, {sae}, %zmm0, %zmm1, %zmm13
	vrcp14ps	%zmm0, %zmm14
	vrsqrt14sd	%xmm0, %xmm1, %xmm15
	vucomiss	{sae}, %xmm0, %xmm16
