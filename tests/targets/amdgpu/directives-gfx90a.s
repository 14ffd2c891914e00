; arguments: -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -skip-unsupported-instructions=parse-failure
.amdgcn_target "amdgcn-amd-amdhsa--gfx908"
.amdgcn_target "gfx90a"
.amdgcn_target "amdgcn-amd-amdpal--gfx90a"
.amdgcn_target gfx90a
.amdhsa_code_object_version x
.amdhsa_kernel a
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 5
.end_amdhsa_kernel
.amdhsa_kernel b
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 200
  .amdhsa_accum_offset 4
.end_amdhsa_kernel
.amdhsa_kernel c
  .amdhsa_next_free_vgpr 1000
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 4
.end_amdhsa_kernel
.amdhsa_kernel d
  .amdhsa_next_free_vgpr 8
.end_amdhsa_kernel
.amdhsa_kernel e
  .amdhsa_user_sgpr_count undefined
.end_amdhsa_kernel
.amdhsa_kernel f
  .amdhsa_wavefront_size32 1
.amdhsa_kernel g
  .amdhsa_ieee_mode 2
.amdhsa_kernel h
  .amdhsa_ieee_mode -1
.amdhsa_kernel i
  .amdhsa_kernarg_size 1
  .amdhsa_kernarg_size 1
.amdhsa_kernel j
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 4
  .amdhsa_user_sgpr_count 17
.end_amdhsa_kernel
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 4
  .amdhsa_user_sgpr_count 1
  .amdhsa_user_sgpr_queue_ptr 1
.end_amdhsa_kernel
.amdhsa_kernel l
  .amdhsa_unknown 1
.amdhsa_kernel m
  .amdhsa_named_barrier_count 1
.amdhsa_kernel
.amdhsa_kernel n 1
.amdhsa_kernel o
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 8
  .amdhsa_accum_offset 4
.end_amdhsa_kernel x
.amdhsa_kernel p
  .amdhsa_next_free_vgpr max(1, 2, 8)
  .amdhsa_next_free_sgpr or(1, 2)
  .amdhsa_accum_offset alignto(3, 4)
.end_amdhsa_kernel
.set x, max()
.set x, max(1 2)
.set x, max(1,)
.set x, alignto(1)
.set x, totalnumvgprs(1, y)
.amdgpu_lds v, 65537
.amdgpu_lds v, -1
.amdgpu_lds v, 4, 3
.amdgpu_lds v, 4, 8
.amdgpu_info f
  .amdgpu_num_sgpr 5
  .amdgpu_use g
  .amdgpu_typeid "x"
.end_amdgpu_info
.amdgpu_info f
  .amdgpu_strange 5
.end_amdgpu_info
.amd_kernel_code_t
.amdgpu_hsa_kernel k
.amd_amdgpu_isa "x"
.amd_amdgpu_pal_metadata 1,2
.if .amdgcn.gfx_generation_number != 9
s_nop 5
.endif
.if .amdgcn.gfx_generation_stepping == 10
s_nop 6
.endif
s_nop UC_VERSION_GFX10
.amdgpu_metadata
---
amdhsa.version: [ 1, 2 ]
...
