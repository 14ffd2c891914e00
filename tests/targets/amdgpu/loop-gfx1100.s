; arguments: -mtriple=amdgcn -mcpu=gfx1100 -timeline -iterations=3
loop:
	ds_load_b32 v1, v0 offset:16
	global_load_b64 v[2:3], v4, s[2:3] offset:-8
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_f32 v5, v1, v2
	v_fma_f32 v6, -v5, |v3|, 1.0
	v_mul_f64 v[8:9], v[10:11], v[12:13]
	v_rcp_f32 v7, v6
	v_dual_add_f32 v1, v2, v3 :: v_dual_mul_f32 v4, v5, v6
	s_add_i32 s4, s4, -1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop
