; arguments: -mtriple=amdgcn -mcpu=gfx90a --explain -instruction-info=0 -resource-pressure=0
.LBB0_2:
	global_load_dword v1, v[4:5], off
	global_load_dword v6, v[2:3], off
	ds_read_b32 v7, v8
	v_add_u32_e32 v0, 64, v0
	s_waitcnt lgkmcnt(0)
	v_add_u32_e32 v7, v7, v0
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v1, v1, v1
	s_waitcnt vmcnt(0) expcnt(0)
	v_fmac_f32_e32 v6, s0, v1
	global_store_dword v[2:3], v6, off
