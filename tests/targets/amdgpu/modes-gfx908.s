; arguments: -mtriple=amdgcn-amd-amdhsa -mcpu=gfx908 -mattr=+xnack,-sramecc -instruction-tables -resource-pressure=0
.amdgcn_target "amdgcn-amd-amdhsa-unknown-gfx908:sramecc-:xnack-"
.amdgcn_target "amdgcn-amd-amdhsa-unknown-gfx908:sramecc+"
.amdgcn_target "amdgcn-amd-amdhsa-unknown-gfx908:sramecc-:xnack+"
.amdgcn_target "amdgcn-amd-amdhsa--gfx908"
.amdgcn_target "amdgcn-amd-amdhsa-unknown-gfx908:xnack-"
	s_nop 0
