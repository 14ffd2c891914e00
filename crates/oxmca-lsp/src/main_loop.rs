//! The loop that takes messages and gives them to the server.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, after, never, select, unbounded};
use oxmca_queries::Host;
use serde_json::Value;

use crate::background::{Done, Job};
use crate::files::Files;
use crate::server::Server;
use crate::transport::{Incoming, Outgoing, Output};

/// The pause in which no message comes and after which texts are read again.
const PAUSE: Duration = Duration::from_millis(60);

/// Serves a client until it goes, and returns the exit status.
pub fn run(
    incoming: &Receiver<Incoming>,
    output: &Output,
    host: Host,
    files: Arc<dyn Files>,
) -> i32 {
    let (sender, done) = unbounded::<Done>();
    let (jobs, long_jobs) = (start_worker(sender.clone()), start_worker(sender));
    let mut server = Server::new(host, files, jobs, long_jobs);
    serve(&mut server, incoming, output, &done)
}

/// Starts a thread that does jobs as long as there are any to come. Nobody waits for its end.
fn start_worker(results: Sender<Done>) -> Sender<Job> {
    let (jobs, waiting) = unbounded::<Job>();
    thread::spawn(move || {
        for job in waiting {
            if results.send(job()).is_err() {
                break;
            }
        }
    });
    jobs
}

fn serve(
    server: &mut Server,
    incoming: &Receiver<Incoming>,
    output: &Output,
    done: &Receiver<Done>,
) -> i32 {
    loop {
        let pause = if server.has_idle_work() { after(PAUSE) } else { never() };
        select! {
            recv(incoming) -> message => match message {
                Ok(message) => server.handle(message),
                // The client has gone without a word.
                Err(_) => return 1,
            },
            recv(done) -> result => if let Ok(result) = result {
                server.take_done(result);
            },
            recv(pause) -> _ => server.idle(),
        }
        for message in server.take_outgoing() {
            if !output.send(message) {
                return 1;
            }
        }
        if let Some(status) = server.exit_status() {
            return status;
        }
    }
}

/// Answers messages one after the other, and does all work on the caller's thread at once: the same messages always give the
/// same answers. Every message is followed by a pause if `has_pauses`.
pub fn answers(
    messages: impl IntoIterator<Item = Incoming>,
    host: Host,
    files: Arc<dyn Files>,
    has_pauses: bool,
) -> Vec<Value> {
    let (jobs, waiting) = unbounded::<Job>();
    let mut server = Server::new(host, files, jobs.clone(), jobs);
    let mut answers = Vec::new();
    for message in messages {
        server.handle(message);
        loop {
            if let Ok(job) = waiting.try_recv() {
                server.take_done(job());
            } else if has_pauses && server.has_idle_work() {
                server.idle();
            } else {
                break;
            }
        }
        answers.extend(server.take_outgoing().iter().map(Outgoing::value));
    }
    answers
}
