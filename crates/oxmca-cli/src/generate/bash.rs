//! Completions for bash, which need nothing but bash.

use std::fmt::Write;

use super::{Values, flags, values};

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
    else
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
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}

complete -o filenames -F _oxmca oxmca
"#;

/// The script.
pub fn completions() -> String {
    let mut out = BEGIN.to_owned();
    let needing: Vec<String> = flags()
        .filter(|flag| flag.needs_value())
        .map(|flag| format!("-{0}|--{0}", flag.name))
        .collect();
    let _ = writeln!(out, "            {})", needing.join("|"));
    out.push_str(VALUES);
    for flag in flags() {
        let reply = match values(flag) {
            Values::None | Values::Any => continue,
            Values::Files => "compgen -f -P \"$prefix\" -- \"$value\"".to_owned(),
            Values::Words(words) => {
                format!("compgen -P \"$prefix\" -W '{}' -- \"$value\"", words.join(" "))
            }
        };
        let _ = writeln!(out, "            {0}|-{0}) COMPREPLY=($({reply})) ;;", flag.name);
    }
    out.push_str(END);
    let names: Vec<&str> = flags().map(|flag| flag.name).collect();
    let _ = writeln!(out, "_oxmca_flags='{}'", names.join(" "));
    out
}
