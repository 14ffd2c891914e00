; arguments: -mtriple=amdgcn -mcpu=gfx942 -iterations=4
	v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]
	v_mfma_f32_32x32x8_f16 a[0:15], v[4:5], v[6:7], a[0:15]
	v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7]
	v_accvgpr_read_b32 v1, a2
	v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]
	v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[0,1] op_sel_hi:[1,0]
	s_nop 7
