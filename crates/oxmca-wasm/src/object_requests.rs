//! Answering requests about the loops of an object file, which is read once for all of them.

use std::mem;
use std::rc::Rc;

use oxmca::{Code, Session, SessionBuilder, TextOptions};
use oxmca_asm::target::object_facts::StatedCpu;
use oxmca_loops::{
    Cost, FunctionLoops, ObjectCode, ObjectFunctions, Program, SelectedRegion, SurveyOptions,
    SurveyedLoop, list,
};
use oxmca_object::ObjectFile;

use crate::answer::{
    Answer, CycleAnswer, LoopCost, LoopPart, LoopSummary, ObjectLoopEntry, Refusal,
};
use crate::engine::{Analyst, Text, cycle_answer};
use crate::request::Request;

/// An object file that requests are about: its bytes, what was read of them, and the loops that were found so far.
#[derive(Debug)]
pub struct OpenObject {
    name: String,
    object: ObjectFile<'static>,
    /// Looked up when they are first needed.
    functions: Option<ObjectFunctions>,
    /// The number of loops before each function that was looked at, and after the last one.
    loops_before: Vec<usize>,
    kept_loop: Option<Rc<KeptLoop>>,
}

/// A loop of an object, which many requests are about.
#[derive(Debug)]
struct KeptLoop {
    /// The CPU whose features it was decoded with.
    cpu: String,
    chosen_loop: usize,
    region: SelectedRegion,
}

impl OpenObject {
    /// Reads an object file, whose bytes it keeps.
    ///
    /// # Errors
    /// When it is none that can be read.
    pub fn new(name: &str, bytes: Vec<u8>) -> Result<OpenObject, String> {
        let object = ObjectFile::parse(bytes).map_err(|error| error.to_string())?;
        Ok(OpenObject {
            name: name.to_owned(),
            object,
            functions: None,
            loops_before: vec![0],
            kept_loop: None,
        })
    }

    /// Returns the name of its target's tables, `x86` or `aarch64` say, also if the library was built without it; `None` if there
    /// is no such target.
    pub fn target(&self) -> Option<&'static str> {
        target_of_triple(self.object.triple())
    }

    /// Returns the triple of its code.
    pub fn triple(&self) -> &str {
        self.object.triple()
    }

    /// Returns the CPU that it says its code is for, where it does.
    pub fn cpu(&self) -> Option<&'static str> {
        match self.object.stated_cpu() {
            StatedCpu::Named(name) => Some(name),
            _ => None,
        }
    }

    /// Makes [`Analyst::list_more_loops`] begin with the first function.
    pub fn begin_listing(&mut self) {
        self.loops_before = vec![0];
    }

    fn code<'a>(&'a mut self, session: &'a Session) -> ObjectCode<'a> {
        let functions = self.functions.get_or_insert_with(|| ObjectFunctions::of(&self.object));
        ObjectCode::with_functions(session, &self.object, functions.clone())
    }

    /// Looks for loops in the next functions, until these have `code_bytes` of code.
    fn list_more(&mut self, session: &Session, code_bytes: u64) -> LoopPart {
        let mut loops_before = mem::take(&mut self.loops_before);
        let code = self.code(session);
        let functions = code.functions();
        let options = SurveyOptions::default();
        let mut loops = Vec::new();
        let mut looked_at_bytes = 0;
        while loops_before.len() <= functions.len() && looked_at_bytes < code_bytes {
            let index = loops_before.len() - 1;
            let before = loops_before[index];
            looked_at_bytes += code.length_bytes(index).max(1);
            let found = FunctionLoops::find(&code, &options, index);
            loops.extend(found.loops.iter().map(|it| ObjectLoopEntry {
                number: before + it.number_in_function,
                function: functions[index].name.clone(),
                number_in_function: it.number_in_function,
                instructions: it.instructions.len(),
            }));
            loops_before.push(before + found.count);
        }
        let part =
            LoopPart { loops, looked_at: loops_before.len() - 1, functions: functions.len() };
        self.loops_before = loops_before;
        part
    }

    /// Finds the loop with a number in the object. Only its function is read, unless the loops before it are not known.
    fn find(&mut self, session: &Session, number: usize) -> Result<SelectedRegion, String> {
        let mut found = self.surveyed(session, number, true)?;
        let code = self.code(session);
        found.find_line(&code);
        Ok(SelectedRegion::of_loop(&found, &code))
    }

    fn surveyed(
        &mut self,
        session: &Session,
        number: usize,
        names_targets: bool,
    ) -> Result<SurveyedLoop, String> {
        const STEP_BYTES: u64 = 1 << 20;
        while self.loops_before.last().is_some_and(|it| *it < number) {
            let part = self.list_more(session, STEP_BYTES);
            if part.looked_at == part.functions {
                break;
            }
        }
        let none = || format!("there is no loop {number}");
        let next = self.loops_before.partition_point(|it| *it < number);
        if next == self.loops_before.len() || number == 0 {
            return Err(none());
        }
        let (function, before) = (next - 1, self.loops_before[next - 1]);
        let code = self.code(session);
        let options =
            SurveyOptions { with_outer_loops: true, names_targets, ..SurveyOptions::default() };
        let loops = FunctionLoops::find(&code, &options, function);
        loops.with_number(number - before, before).ok_or_else(none)
    }
}

fn target_of_triple(triple: &str) -> Option<&'static str> {
    SessionBuilder::new(triple).triple().arch().map(|arch| arch.feature())
}

impl Analyst {
    /// Looks for loops in the next functions of an object, until these have `code_bytes` of code.
    ///
    /// # Errors
    /// When it is for another target, or the request's CPU cannot be simulated.
    pub fn list_more_loops(
        &mut self,
        object: &mut OpenObject,
        request: &Request,
        code_bytes: u64,
    ) -> Result<LoopPart, String> {
        let session = self.session_of_object(object, request).map_err(|it| it.reason)?;
        Ok(object.list_more(&session, code_bytes))
    }

    /// Returns the cycles of loops of an object, by their numbers, and their limits.
    ///
    /// # Errors
    /// When it is for another target, or the request's CPU cannot be simulated.
    pub fn costs_of_loops(
        &mut self,
        object: &mut OpenObject,
        request: &Request,
        numbers: &[u32],
    ) -> Result<Vec<LoopCost>, String> {
        let session = self.session_of_object(object, request).map_err(|it| it.reason)?;
        let options = Cost::options(&request.options(&session));
        let mut analyzer = session.analyzer(&options);
        let dialect = request.text_options().dialect;
        let mut cost = |number: &u32| {
            let found = object.surveyed(&session, *number as usize, false);
            let cost = found.and_then(|it| {
                Cost::of_instructions(&session, &it.instructions, &mut analyzer, dialect)
            });
            LoopCost { number: *number, summary: LoopSummary::from(cost) }
        };
        Ok(numbers.iter().map(&mut cost).collect())
    }

    /// Keeps the loop of an object that the request chooses, for [`Analyst::cycles_of_kept_loop`].
    ///
    /// # Errors
    /// When there is no such loop.
    pub fn keep_loop(&mut self, object: &mut OpenObject, request: &Request) -> Result<(), String> {
        self.loop_of_object(object, request).map(|_| ()).map_err(|it| it.reason)
    }

    /// Finds the cycles of the loop that is kept, on the request's CPU: it is decoded once for all CPUs.
    pub fn cycles_of_kept_loop(&mut self, object: &OpenObject, request: &Request) -> CycleAnswer {
        let Some(kept) = object.kept_loop.clone() else {
            return CycleAnswer::failed(&request.cpu, "no loop is kept".to_owned());
        };
        cycle_answer(self.code_of_loop(object, &kept, request, &request.text_options()), request)
    }

    /// Analyzes a loop of an object.
    pub fn object_loop(&mut self, object: &mut OpenObject, request: &Request) -> Answer {
        let code = self.loop_of_object(object, request).and_then(|kept| {
            let mut options = request.text_options();
            options.name = object.name.as_str().into();
            self.code_of_loop(object, &kept, request, &options)
        });
        match code {
            Ok(code) => Text::of_loop(code).report(request, Answer::default()),
            Err(refusal) => Answer::failed(refusal),
        }
    }

    fn code_of_loop(
        &mut self,
        object: &OpenObject,
        kept: &KeptLoop,
        request: &Request,
        options: &TextOptions,
    ) -> Result<Code, Refusal> {
        let session = self.session_of_object(object, request)?;
        let code = list(&session, vec![kept.region.clone()], options);
        Ok(code.map_err(|_| "too many instructions".to_owned())?)
    }

    /// Returns the loop of an object that a request chooses. It is kept: the next request changes options more often
    /// than the loop.
    fn loop_of_object(
        &mut self,
        object: &mut OpenObject,
        request: &Request,
    ) -> Result<Rc<KeptLoop>, Refusal> {
        let is_wanted =
            |it: &Rc<KeptLoop>| it.chosen_loop == request.chosen_loop && it.cpu == request.cpu;
        let kept = match object.kept_loop.take().filter(is_wanted) {
            Some(kept) => kept,
            None => {
                let session = self.session_of_object(object, request)?;
                Rc::new(KeptLoop {
                    cpu: request.cpu.clone(),
                    chosen_loop: request.chosen_loop,
                    region: object.find(&session, request.chosen_loop)?,
                })
            }
        };
        object.kept_loop = Some(Rc::clone(&kept));
        Ok(kept)
    }

    /// Returns a session for the triple of an object.
    fn session_of_object(
        &mut self,
        object: &OpenObject,
        request: &Request,
    ) -> Result<Session, Refusal> {
        let triple = object.object.triple();
        if target_of_triple(triple) != target_of_triple(self.triple()) {
            return Err(format!("the object is for {triple}").into());
        }
        self.session(&Request { triple: triple.to_owned(), ..request.clone() })
    }
}
