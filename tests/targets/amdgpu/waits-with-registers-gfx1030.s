; arguments: -mtriple=amdgcn -mcpu=gfx1030 -iterations=40 -instruction-info=0 -resource-pressure=0
; LLVM-MCA-BEGIN accesses
	global_load_dword v1, v[2:3], off
	s_waitcnt_vscnt null, 0
	s_waitcnt_vmcnt null, 0
	global_store_dword v[2:3], v1, off
	s_load_dword s4, s[0:1], 0
	s_waitcnt_lgkmcnt s3, 0
	s_waitcnt_vscnt null, 1
	s_waitcnt_expcnt null, 1
	v_mov_b32 v0, v1
; LLVM-MCA-END
; LLVM-MCA-BEGIN return
	s_waitcnt_vscnt null, 0
	s_setpc_b64 s[0:1]
; LLVM-MCA-END
; LLVM-MCA-BEGIN no-wait
	v_add_f32 v1, v1, v2
