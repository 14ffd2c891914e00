; arguments: -mtriple=amdgcn -mcpu=gfx1030 -iterations=2
	image_sample v[0:3], [v4, v5, v6], s[8:15], s[4:7] dmask:0xf dim:SQ_RSRC_IMG_3D
	image_load v[0:1], v[4:5], s[8:15] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm
	tbuffer_load_format_x v1, off, s[4:7], 0 format:[BUF_FMT_32_FLOAT] offset:16
	s_load_dwordx4 s[4:7], s[2:3], 0x10
	v_add_nc_u32_dpp v0, v1, v2 dpp8:[7,6,5,4,3,2,1,0]
	v_permlane16_b32 v0, v1, s2, s3 op_sel:[1,0]
	s_waitcnt_depctr 0xffe3
