; arguments: -mtriple=amdgcn -mcpu=gfx1250 -skip-unsupported-instructions=any -instruction-tables
	s_mov_b32 s0, lit(1)
	s_mov_b64 s[0:1], lit64(1)
	v_add_f32 v0, lit(0.5), v1
	v_add_f64 v[0:1], lit64(0x1234), v[2:3]
	v_ceil_f64 v[0:1], 2.1e-320
	v_fmaak_f64 v[4:5], lit64(123.0), v[6:7], lit64(123.0)
	v_sqrt_f32 v2, lit(v1)
	v_sqrt_f32 v2, lit(1
	v_sqrt_f32 v2, lit 1
	v_add_f32_e64 v0, neg(lit(2)), v1
	v_add_f32_e64 v0, v1, lit64(2)
	v_dual_max_num_f64 v[238:239], |v[132:133]|, -|v[16:17]| :: v_dual_mov_b32 v171, s28
	v_dual_fma_f64 v[34:35], -16, -v[56:57], v[208:209] :: v_dual_dot2acc_f32_bf16 v20, 1, -v40
	flat_load_b32 v5, v[2:3] scale_offset
	v_cndmask_b32_dpp v213, v141, -|v198| row_ror:15 bank_mask:0xf bound_ctrl:1
	v_ashrrev_i64 v[138:139], s16, s[56:57]
