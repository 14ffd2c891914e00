//! A target small enough to read, used by tests of the reader and of validation.

use super::{SourceFile, TextError, read};
use crate::TablesBuf;
use crate::schema::*;

const TINY: &[(&str, &str)] = &[
    (
        "features.tbl",
        "fast FeatureFast \"Is fast\"\nwide FeatureWide \"Is wide\" implies=fast\n- Hidden \"\"\n",
    ),
    (
        "target.tbl",
        "dialects one two\noperand-type OPERAND_COND\nhw-mode default\nhw-mode big if=FeatureWide,!Hidden\n\
         asm-feature Wide \"wide mode\" if=FeatureWide|Hidden\n",
    ),
    (
        "registers.tbl",
        "sub-register-index none\nsub-register-index low\nregister NoRegister\n\
         register A asm=a encoding=3 dwarf=1 units=0,1 sub=low:AL\n\
         register AL asm=al units=0 super=A constant\nregister B asm=b units=2\n\
         class WORD A B\nclass BYTE AL\nmode-class ptr BYTE WORD\n",
    ),
    (
        "operand-classes.tbl",
        "Invalid invalid\nOptional optional\n_STAR_ token=*\nWORD register registers=A,B\n\
         Ptr by-mode=WORD,WORD\nMem predicate=isMem diagnostic=NoMem message=\"must be memory\"\n\
         SmallMem predicate=isSmallMem supers=Mem diagnostic=NoMem message=\"must be memory\"\n\
         Small predicate=isSmall range=-8..-4|4..8 step=4\n",
    ),
    ("sched-classes.tbl", "Invalid\nWriteAdd\nWriteLoad\nWriteMaybe\nWriteNothing\n"),
    (
        "instructions.tbl",
        "operand-group mem mem:ptr,mem\noperand-group mem2 mem:ptr,mem\n\
         ADDrr out=WORD in=WORD@0,WORD one=\"add\\t{2}, {1}\" two=\"add\\t{{{1}}}, {2}\" writes=AL sched=WriteMaybe ts=0x10\n\
         ADDrm out=WORD in=WORD@0,mem2 asm=\"add\\t{2:printMem:x}, {1}\" reads=B flags=MayLoad sched=WriteLoad\n\
         JMP in=pcrel:branch-target,OPERAND_COND,generic1,imm asm=\"jmp\\t{0}\" size=2\n",
    ),
    (
        "encodings.tbl",
        "ADDrr 01?0 2[3:1] 2[6] 0[0] 1[63:57]\nJMP 1110 0[3:0] 0=getTarget post=swap\n",
    ),
    (
        "decodings.tbl",
        "registers WORDS A - B\noperands 0 WORDS{7:6} imm{3:0,0b10} not<3>{9:8} simm{2} trick<1>{}\n\
         operands 1 plus<2>{0}\n\
         table 16 First\nADDrr 0 if=Wide,!FeatureFast code=0x4000/0xf000 or-next\nADDrr 1\n\
         table 8 Second\nJMP 1 code=0xe0/0xf0\n",
    ),
    (
        "opcode-maps.tbl",
        "map plain.1 prefix=np,66 w=w0,w1\nADDrm plain.1/03/mem operands=reg:r32,dup0,rm:m\n\
         JMP plain.1/40-41/any/66.w1 plain.1/03/r2+c1/np operands=id:rel\n",
    ),
    (
        "compression.tbl",
        "compress ADDrr op1==op0 op2:BYTE op1==A small(op2) as JMP op2 -3 B 1 if FeatureWide|Hidden\n\
         expand JMP op0==-5 as ADDrr op0 op0 AL\n",
    ),
    ("class-choices.tbl", "choices 1:8=WriteAdd 0:8=WriteNothing\n    for JMP ADDrr\n"),
    (
        "tables/Hints.tbl",
        "columns Name:text Value:number When:features Old:flag Inst:instruction\n\
         Wait 1 JMP When=FeatureWide,!Hidden\nwait.all 1 ADDrr Old\nstop -2 JMP\n",
    ),
    (
        "print-aliases.tbl",
        "one JMP 4 \"go\\t{0}\" any imm:-1 reg:A class:WORD feature:FeatureWide\n",
    ),
    (
        "assembler-one.tbl",
        "add WORD,WORD ADDrr Reg(2),=0,Reg(1)\nadd Mem,WORD ADDrm Reg(2),=0:1:2,Mem(1) Wide\n\
         jmp _STAR_,Ptr JMP addTarget(2),-1,%AL,7\n",
    ),
    ("assembler-two.tbl", "add WORD,WORD ADDrr Reg(1),=0,Reg(2)\n"),
    ("mnemonic-aliases.tbl", "one plus add Wide\none plus jmp\n"),
    (
        "cpu/tiny.tbl",
        "model TinyModel processor-id=1 issue-width=2\n    micro-op-buffer=8 reorder-buffer=8 load-queue=Load\n\
         resource P0\nresource P1\nresource P01 members=P0,P1 buffer=4\nresource LS units=2\nresource Load super=LS buffer=3\n\
         register-file Ints registers=16 moves-per-cycle=1 costs=WORD:1:move,BYTE:2\n\
         class uops=1 uses=P01 latency=1 for WriteAdd\n\
         class uops=2 uses=P0:1-3,Load latency=4/1,2 advance=0:3/1,1:-1 end-group for WriteLoad\n\
         class uops=0 latency=0 for WriteNothing\n\
         variant WriteMaybe\n    if op1 == op2 and not (isimm(op1) or hasPrefix()) then WriteNothing\n    else WriteAdd\n\
         zero-idiom if op1 == op2 independent=0,1 for ADDrr\noptimizable-move for ADDrr\n",
    ),
    ("cpus.tbl", "tiny model=TinyModel features=wide tune=fast,Hidden\nsmall model=TinyModel\n"),
];

fn read_with(name: &str, text: &str) -> Result<TablesBuf, TextError> {
    let files: Vec<SourceFile<'_>> = TINY
        .iter()
        .map(|(known, known_text)| SourceFile {
            name: known,
            text: if *known == name { text } else { known_text },
        })
        .collect();
    read(&files)
}

#[test]
fn former_names_stand_for_their_cpus_and_are_not_listed() {
    let with = |text| {
        let mut files: Vec<SourceFile<'_>> =
            TINY.iter().map(|(name, text)| SourceFile { name, text }).collect();
        files.push(SourceFile { name: "former-cpus.tbl", text });
        read(&files)
    };
    let buf = with("an-old-one tiny\nzero small\n").unwrap();
    let tables = buf.tables();
    tables.validate().unwrap();
    for (former, now) in [("an-old-one", "tiny"), ("zero", "small")] {
        let [former, now] =
            [former, now].map(|name| tables.cpus[tables.cpu_named(name).unwrap().index()]);
        assert_eq!((former.is_alias, former.is_unlisted), (1, 1));
        assert_eq!(tables.text(former.shown_name), tables.text(now.name));
        assert_eq!((former.model, former.features), (now.model, now.features));
    }
    assert!(with("small tiny\n").is_err(), "a name that is taken");
    assert!(with("old none\n").is_err(), "no such CPU");
}

/// Returns the tables of the small target.
pub(crate) fn tiny() -> TablesBuf {
    read_with("", "").unwrap()
}

#[test]
fn small_target_reads_and_is_sound() {
    let buf = tiny();
    let tables = buf.tables();
    tables.validate().unwrap();
    let cpu = tables.cpus[tables.cpu_named("tiny").unwrap().index()];
    assert!(cpu.features.contains(1) && cpu.tune_features.contains(2));
    let load = tables.instruction(Opcode(1));
    let operands = tables.operands(Opcode(1));
    assert_eq!((operands.len(), load.num_defs, operands[1].tied_to), (4, 1, 0));
    assert_eq!(operands[2].flags, operand_flag::LOOKUP_BY_HW_MODE);
    let model = &tables.models[0];
    let class = tables.sched_class(model, load.sched_class).unwrap();
    let uses = &tables.resource_uses[class.resource_uses.range()];
    assert_eq!((uses[0].acquire_at_cycle, uses[0].release_at_cycle), (1, 3));
    assert_eq!(tables.write_latencies[class.write_latencies.range()][0].write_resource, 1);
    assert_eq!(tables.read_advances[class.read_advances.range()][1].cycles, -1);
    let jump = &tables.convert_steps[tables.match_entries(0, b"jmp")[0].conversion.range()];
    let kinds: Vec<u8> = jump.iter().map(|step| step.kind).collect();
    assert_eq!(
        kinds,
        [convert_kind::RENDER, convert_kind::IMM, convert_kind::REG, convert_kind::IMM]
    );
    assert_eq!(tables.mnemonic_aliases(0, b"plus").len(), 2);
    let idioms = tables.idioms(model, Opcode(0));
    assert_eq!((idioms[0].independent_uses, idioms[1].kind), (3, idiom_kind::OPTIMIZABLE_MOVE));
}

#[test]
fn short_forms_are_what_they_stand_for() {
    let long = "register NoRegister\nregister A asm=a encoding=1\nregister S0_S1 asm=s[0:1] encoding=0\n\
         register S2_S3 asm=s[2:3] encoding=2\nregister S4_S5 asm=s[4:5] encoding=4\n\
         class BOTH S0_S1 S4_S5\nclass WORD A\nclass BYTE S2_S3\n";
    let short = "register NoRegister\nregister A asm=a encoding=1\n\
         register S{0}_S{1} asm=s[{0}:{1}] encoding={0} count=3 step=2\n\
         class BOTH S0_S1..S4_S5/2\nclass WORD A\nclass BYTE S2_S3\n";
    let packed =
        |registers: &str, instructions: &str, classes: &str, forms: &str, aliases: &str| {
            let files = [
                ("features.tbl", "f FeatureF \"\"\ng FeatureG \"\"\n"),
                (
                    "target.tbl",
                    "dialects one two\nhw-mode default\nasm-feature F \"f\" if=FeatureF\n\
                 asm-feature G \"g\" if=FeatureG\n",
                ),
                ("registers.tbl", registers),
                ("operand-classes.tbl", classes),
                ("sched-classes.tbl", "Invalid\n"),
                ("instructions.tbl", instructions),
                ("assembler-one.tbl", forms),
                ("assembler-two.tbl", ""),
                ("mnemonic-aliases.tbl", aliases),
            ];
            let files = files.map(|(name, text)| SourceFile { name, text });
            read(&files).unwrap().pack()
        };
    let expected = packed(
        long,
        "ADD out=WORD in=WORD asm=\"add {0}, {1}\" flags=MayLoad size=4\n\
         SUB out=WORD in=WORD asm=\"sub {0}, {1}\" flags=MayLoad size=4\n",
        "Invalid invalid\nPAIR register registers=S0_S1,S4_S5\nWORD register registers=A\n",
        "add WORD,WORD ADD WORD(1) F\nadd PAIR,WORD SUB WORD(1) F\n",
        "one plus add F\none plus add G\ntwo plus add F\ntwo plus add G\n",
    );
    let found = packed(
        short,
        "$0 out=WORD in=WORD\n$1 $0 tail=\" {0}, {1}\"\n$2 flags=MayLoad size=4\n\
         ADD asm=add $1 $2\nSUB $1 asm=sub $2\n",
        "Invalid invalid\nPAIR register registers=S0_S1..S4_S5/2\nWORD register registers=A\n",
        "$0 WORD(1) F\nadd WORD,WORD ADD $0\n$ PAIR,WORD SUB $0\n",
        "one,two plus add F|G\n",
    );
    assert!(expected == found, "the short forms stand for other tables");
}

#[test]
fn machine_code_is_read_as_fields() {
    let buf = tiny();
    let tables = buf.tables();
    let row = tables.encoding(Opcode(0)).unwrap();
    assert_eq!((row.width_bits, row.fixed_mask, row.fixed_bits), (16, 0xd000, 0x4000));
    let fields = &tables.encoding_fields[row.fields.range()];
    let fields: Vec<_> =
        fields.iter().map(|it| (it.operand, it.operand_bit, it.code_bit, it.width_bits)).collect();
    assert_eq!(fields, [(2, 1, 9, 3), (2, 6, 8, 1), (0, 0, 7, 1), (1, 57, 0, 7)]);
    let row = tables.encoding(Opcode(2)).unwrap();
    let name = |method: u16| tables.text(tables.encoder_methods[usize::from(method)]);
    let field = tables.encoding_fields[row.fields.range()][0];
    assert_eq!((name(0), name(field.method)), ("getMachineOpValue", "getTarget"));
    assert_eq!(name(row.post_method), "swap");
    assert!(tables.encoding(Opcode(1)).is_none());
    for text in ["ADDrr 0101", "ADDrr 01x00000", "ADDrr 0[1:2] 000000", "ADDrr 0[63:0] 00000000"] {
        assert!(read_with("encodings.tbl", text).is_err(), "{text}");
    }
    // A field of an operand that the instruction does not have.
    let other = read_with("encodings.tbl", "ADDrr 9[7:0]").unwrap();
    assert!(other.tables().validate().is_err());
}

#[test]
fn decoders_find_their_rows_by_an_index() {
    let buf = tiny();
    let tables = buf.tables();
    let [first, second, short] = tables.decodings else { panic!() };
    assert_eq!((first.fixed_bits, first.fixed_mask, first.or_next), (0x4000, 0xf000, 1));
    // The bits of the encoding, in the same table.
    assert_eq!((second.fixed_bits, second.fixed_mask, second.or_next), (0x4000, 0xd000, 0));
    assert_eq!((first.table, second.table, short.table), (0, 0, 1));
    assert_eq!(tables.decoding_candidates(16, 0x4000), [0, 1]);
    assert_eq!(tables.decoding_candidates(8, 0xe0), [2]);
    assert!(tables.decoding_candidates(32, 0x4000).is_empty());
    let mut on = FeatureSet::default();
    on.insert(1);
    assert!(
        tables.decoding_enabled(first, &on)
            && !tables.decoding_enabled(first, &FeatureSet::default())
    );
    on.insert(0);
    assert!(!tables.decoding_enabled(first, &on) && tables.decoding_enabled(second, &on));

    let steps = &tables.decode_steps[first.steps.range()];
    let kinds: Vec<_> = steps.iter().map(|it| (it.kind, it.argument, it.width_bits)).collect();
    use decode_step::{IMM, METHOD, NOT, REGISTER, SIGNED_IMM};
    let expected = [(REGISTER, 0, 2), (IMM, 0, 6), (NOT, 3, 2), (SIGNED_IMM, 0, 1), (METHOD, 0, 0)];
    assert_eq!(kinds, expected);
    let first = |step: &DecodeStep| (step.code_bit, step.first_width_bits);
    assert_eq!(first(&steps[1]), (0, 0));
    assert_eq!(first(&steps[2]).1, 2);
    let parts = &tables.code_parts[steps[1].more_parts.range()];
    let parts: Vec<_> = parts.iter().map(|it| (it.code_bit, it.width_bits)).collect();
    assert_eq!(parts, [(CodePart::ZEROS, 1), (CodePart::ONES, 1), (0, 4)]);
    let list = tables.decoder_registers[0];
    assert_eq!(tables.register_lists[list.range()], [Reg(1), Reg::NONE, Reg(3)]);
    assert_eq!(tables.text(tables.decoder_methods[0]), "trick<1>");

    for text in [
        "ADDrr 0",
        "table 16 A\nADDrr 0",
        "table 12 A",
        "operands 0 imm",
        "operands 0 imm{2:3}",
        "operands 0 imm{128}",
        "operands 0 imm{0b2}",
        "operands 0 plus<x>{}",
        "operands 0\noperands 0",
        "registers A A\nregisters A B",
        "operands 0\ntable 8 A\nADDrm 0",
        "operands 0\ntable 8 A\nJMP 0 code=3/1",
        "operands 0\ntable 8 A\nJMP 0 if=Nothing",
    ] {
        assert!(read_with("decodings.tbl", text).is_err(), "{text}");
    }
}

#[test]
fn opcode_maps_are_looked_up_by_context() {
    let buf = tiny();
    let tables = buf.tables();
    let map = tables.opcode_map("plain.1").unwrap();
    assert_eq!(map.contexts, 4);
    let meaning = |opcode, context, modrm| {
        tables.modrm_opcodes[tables.modrm_decision(map, opcode, context).row(modrm)].0
    };
    // An instruction that the ModRM byte does not choose, in the last context only.
    assert_eq!([0, 1, 2, 3].map(|context| meaning(0x41, context, 0)), [0, 0, 0, 2]);
    assert!(!tables.modrm_decision(map, 0x40, 3).needs_modrm());
    // One with memory operands, one with two in the REG field or the byte c1 without `66`.
    let bytes = [0x00, 0xbf, 0xc1, 0xc2, 0xd0, 0xd7];
    assert_eq!(bytes.map(|byte| meaning(0x03, 1, byte)), [1, 1, 2, 0, 2, 2]);
    assert_eq!(bytes.map(|byte| meaning(0x03, 2, byte)), [1, 1, 0, 0, 0, 0]);
    let places = tables.operand_places_of(Opcode(1)).iter();
    let places = places.map(|place| tables.text(tables.operand_places[usize::from(*place)]));
    assert_eq!(places.collect::<Vec<_>>(), ["reg:r32", "dup0", "rm:m"]);
    for text in [
        "map a x=1 y=2\nmap a x=1",
        "ADDrm a/00/any",
        "map a x=p,q\nADDrm a/00/any\nJMP a/00/c0/p",
        "map a x=p,q\nADDrm a/00/any/r",
        "map a x=p,q\nADDrm a/0g/any",
        "map a x=p,q\nADDrm a/00/m8",
        "map a x=p,q\nADDrm a/00/12",
        "map a x=p,q\nADDrm a/00",
    ] {
        assert!(read_with("opcode-maps.tbl", text).is_err(), "{text}");
    }
}

#[test]
fn rewrites_and_choices_are_found_by_instruction() {
    let buf = tiny();
    let tables = buf.tables();
    let [row] = tables.rewrites(rewrite_kind::COMPRESS, Opcode(0)) else { panic!() };
    let conditions = &tables.rewrite_conditions[row.conditions.range()];
    let kinds: Vec<u16> = conditions.iter().map(|it| it.kind).collect();
    use rewrite_condition::{PREDICATE, REG, REG_CLASS, SAME_REG};
    assert_eq!(kinds, [SAME_REG, REG_CLASS, REG, PREDICATE]);
    let operands = &tables.rewrite_operands[row.operands.range()];
    let operands: Vec<_> = operands.iter().map(|it| (it.kind, it.value)).collect();
    use rewrite_operand::{COPY, IMM, REG as REG_OPERAND};
    assert_eq!(operands, [(COPY, 2), (IMM, -3), (REG_OPERAND, 3), (IMM, 1)]);
    let mut on = FeatureSet::default();
    assert!(!tables.rewrite_enabled(row, &on));
    on.insert(2);
    assert!(tables.rewrite_enabled(row, &on));
    assert_eq!(tables.rewrites(rewrite_kind::EXPAND, Opcode(2)).len(), 1);
    for text in ["compress ADDrr op1==op0", "compress ADDrr x==A as JMP", "shorten ADDrr as JMP"] {
        assert!(read_with("compression.tbl", text).is_err(), "{text}");
    }
    // An instruction has so many operands.
    let other = read_with("compression.tbl", "compress ADDrr as JMP op0").unwrap();
    assert!(other.tables().validate().is_err());

    assert_eq!(tables.class_choice(Opcode(0), [1, 8]), Some(SchedClassId(1)));
    assert_eq!(tables.class_choice(Opcode(2), [0, 8]), Some(SchedClassId(4)));
    assert_eq!(tables.class_choice(Opcode(1), [0, 8]), None);
    assert_eq!(tables.diagnostic_message("NoMem"), Some("must be memory"));
}

#[test]
fn tables_of_a_target_are_read_by_their_columns() {
    let buf = tiny();
    let tables = buf.tables();
    assert!(tables.named_table("Other").is_none());
    let table = tables.named_table("Hints").unwrap();
    let column = |name| table.column(name).unwrap();
    assert_eq!((table.len(), table.column("None")), (3, None));
    let row = table.row_named("WAIT").unwrap();
    assert_eq!((row.text(column("Name")), row.number(column("Value"))), ("Wait", 1));
    assert_eq!((row.flag(column("Old")), row.opcode(column("Inst"))), (false, Some(Opcode(2))));
    let mut on = FeatureSet::default();
    assert!(!row.features_hold(column("When"), &on));
    on.insert(1);
    assert!(row.features_hold(column("When"), &on));
    // A column of another kind has no value.
    assert_eq!((row.number(column("Name")), row.text(column("Value"))), (0, ""));
    assert!(table.row_named("wait.all").unwrap().flag(column("Old")));
    assert_eq!(table.row_named("stop").unwrap().number(column("Value")), -2);
    assert!(table.row_named("go").is_none() && table.row(3).is_none());
    for text in ["Wait 1", "columns Name", "columns Name:text\nWait Odd", "columns A:number\nx"] {
        assert!(read_with("tables/Hints.tbl", text).is_err(), "{text}");
    }
}

#[test]
fn predicate_is_stored_in_prefix_order() {
    let buf = tiny();
    let tables = buf.tables();
    let case = tables.variant_cases[0];
    let kinds: Vec<(u16, i64)> = tables.predicates[case.predicate.range()]
        .iter()
        .map(|node| (node.kind, node.value))
        .collect();
    assert_eq!(
        kinds,
        [
            (predicate::ALL, 6),
            (predicate::SAME_REG, 0),
            (predicate::NOT, 0),
            (predicate::ANY, 3),
            (predicate::IS_IMM, 0),
            (predicate::FUNCTION, 0)
        ]
    );
}

#[test]
fn mistakes_are_named_with_their_line() {
    let cases = [
        ("cpu/tiny.tbl", "model M\nresource A\nresource A\n", 3, "resource `A` is already defined"),
        ("cpu/tiny.tbl", "model M\nclass uses=B for WriteAdd\n", 2, "unknown resource `B`"),
        (
            "cpu/tiny.tbl",
            "model M\nclass latency=x for WriteAdd\n",
            2,
            "`x` is not a number in range",
        ),
        (
            "cpu/tiny.tbl",
            "model M\nclass uops=1\n",
            2,
            "missing `for` and the classes it applies to",
        ),
        ("cpu/tiny.tbl", "model M\nresource\n", 2, "missing name"),
        (
            "cpu/tiny.tbl",
            "model M\nvariant WriteAdd if op1 = op2 then WriteAdd\n",
            2,
            "cannot compare `op1` with `op2` by `=`",
        ),
        (
            "cpu/tiny.tbl",
            "model M\nclass for WriteAdd\nclass for WriteAdd\n",
            3,
            "scheduling class `WriteAdd` has data already",
        ),
        ("assembler-two.tbl", "b - JMP -\n\na - JMP -\n", 3, "`a` must come before `b`"),
        ("registers.tbl", "register A sub=x:A\n", 1, "unknown sub-register index `x`"),
        ("instructions.tbl", "X asm=\"{0\"\n", 1, "unbalanced brace in syntax"),
        ("cpus.tbl", "# names\nx\n", 2, "missing `model=`"),
    ];
    for (file, text, line, message) in cases {
        let error = read_with(file, text).unwrap_err();
        assert_eq!((error.line, error.message.as_str()), (line, message), "{file}: {text}");
        assert_eq!(error.file, file);
    }
}

#[test]
fn deep_predicates_are_refused() {
    let text = format!(
        "model M\nvariant WriteAdd if {}true{} then WriteLoad\n",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    let error = read_with("cpu/tiny.tbl", &text).unwrap_err();
    assert_eq!(error.message, "predicate is nested too deeply");
}

#[test]
fn unknown_files_are_refused() {
    let error = read(&[SourceFile { name: "other.tbl", text: "" }]).unwrap_err();
    assert_eq!(error.to_string(), "other.tbl: not a file of a target's tables");
}
