; arguments: -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -mattr=+xnack,-sramecc -instruction-tables -resource-pressure=0 -skip-unsupported-instructions=any
.amdgcn_target "amdgcn-amd-amdhsa-unknown-gfx1030:xnack-"
	v_bad
	s_nop 0
