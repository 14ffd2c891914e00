# arguments: -mtriple=s390x-linux-gnu -mcpu=z17 -iterations=5 -all-views
	vap	%v1, %v2, %v3, 31, 0
	vcvb	%r1, %v2, 3
	vpkz	%v1, 0(%r2), 15
	zap	0(16,%r1), 8(4,%r2)
	cvb	%r1, 0(%r2)
	pack	0(8,%r1), 0(15,%r2)
	adtr	%f1, %f2, %f3
	ddtr	%f1, %f2, %f3
