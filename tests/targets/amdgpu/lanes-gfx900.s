; arguments: -mtriple=amdgcn -mcpu=gfx900 -instruction-tables
	v_add_f32_dpp v0, v1, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
	v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0x3 bank_mask:0x1 bound_ctrl:0
	v_add_f16_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:BYTE_3
	v_add_f32_e64 v0, |v1|, -s2 clamp mul:2
	v_cmp_lt_f32 vcc, v1, v2
	v_cndmask_b32 v0, v1, v2, vcc
	ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s2
	image_sample v[0:3], v[4:5], s[8:15], s[4:7] dmask:0xf
	buffer_load_dword v1, v0, s[4:7], s1 idxen offset:4 glc
	exp mrt0 v0, v1, v2, v3 done vm
	s_endpgm
