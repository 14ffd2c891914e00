//! Messages on streams of bytes.

use std::io::{self, BufRead, Read, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::Message;
use serde_json::{Value, json};

/// A longer message than this ends the connection.
const MAX_MESSAGE_BYTES: usize = 512 << 20;
/// The most bytes of a header.
const MAX_HEADER_BYTES: u64 = 8 << 10;
/// Messages that wait to be looked at or written.
const MAX_WAITING: usize = 64;

/// A message of a client, or bytes in its place.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Message),
    /// Bytes with a right header that are no message, and the reason.
    Malformed(String),
}

/// Reads the next message; `None` at the end.
///
/// # Errors
/// When the header is wrong, so that nothing is known of what follows, or the stream fails.
pub fn read_message(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let invalid = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text.to_owned());
    let mut length: Option<usize> = None;
    let mut is_begun = false;
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_HEADER_BYTES).read_until(b'\n', &mut line)?;
        if read == 0 && !is_begun {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            return Err(invalid("the header of a message does not end"));
        }
        is_begun = true;
        let line = line.trim_ascii();
        if line.is_empty() {
            break;
        }
        let line = String::from_utf8_lossy(line);
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("Content-Length")
        {
            let value = value.trim().parse().ok();
            length = Some(value.ok_or_else(|| invalid("Content-Length is no number"))?);
        }
    }
    let length = length.ok_or_else(|| invalid("a message has no Content-Length"))?;
    if length > MAX_MESSAGE_BYTES {
        return Err(invalid("a message is too long"));
    }
    let mut body = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(invalid("a message does not end"));
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }))
}

/// Writes a value as a message.
///
/// # Errors
/// When the stream fails.
fn write_value(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = serde_json::to_string(value)?;
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// A message of the server, or its answer to bytes that are none.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Message(Message),
    /// The answer to what was no message.
    ParseError(String),
}

impl Outgoing {
    /// Returns it as JSON.
    pub(crate) fn value(&self) -> Value {
        match self {
            Outgoing::Message(message) => {
                let mut value = serde_json::to_value(message).unwrap_or_default();
                value["jsonrpc"] = json!("2.0");
                value
            }
            Outgoing::ParseError(reason) => {
                let error = json!({"code": -32700, "message": reason});
                json!({"jsonrpc": "2.0", "id": null, "error": error})
            }
        }
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        match self {
            Outgoing::Message(message) => {
                message.write(output)?;
                output.flush()
            }
            Outgoing::ParseError(_) => write_value(output, &self.value()),
        }
    }
}

/// Starts threads that read standard input and write standard output.
pub fn stdio() -> (Receiver<Incoming>, Output) {
    let (sender, incoming) = bounded(MAX_WAITING);
    thread::spawn(move || {
        let mut input = io::BufReader::new(io::stdin());
        loop {
            match read_message(&mut input) {
                Ok(Some(message)) => {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    eprintln!("oxmca-lsp: {error}");
                    break;
                }
            }
        }
    });
    let (outgoing, receiver) = bounded::<Outgoing>(MAX_WAITING);
    let writer = thread::spawn(move || {
        let mut output = io::BufWriter::new(io::stdout());
        for message in receiver {
            if message.write(&mut output).is_err() {
                break;
            }
        }
    });
    (incoming, Output { sender: Some(outgoing), writer: Some(writer) })
}

/// The client's side of a connection.
#[derive(Debug)]
pub struct Output {
    sender: Option<Sender<Outgoing>>,
    writer: Option<thread::JoinHandle<()>>,
}

impl Output {
    /// Sends a message. Returns whether somebody takes it.
    pub(crate) fn send(&self, message: Outgoing) -> bool {
        self.sender.as_ref().is_some_and(|it| it.send(message).is_ok())
    }

    /// Sends messages to a channel, for clients in the same process.
    pub fn to_channel(client: Sender<Message>) -> Output {
        let (outgoing, receiver) = bounded::<Outgoing>(MAX_WAITING);
        let writer = thread::spawn(move || {
            for message in receiver {
                if let Outgoing::Message(message) = message
                    && client.send(message).is_err()
                {
                    break;
                }
            }
        });
        Output { sender: Some(outgoing), writer: Some(writer) }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(writer) = self.writer.take() {
            // What was sent is written before the program ends.
            let _ = writer.join();
        }
    }
}
