# arguments: -mtriple=s390x-linux-gnu -mcpu=zEC12 -iterations=2 -call-latency=20
	lgr	%r12, %r2
	brasl	%r14, __tls_get_offset@PLT:tls_gdcall:x
	basr	%r14, %r1
	br	%r14
