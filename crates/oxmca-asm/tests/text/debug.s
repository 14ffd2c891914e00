	.file "plain.c"
	.file 1 "first.c"
	.file 2 "directory" "second.c"
	.file 2 "again.c"
	.file 4 "fourth.c"
	.file -1 "negative.c"
	.file "directory" "noname.c"
	.file "md5.c" md5 0x0123456789abcdef0123456789abcdef
	.file 5 "md5.c" md5 0x0123456789abcdef0123456789abcdef
	.file 6 "md5.c" md5 "x"
	.file 7 "source.c" source "int x;"
	.file 8 "source.c" source
	.file 9 "junk.c" junk
	.file 10 name
	.loc 1 5
	.loc 1 5 3 prologue_end is_stmt 0 discriminator 4 isa 2
	.loc 0 5
	.loc 3 5
	.loc 1 -5
	.loc 1 5 -3
	.loc 1 5 3 basic_block epilogue_begin
	.loc 1 5 3 is_stmt 2
	.loc 1 5 3 is_stmt a
	.loc 1 5 3 isa -1
	.loc 1 5 3 nosuch
	.loc 1 5 3 5
	.loc x
	.loc_label here
	.loc_label
	.file 0 "root.c"
	.loc 0 1
	.cv_file 1 "a.c"
	.cv_file 1 "a.c"
	.cv_file 2 "b.c" "0011" 1
	.cv_file 0 "c.c"
	.cv_file 3 c.c
	.cv_func_id 0
	.cv_func_id 0
	.cv_func_id -1
	.cv_inline_site_id 1 within 0 inlined_at 1 10 3
	.cv_inline_site_id 2 within 9 inlined_at 1 10
	.cv_inline_site_id 3 inside 0 inlined_at 1 10
	.cv_inline_site_id 3 within 0 inlined_at 9 10
	.cv_loc 0 1 5 3 prologue_end is_stmt 1
	.cv_loc 0 9 5
	.cv_loc 0 1 5 3 is_stmt 2
	.cv_linetable 0, a, b
	.cv_linetable 0 a
	.cv_inline_linetable 0 1 5 a b
	.cv_inline_linetable 0 0 5 a b
	.cv_def_range a b, reg, 5
	.cv_def_range a b, reg
	.cv_def_range a b, nosuch, 5
	.cv_def_range a b
	.cv_def_range a b, subfield_reg, 17, 0
	.cv_string "x"
	.cv_stringtable
	.cv_filechecksums
	.cv_filechecksumoffset 1
	.cv_fpo_data f
	.pseudoprobe 1 2 3 0 f
	.pseudoprobe 1 2 3 0 @ 5:6 @ 7:8 f
	.pseudoprobe 1 2
	nop
