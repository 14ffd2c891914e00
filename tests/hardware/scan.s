# Looking for a byte in a string, 32 at a time.
# lacking: sandybridge ivybridge
.Lscan:
	vpcmpeqb	(%rsi), %ymm0, %ymm1
	vpmovmskb	%ymm1, %eax
	testl	%eax, %eax
	jne	.Lfound
	addq	$32, %rsi
	decq	%rcx
	jne	.Lscan
.Lfound:
