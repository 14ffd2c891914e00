# arguments: -mtriple=amdgcn -mcpu=gfx1200 -skip-unsupported-instructions=any
; LLVM reads two tokens ahead of a constant, and a region begins each time it reads the comment.
	v_mov_b32 v0, v1
; LLVM-MCA-BEGIN sources
	v_mov_b32 v0, v1
; LLVM-MCA-END sources
	v_mov_b32 v0, 1
; LLVM-MCA-BEGIN constants
	s_nop 0
; LLVM-MCA-END constants
	v_add_f32 v0, v1, -1.5
; LLVM-MCA-BEGIN negative
	v_add_f32 v0, lit(v1), v2 ; LLVM-MCA-END negative
	v_add_f32 v0, lit(lit(1)), v2
	v_add_f32 v0, v1, lit(1)
