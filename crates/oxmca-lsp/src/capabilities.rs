//! The capabilities of the server and of the client.

use gen_lsp_types::InitializeParams;
use serde_json::{Value, json};

use crate::commands;
use crate::positions::Encoding;

/// The capabilities of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Client {
    /// The unit in which it counts characters.
    pub encoding: Encoding,
    /// It has settings to ask for.
    pub has_configuration: bool,
    /// It can be asked to fetch hints again.
    pub refreshes_hints: bool,
    /// It can be asked to fetch lenses again.
    pub refreshes_lenses: bool,
}

impl Client {
    /// Reads the capabilities of a client.
    pub fn of(params: &InitializeParams) -> Client {
        let all = serde_json::to_value(&params.capabilities).unwrap_or_default();
        let is_set = |pointer: &str| all.pointer(pointer) == Some(&Value::Bool(true));
        let encodings = all.pointer("/general/positionEncodings").and_then(Value::as_array);
        let has = |name: &str| encodings.is_some_and(|all| all.iter().any(|it| it == name));
        Client {
            encoding: match () {
                () if has("utf-8") => Encoding::Utf8,
                () if !has("utf-16") && has("utf-32") => Encoding::Utf32,
                () => Encoding::Utf16,
            },
            has_configuration: is_set("/workspace/configuration"),
            refreshes_hints: is_set("/workspace/inlayHint/refreshSupport"),
            refreshes_lenses: is_set("/workspace/codeLens/refreshSupport"),
        }
    }

    /// Returns the answer to `initialize`.
    pub fn initialize_result(&self) -> Value {
        let encoding = match self.encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        };
        json!({
            "capabilities": {
                "positionEncoding": encoding,
                // Open, close, edits of ranges and saves.
                "textDocumentSync": {"openClose": true, "change": 2, "save": true},
                "hoverProvider": true,
                "inlayHintProvider": true,
                "codeLensProvider": {},
                "completionProvider": {"triggerCharacters": [".", "%"]},
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentSymbolProvider": true,
                "documentFormattingProvider": true,
                "documentRangeFormattingProvider": true,
                "executeCommandProvider": {"commands": commands::NAMES},
                "workspace": {"workspaceFolders": {"supported": true}},
            },
            "serverInfo": {"name": "oxmca-lsp", "version": env!("CARGO_PKG_VERSION")},
        })
    }
}
