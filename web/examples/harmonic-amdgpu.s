; The sum of 1 / x[i], as clang makes it for gfx90a: a wave waits for its load.
.Lloop:
	global_load_dword v1, v[2:3], off
	v_add_co_u32_e32 v2, vcc, 0x100, v2
	v_add_u32_e32 v0, 64, v0
	v_addc_co_u32_e32 v3, vcc, 0, v3, vcc
	v_cmp_le_i32_e32 vcc, s64, v0
	s_or_b64 s[6:7], vcc, s[6:7]
	s_waitcnt vmcnt(0)
	v_rcp_f32_e32 v1, v1
	v_add_f32_e32 v41, v41, v1
	s_andn2_b64 exec, exec, s[6:7]
	s_cbranch_execnz .Lloop
