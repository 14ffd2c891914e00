	li	a1, 111
	.byte	19, 0, 0, 0
	add	a0, a0, a2
	li	a1, 222
	.byte	19, 0, 0, 0
	# OSACA-BEGIN
	mul	a0, a0, a2
	# OSACA-END
	ret
