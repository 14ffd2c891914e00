# Two loops between the byte markers of IACA, and code around them that is passed over, though it is none.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake --hex-file
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -json -base=4096 --hex-file
06 06
bb 6f 00 00 00 64 67 90
48 01 f8 75 fb
bb de 00 00 00 64 67 90
06
bb 6f 00 00 00 64 67 90
4801f84801f9
bb de 00 00 00 64 67 90
06
