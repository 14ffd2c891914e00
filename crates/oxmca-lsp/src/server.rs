//! The server: what it does with each message.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;
use gen_lsp_types::{
    CodeLensParams, CompletionParams, DefinitionParams, DidChangeTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingParams, DocumentHighlightParams,
    DocumentRangeFormattingParams, DocumentSymbolParams, ExecuteCommandParams, FormattingOptions,
    HoverParams, InitializeParams, InlayHintParams, Position, Range, ReferenceParams,
    TextDocumentContentChangeEvent, TextDocumentPositionParams, WorkspaceFolders,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use oxmca_asm::Interrupt;
use oxmca_queries::{Host, MachineChoice, Machines, TextPart};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::background::{Done, Job};
use crate::capabilities::Client;
use crate::commands::{self, Arguments, Ready};
use crate::document::{Document, Language};
use crate::files::Files;
use crate::labels::{NamePlace, Names};
use crate::settings::{Answers, SECTION, Settings};
use crate::sources::{self, SourceLoops, path_of};
use crate::transport::{Incoming, Outgoing};
use crate::{completion, diagnostics, formatting, hints, hover};

/// A symbol that lists in an editor show.
const FUNCTION: u32 = 12;
/// The kinds of messages to a person.
const ERROR: u32 = 1;
const INFORMATION: u32 = 3;

/// The phase of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Begun,
    Initialized,
    ShutDown,
    Ended { status: i32 },
}

/// A language server. It answers messages, and gives work to a thread of the caller's.
pub(crate) struct Server {
    files: Arc<dyn Files>,
    machines: Arc<Machines>,
    jobs: Sender<Job>,
    /// Takes work that may last, and that others are not to wait for.
    long_jobs: Sender<Job>,
    /// Set while costs of loops are looked for.
    is_costing: bool,
    phase: Phase,
    client: Client,
    settings: Settings,
    choice: Result<MachineChoice, String>,
    folders: Vec<String>,
    documents: BTreeMap<String, Document>,
    /// Loops of sources in compiled languages.
    source_loops: HashMap<String, Result<SourceLoops, String>>,
    outgoing: Vec<Outgoing>,
    /// Requests that a thread works on, and how to stop each.
    running: HashMap<RequestId, Arc<AtomicBool>>,
    /// The number of the next request to the client.
    next_request: i32,
    /// The request for settings that the client has not answered.
    asked_settings: Option<RequestId>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("phase", &self.phase).finish_non_exhaustive()
    }
}

/// A refusal: the code and the message of an error.
type Refusal = (ErrorCode, String);

impl Server {
    /// Creates a server that has seen no message. `jobs` takes work for a thread, and `long_jobs` for another one.
    pub(crate) fn new(
        host: Host,
        files: Arc<dyn Files>,
        jobs: Sender<Job>,
        long_jobs: Sender<Job>,
    ) -> Server {
        Server {
            files,
            machines: Arc::new(Machines::new(host)),
            jobs,
            long_jobs,
            is_costing: false,
            phase: Phase::Begun,
            client: Client::default(),
            settings: Settings::default(),
            choice: Ok(MachineChoice::default()),
            folders: Vec::new(),
            documents: BTreeMap::new(),
            source_loops: HashMap::new(),
            outgoing: Vec::new(),
            running: HashMap::new(),
            next_request: 1,
            asked_settings: None,
        }
    }

    /// Returns the exit status, once the client has asked for the end.
    pub(crate) fn exit_status(&self) -> Option<i32> {
        match self.phase {
            Phase::Ended { status } => Some(status),
            _ => None,
        }
    }

    /// Returns the messages to the client so far.
    pub(crate) fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outgoing)
    }

    /// Takes a message of the client's.
    pub(crate) fn handle(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Malformed(reason) => self.outgoing.push(Outgoing::ParseError(reason)),
            Incoming::Message(Message::Request(request)) => self.request(request),
            Incoming::Message(Message::Notification(it)) => self.notification(it),
            Incoming::Message(Message::Response(response)) => self.response(&response),
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.phase, &*method) {
            (Phase::Begun, "initialize") => self.initialize(params),
            (Phase::Begun, _) => Err((
                ErrorCode::ServerNotInitialized,
                "the first request is 'initialize'".to_owned(),
            )),
            (Phase::Initialized, "initialize") => {
                Err((ErrorCode::InvalidRequest, "'initialize' was asked before".to_owned()))
            }
            (Phase::Initialized, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.running.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
                Ok(Value::Null)
            }
            (Phase::Initialized, "workspace/executeCommand") => {
                match self.execute(&id, params) {
                    // The thread answers.
                    Ok(()) => return,
                    Err(refusal) => Err(refusal),
                }
            }
            (Phase::Initialized, method) => self.answer(method, params),
            (Phase::ShutDown | Phase::Ended { .. }, _) => {
                Err((ErrorCode::InvalidRequest, "the server was shut down".to_owned()))
            }
        };
        self.respond(id, answer);
    }

    fn respond(&mut self, id: RequestId, answer: Result<Value, Refusal>) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        };
        self.outgoing.push(Outgoing::Message(Message::Response(response)));
    }

    fn notify(&mut self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.outgoing.push(Outgoing::Message(Message::Notification(message)));
    }

    fn ask(&mut self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(self.next_request);
        self.next_request = self.next_request.wrapping_add(1);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.outgoing.push(Outgoing::Message(Message::Request(request)));
        id
    }

    fn show(&mut self, kind: u32, message: &str) {
        self.notify("window/showMessage", json!({"type": kind, "message": message}));
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = read(params)?;
        self.client = Client::of(&params);
        let folders = match params.workspace_folders_initialize_params.workspace_folders {
            Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
                folders.into_iter().filter_map(|it| path_of(&it.uri.0)).collect()
            }
            _ => Vec::new(),
        };
        self.folders = folders;
        self.phase = Phase::Initialized;
        if let Some(options) = params.initialization_options {
            self.set_settings(&options);
        }
        Ok(self.client.initialize_result())
    }

    fn set_settings(&mut self, value: &Value) {
        match Settings::read(value) {
            Ok(settings) if settings != self.settings => {
                self.choice = settings.choice(&*self.files);
                if let Err(reason) = &self.choice {
                    let reason = reason.clone();
                    self.show(ERROR, &reason);
                }
                self.settings = settings;
                let uris: Vec<String> = self.documents.keys().cloned().collect();
                uris.iter().for_each(|uri| self.prepare(uri));
                self.refresh();
            }
            Ok(_) => {}
            Err(reason) => self.show(ERROR, &reason),
        }
    }

    /// Asks the client to fetch hints and lenses again.
    fn refresh(&mut self) {
        if self.phase != Phase::Initialized {
            return;
        }
        if self.client.refreshes_hints {
            self.ask("workspace/inlayHint/refresh", Value::Null);
        }
        if self.client.refreshes_lenses {
            self.ask("workspace/codeLens/refresh", Value::Null);
        }
    }

    fn ask_settings(&mut self) {
        if self.client.has_configuration {
            let items = json!({"items": [{"section": SECTION}]});
            self.asked_settings = Some(self.ask("workspace/configuration", items));
        }
    }

    fn response(&mut self, response: &Response) {
        if self.asked_settings.as_ref() == Some(&response.id) {
            self.asked_settings = None;
            if let Ok(value) = &response.response_result
                && let Some(settings) = value.get(0).filter(|it| !it.is_null())
            {
                self.set_settings(&settings.clone());
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        if method == "exit" {
            let status = i32::from(self.phase != Phase::ShutDown);
            self.phase = Phase::Ended { status };
            return;
        }
        if self.phase != Phase::Initialized {
            return;
        }
        let done = match &*method {
            "initialized" => {
                self.ask_settings();
                Ok(())
            }
            "textDocument/didOpen" => read(params).map(|it| self.open(it)),
            "textDocument/didChange" => read(params).map(|it| self.change(it)),
            "textDocument/didSave" => {
                let uri = uri_of(&params);
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.is_changed = false;
                    self.prepare(&uri);
                }
                Ok(())
            }
            "textDocument/didClose" => {
                self.close(&uri_of(&params));
                Ok(())
            }
            "workspace/didChangeConfiguration" => {
                let settings = params.get("settings").and_then(|it| it.get(SECTION));
                match settings {
                    Some(settings) => self.set_settings(&settings.clone()),
                    None => self.ask_settings(),
                }
                Ok(())
            }
            "$/cancelRequest" => {
                let id = params.get("id").cloned().and_then(|it| serde_json::from_value(it).ok());
                if let Some(stop) = id.and_then(|it: RequestId| self.running.get(&it)) {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            }
            // Those that begin with `$/` and all others may be passed over.
            _ => Ok(()),
        };
        if let Err((_, reason)) = done {
            self.notify(
                "window/logMessage",
                json!({"type": ERROR, "message": format!("{method}: {reason}")}),
            );
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let uri = item.uri.0;
        let name = String::from(item.language_id);
        let language = match &*name {
            "c" | "cpp" | "objective-c" | "objective-cpp" | "rust" | "fortran" | "zig" => {
                Language::Compiled
            }
            _ => Language::Assembly,
        };
        let document = Document::new(&uri, language, item.version, item.text);
        self.documents.insert(uri.clone(), document);
        self.prepare(&uri);
    }

    fn close(&mut self, uri: &str) {
        self.source_loops.remove(uri);
        if self.documents.remove(uri).is_some() {
            self.notify("textDocument/publishDiagnostics", json!({"uri": uri, "diagnostics": []}));
        }
    }

    /// Chooses the machine of a document and publishes the messages about it, or looks for the loops of its object.
    fn prepare(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        if document.language == Language::Compiled {
            self.find_source_loops(uri);
            return;
        }
        let machine = self.choice.clone();
        let text = document.text.text().as_bytes();
        let machine = machine.and_then(|choice| self.machines.for_text(&choice, text));
        document.set_machine(machine);
        self.publish(uri);
    }

    /// Has a thread look for the loops of the object of a source.
    fn find_source_loops(&mut self, uri: &str) {
        let (Ok(choice), Some(source)) = (self.choice.clone(), path_of(uri)) else { return };
        let (files, machines) = (Arc::clone(&self.files), Arc::clone(&self.machines));
        let (named, folders) = (self.settings.objects.clone(), self.folders.clone());
        let uri = uri.to_owned();
        self.spawn(Box::new(move || {
            let objects = sources::objects(&*files, &source, &named, &folders);
            let never = &Interrupt::NEVER;
            let loops = sources::find(&*files, &machines, &choice, &source, &objects, never);
            Done::SourceLoops { uri, loops }
        }));
    }

    fn spawn(&self, job: Job) {
        // The thread lives as long as the server.
        let _ = self.jobs.send(job);
    }

    /// Reads a document as a whole and publishes the messages about it.
    fn publish(&mut self, uri: &str) {
        let encoding = self.client.encoding;
        let Some(document) = self.documents.get_mut(uri) else { return };
        let read = document.current(false).ok();
        document.has_old_diagnostics = false;
        let read = read.as_ref().map(|it| &**it.base());
        let found = diagnostics::of_document(document, read, encoding);
        let version = document.version;
        let params = json!({"uri": uri, "version": version, "diagnostics": found});
        self.notify("textDocument/publishDiagnostics", params);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri.0;
        let encoding = self.client.encoding;
        let Some(document) = self.documents.get_mut(&uri) else { return };
        document.version = params.text_document.version;
        let mut problem = None;
        for change in params.content_changes {
            let (range, text) = match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(it) => {
                    (Some(it.range), it.text)
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(it) => {
                    (None, it.text)
                }
            };
            problem = document.change(range, &text, encoding).err().or(problem);
        }
        if let Some(reason) = problem {
            self.show(ERROR, &reason);
        }
    }

    /// Returns whether there is work for the time when no message waits.
    pub(crate) fn has_idle_work(&self) -> bool {
        let is_old = |it: &Document| it.language == Language::Assembly && it.has_old_diagnostics;
        self.documents.values().any(|it| it.wants_thread() || is_old(it) && !it.is_read_by_thread())
    }

    /// Does what waits for the time when no message does: reads texts again after edits.
    pub(crate) fn idle(&mut self) {
        let uris: Vec<String> = self.documents.keys().cloned().collect();
        for uri in uris {
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            if document.language != Language::Assembly || !document.has_old_diagnostics {
                continue;
            }
            if document.is_read_by_thread() {
                continue;
            }
            if !document.wants_thread() {
                self.publish(&uri);
                continue;
            }
            if let Some(reading) = document.begin_reading() {
                let machines = Arc::clone(&self.machines);
                self.spawn(Box::new(move || {
                    let (uri, version) = (reading.uri.clone(), reading.version);
                    Done::Read { uri, version, text: reading.read(&machines).map(Box::new) }
                }));
            }
        }
    }

    /// Takes what a thread has done.
    pub(crate) fn take_done(&mut self, done: Done) {
        match done {
            Done::Read { uri, version, text } => {
                let Some(document) = self.documents.get_mut(&uri) else { return };
                if document.take(version, text.map(|it| *it)) {
                    self.publish(&uri);
                    self.refresh();
                }
            }
            Done::Costs => {
                self.is_costing = false;
                self.refresh();
            }
            Done::SourceLoops { uri, loops } => {
                if self.documents.contains_key(&uri) {
                    self.source_loops.insert(uri, loops);
                    self.refresh();
                }
            }
            Done::Answer { id, text } => {
                let was_stopped =
                    self.running.remove(&id).is_some_and(|it| it.load(Ordering::Relaxed));
                match text {
                    _ if was_stopped => {
                        let refusal = (ErrorCode::RequestCanceled, "stopped".to_owned());
                        self.respond(id, Err(refusal));
                    }
                    Ok(text) => {
                        if self.settings.answers == Answers::Message {
                            self.show(INFORMATION, &text);
                        }
                        self.respond(id, Ok(Value::String(text)));
                    }
                    Err(reason) => self.respond(id, Err((ErrorCode::RequestFailed, reason))),
                }
            }
        }
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            "textDocument/inlayHint" => self.hints(&read(params)?),
            "textDocument/hover" => {
                let params: HoverParams = read(params)?;
                self.hover(&params.text_document_position_params)
            }
            "textDocument/codeLens" => self.lenses(&read(params)?),
            "textDocument/completion" => {
                let params: CompletionParams = read(params)?;
                self.completion(&params.text_document_position_params)
            }
            "textDocument/definition" => {
                let params: DefinitionParams = read(params)?;
                self.places(&params.text_document_position_params, |names, at| {
                    names.definitions(at)
                })
            }
            "textDocument/references" => {
                let params: ReferenceParams = read(params)?;
                let with_definitions = params.context.include_declaration;
                self.places(&params.text_document_position_params, |names, at| {
                    names.references(at, with_definitions)
                })
            }
            "textDocument/documentHighlight" => {
                let params: DocumentHighlightParams = read(params)?;
                let found = self.places(&params.text_document_position_params, |names, at| {
                    names.references(at, true)
                })?;
                let ranges =
                    found.as_array().into_iter().flatten().map(|it| json!({"range": it["range"]}));
                Ok(ranges.collect())
            }
            "textDocument/documentSymbol" => self.symbols(&read(params)?),
            "textDocument/formatting" => {
                let DocumentFormattingParams { text_document, options, .. } = read(params)?;
                self.format(&text_document.uri.0, 0..=u32::MAX - 1, &options)
            }
            "textDocument/rangeFormatting" => {
                let it: DocumentRangeFormattingParams = read(params)?;
                let Range { start, end } = it.range;
                // A range of whole lines ends at the beginning of the next one.
                let end = end.line.saturating_sub(u32::from(end.character == 0 && end > start));
                self.format(&it.text_document.uri.0, start.line..=end, &it.options)
            }
            other => Err((ErrorCode::MethodNotFound, format!("there is no method '{other}'"))),
        }
    }

    /// Returns a document of assembly that has a machine; `None` if there is none, which is no mistake of the client's.
    fn assembly(&mut self, uri: &str) -> Option<&mut Document> {
        let document = self.documents.get_mut(uri)?;
        (document.language == Language::Assembly && document.machine.is_ok()).then_some(document)
    }

    fn hints(&mut self, params: &InlayHintParams) -> Result<Value, Refusal> {
        let uri = &params.text_document.uri.0;
        if !self.settings.inlay_hints {
            return Ok(json!([]));
        }
        let (encoding, has_budget) = (self.client.encoding, self.client.refreshes_hints);
        let Range { start, end } = params.range;
        if let (Some(document), Some(Ok(loops))) =
            (self.documents.get(uri), self.source_loops.get(uri))
        {
            return Ok(json!(loops.hints(document, start.line, end.line, encoding)));
        }
        let machines = Arc::clone(&self.machines);
        let Some(document) = self.assembly(uri) else { return Ok(json!([])) };
        let Ok(current) = document.current(has_budget) else { return Ok(json!([])) };
        let lines = start.line.saturating_add(1)..=end.line.saturating_add(1);
        let found = hints::of_lines(document, &current, &machines, &lines, encoding, has_budget);
        // Costs that are still missing then are asked for again.
        if !found.missing.is_empty() && !self.is_costing {
            let machine = Arc::clone(current.base().machine());
            let missing: Vec<TextPart> = found.missing;
            self.is_costing = true;
            let _ = self.long_jobs.send(Box::new(move || {
                for part in missing {
                    part.cost_of_loop(&machines, &machine);
                }
                Done::Costs
            }));
        }
        Ok(json!(found.hints))
    }

    fn lenses(&mut self, params: &CodeLensParams) -> Result<Value, Refusal> {
        let (encoding, in_part) = (self.client.encoding, self.client.refreshes_lenses);
        if !self.settings.code_lenses {
            return Ok(json!([]));
        }
        let Some(document) = self.assembly(&params.text_document.uri.0) else {
            return Ok(json!([]));
        };
        let Ok(current) = document.current(in_part) else { return Ok(json!([])) };
        Ok(json!(hints::lenses(document, &current, encoding)))
    }

    fn hover(&mut self, params: &TextDocumentPositionParams) -> Result<Value, Refusal> {
        let encoding = self.client.encoding;
        let machines = Arc::clone(&self.machines);
        let Some(document) = self.assembly(&params.text_document.uri.0) else {
            return Ok(Value::Null);
        };
        let Ok(current) = document.current(true) else { return Ok(Value::Null) };
        Ok(json!(hover::at(document, &current, &machines, params.position, encoding)))
    }

    fn completion(&mut self, params: &TextDocumentPositionParams) -> Result<Value, Refusal> {
        let encoding = self.client.encoding;
        let Some(document) = self.assembly(&params.text_document.uri.0) else {
            return Ok(Value::Null);
        };
        let Ok(machine) = document.machine.clone() else { return Ok(Value::Null) };
        Ok(json!(completion::at(document, &machine, params.position, encoding)))
    }

    /// Returns places of the name at a position as locations.
    fn places(
        &mut self,
        params: &TextDocumentPositionParams,
        find: impl FnOnce(&Names<'_>, &NamePlace) -> Vec<NamePlace>,
    ) -> Result<Value, Refusal> {
        let (uri, encoding) = (&params.text_document.uri.0, self.client.encoding);
        let Some(document) = self.assembly(uri) else { return Ok(Value::Null) };
        let Ok(machine) = &document.machine else { return Ok(Value::Null) };
        let names = Names::new(&document.text, machine.session().target().syntax());
        let Some(at) = names.at(params.position, encoding) else { return Ok(json!([])) };
        let location = |it: &NamePlace| {
            let at = |byte: usize| -> Position { document.text.position(it.line, byte, encoding) };
            json!({"uri": uri, "range": Range { start: at(it.bytes.start), end: at(it.bytes.end) }})
        };
        Ok(find(&names, &at).iter().map(location).collect())
    }

    fn symbols(&mut self, params: &DocumentSymbolParams) -> Result<Value, Refusal> {
        let encoding = self.client.encoding;
        let Some(document) = self.assembly(&params.text_document.uri.0) else {
            return Ok(json!([]));
        };
        let Ok(machine) = &document.machine else { return Ok(json!([])) };
        let text = &document.text;
        let names = Names::new(text, machine.session().target().syntax());
        let labels = names.labels(true);
        let next = labels.iter().skip(1).map(|it| it.line).chain([text.line_count()]);
        let symbol = |(it, next): (&NamePlace, u32)| {
            let at = |byte: usize| -> Position { text.position(it.line, byte, encoding) };
            let last = next.saturating_sub(1).max(it.line);
            let range = Range { start: at(it.bytes.start), end: text.end_of(last, encoding) };
            let own = Range { start: at(it.bytes.start), end: at(it.bytes.end) };
            json!({"name": names.text(it), "kind": FUNCTION, "range": range, "selectionRange": own})
        };
        Ok(labels.iter().zip(next).map(symbol).collect())
    }

    /// Returns the edits that format lines, from 0.
    fn format(
        &mut self,
        uri: &str,
        lines: RangeInclusive<u32>,
        options: &FormattingOptions,
    ) -> Result<Value, Refusal> {
        let encoding = self.client.encoding;
        let Some(document) = self.assembly(uri) else { return Ok(json!([])) };
        let failed = |reason: String| (ErrorCode::RequestFailed, reason);
        let read = document.current(false).map_err(failed)?;
        let edits = formatting::edits(document, read.base(), lines, options, encoding);
        Ok(json!(edits.map_err(failed)?))
    }

    /// Has a thread run a command.
    fn execute(&mut self, id: &RequestId, params: Value) -> Result<(), Refusal> {
        let params: ExecuteCommandParams = read(params)?;
        let invalid = |reason: String| (ErrorCode::InvalidParams, reason);
        if !commands::NAMES.contains(&&*params.command) {
            return Err(invalid(format!("there is no command '{}'", params.command)));
        }
        let arguments = Arguments::read(params.arguments.as_deref().unwrap_or_default());
        let arguments = arguments.map_err(invalid)?;
        let (machines, choice) = (Arc::clone(&self.machines), self.choice.clone());
        let compared_cpus = self.settings.compared_cpus.clone();
        let document = self.assembly(&arguments.uri);
        let document = document.ok_or_else(|| invalid("this text is not open".to_owned()))?;
        // The text that is reported on is read as a whole.
        let failed = |reason: String| (ErrorCode::RequestFailed, reason);
        let current = document.current(false).map_err(failed)?;
        let part = arguments.part(&current).map_err(failed)?;
        let ready = Ready::new(&params.command, document, &machines, current, part);
        let ready = Ready { choice: choice.map_err(failed)?, compared_cpus, ..ready };
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(id.clone(), Arc::clone(&stop));
        let id = id.clone();
        self.spawn(Box::new(move || {
            let interrupt = Interrupt::when(move || stop.load(Ordering::Relaxed));
            Done::Answer { id, text: ready.run(&interrupt) }
        }));
        Ok(())
    }
}

/// Reads parameters.
///
/// # Errors
/// When they are not of that type.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

/// Returns the address of the document that parameters are about.
fn uri_of(params: &Value) -> String {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    uri.unwrap_or_default().to_owned()
}
