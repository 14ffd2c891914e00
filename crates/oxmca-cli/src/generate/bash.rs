//! Completions for bash, which need nothing but bash.

use std::fmt::Write;

use super::commands::{self, CommandDocument, usages};
use super::values::{Values, shown, values};
use crate::flags::Flag;

/// Finds the flag whose value the cursor is in, whether or not bash takes `=` for a word of its own.
const BEGIN: &str = r#"# Completions of oxmca for bash, made by `oxmca --generate=bash`.

_oxmca() {
    local word=${COMP_WORDS[COMP_CWORD]} flag= value= prefix=
    local before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    if [[ $word == = ]]; then
        flag=$before
    elif [[ $before == = && $COMP_CWORD -ge 2 ]]; then
        flag=${COMP_WORDS[COMP_CWORD-2]} value=$word
    elif [[ $word == -*=* ]]; then
        flag=${word%%=*} value=${word#*=} prefix=${word%%=*}=
    fi
    if [[ $COMP_CWORD -gt 1 && " COMMANDS " == *" ${COMP_WORDS[1]} "* ]]; then
        _oxmca_commands
        return
    fi
    if [[ -z $flag ]]; then
        case $before in
"#;

const VALUES: &str = r#"                flag=$before value=$word ;;
        esac
    fi
    if [[ -n $flag ]]; then
        case ${flag#-} in
"#;

const END: &str = r#"        esac
        return
    fi
    case $word in
        --*) COMPREPLY=($(compgen -P -- -W "$_oxmca_flags" -- "${word#--}")) ;;
        -*) COMPREPLY=($(compgen -P - -W "$_oxmca_flags" -- "${word#-}")) ;;
        *)
            COMPREPLY=($(compgen -f -- "$word"))
            if [[ $COMP_CWORD == 1 ]]; then
                COMPREPLY+=($(compgen -W 'COMMANDS' -- "$word"))
            fi
            ;;
    esac
}

complete -o filenames -F _oxmca oxmca
"#;

const COMMANDS_END: &str = r#"    esac
    case $word in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *) [[ -n $files ]] && COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}
"#;

/// Returns the script.
pub fn completions(flags: &[Flag]) -> String {
    let commands = commands::commands();
    let names = commands.iter().map(|it| it.name).collect::<Vec<_>>().join(" ");
    let mut out = BEGIN.replace("COMMANDS", &names);
    let needing: Vec<String> = shown(flags)
        .filter(|flag| flag.needs_value())
        .map(|flag| format!("-{0}|--{0}", flag.name))
        .collect();
    let _ = writeln!(out, "            {})", needing.join("|"));
    out.push_str(VALUES);
    for flag in shown(flags) {
        let Some(reply) = reply(&values(flag)) else { continue };
        let _ = writeln!(out, "            {0}|-{0}) COMPREPLY=($({reply})) ;;", flag.name);
    }
    out.push_str(&END.replace("COMMANDS", &names));
    let names: Vec<&str> = shown(flags).map(|flag| flag.name).collect();
    let _ = writeln!(out, "_oxmca_flags='{}'", names.join(" "));
    out.push_str(&function_of(&commands));
    out
}

/// Returns the call of `compgen` that offers values.
fn reply(values: &Values) -> Option<String> {
    match values {
        Values::None | Values::Any => None,
        Values::Files => Some("compgen -f -P \"$prefix\" -- \"$value\"".to_owned()),
        Values::Words(words) => {
            Some(format!("compgen -P \"$prefix\" -W '{}' -- \"$value\"", words.join(" ")))
        }
    }
}

/// Returns the function that completes the arguments after the name of a command.
fn function_of(commands: &[CommandDocument]) -> String {
    let mut out =
        "\n_oxmca_commands() {\n    local command=${COMP_WORDS[1]} options= files=\n".to_owned();
    out.push_str("    case $command in\n");
    for command in commands.iter().filter(|it| it.has_subcommands) {
        let names: Vec<&str> = command.usages.iter().map(|it| it.name.as_str()).collect();
        let _ = writeln!(out, "        {})", command.name);
        out.push_str("            if [[ $COMP_CWORD == 2 ]]; then\n");
        let words = names.join(" ");
        let _ = writeln!(out, "                COMPREPLY=($(compgen -W '{words}' -- \"$word\"))");
        out.push_str("                return\n            fi\n");
        out.push_str("            command+=\" ${COMP_WORDS[2]}\" ;;\n");
    }
    out.push_str("    esac\n    if [[ -z $flag ]]; then\n        case \"$command $before\" in\n");
    for usage in usages(commands) {
        let needing = usage.options.iter().filter(|it| it.needs_value());
        let words = needing.flat_map(|option| option.spellings());
        let words: Vec<String> = words.map(|it| format!("'{} {it}'", usage.words)).collect();
        if !words.is_empty() {
            let _ = writeln!(out, "            {}) flag=$before value=$word ;;", words.join("|"));
        }
    }
    out.push_str(
        "        esac\n    fi\n    if [[ -n $flag ]]; then\n        case \"$command $flag\" in\n",
    );
    for usage in usages(commands) {
        for option in &usage.options {
            let Some(reply) = reply(&option.values) else { continue };
            let words = option.spellings().into_iter().map(|it| format!("'{} {it}'", usage.words));
            let words = words.collect::<Vec<_>>().join("|");
            let _ = writeln!(out, "            {words}) COMPREPLY=($({reply})) ;;");
        }
    }
    out.push_str("        esac\n        return\n    fi\n    case $command in\n");
    for usage in usages(commands) {
        let words: Vec<String> = usage.options.iter().flat_map(|it| it.spellings()).collect();
        let files = if usage.operands.is_empty() { "" } else { " files=1" };
        let _ = writeln!(out, "        '{}') options='{}'{files} ;;", usage.words, words.join(" "));
    }
    out.push_str(COMMANDS_END);
    out
}
