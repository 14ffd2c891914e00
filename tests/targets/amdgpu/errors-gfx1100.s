; arguments: -mtriple=amdgcn -mcpu=gfx1100 -skip-unsupported-instructions=any
	v_add_f32 v0, v1
	v_add_f32 v0, v1, v300
	s_mov_b64 s[1:2], s[4:5]
	s_mov_b32 s200, 0
	v_nothing v0
	v_add_f32 v0, v1, v2 row_mask:0x1f
	s_sendmsg sendmsg(MSG_NOTHING)
	v_add_f64 v[0:1], v[2:3], v[4:6]
	buffer_load_b32 v0, off, s[4:7], s1 offset:65536
	v_add_f32 v0, v1, v2
	v_mov_b32_dpp v0, v1 row_shl:1 clamp:0x bound_ctrl:0
	v_mov_b32 v0, v1
