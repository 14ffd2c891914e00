# arguments: -mtriple=powerpc-unknown-linux-gnu -mcpu=pwr9 -mattr=+booke,+spe -show-encoding -instruction-tables -skip-unsupported-instructions=any
	dcbt	8, 3, 4
	dcbtst	0, 3, 4
	dcbt	3, 4
	evldd	14, 16(13)
	evaddw	14, 15, 16
	efdadd	3, 4, 5
	mfdcr	3, 178
	wrteei	1
	lwarx	3, 4, 5, 0
	lwarx	3, 4, 5, 1
	dst	12, 11, 3
