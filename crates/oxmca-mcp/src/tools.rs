//! The tools that the server offers.

use std::sync::Arc;

use oxmca_queries::{Host, Machines};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::roots::Roots;
use crate::what_if::{VariantArguments, WhatIfAnswer};
use crate::work::{
    CodeArguments, LoopsAnswer, MachineArguments, ModelsAnswer, PartArguments, SharedWorkshop,
    Workshop,
};

const INSTRUCTIONS: &str = "\
oxmca predicts how machine code runs on a CPU. Begin with `loops`: the innermost loops of assembly, an object or a program, with \
cycles per iteration and what limits each. `explain` says why in words and what would help, each advice simulated. `analyze` adds \
the views of llvm-mca. `what_if` simulates variants of a loop, `diff` compares two versions, `cpus` CPUs, `models` lists these. \
Figures assume that loads hit the first-level cache and that branches are predicted; `model` says how far predictions were compared \
with measurements.";

/// The server with its tools.
#[derive(Clone, Debug)]
pub struct OxmcaServer {
    workshop: SharedWorkshop,
    tool_router: ToolRouter<OxmcaServer>,
}

/// Arguments of `loops`.
#[derive(Debug, Deserialize, JsonSchema)]
struct LoopsArguments {
    #[serde(flatten)]
    code: CodeArguments,
    #[serde(flatten)]
    machine: MachineArguments,
    /// Only functions whose name contains this text; `*` stands for any characters, and then the whole name must match.
    #[serde(default)]
    function: Option<String>,
}

/// Arguments of `explain`.
#[derive(Debug, Deserialize, JsonSchema)]
struct ExplainArguments {
    #[serde(flatten)]
    code: CodeArguments,
    #[serde(flatten)]
    machine: MachineArguments,
    #[serde(flatten)]
    part: PartArguments,
}

/// Arguments of `analyze`.
#[derive(Debug, Deserialize, JsonSchema)]
struct AnalyzeArguments {
    #[serde(flatten)]
    code: CodeArguments,
    #[serde(flatten)]
    machine: MachineArguments,
    #[serde(flatten)]
    part: PartArguments,
    /// Add the timeline: each instruction through the pipeline, cycle by cycle. It is long.
    #[serde(default)]
    timeline: bool,
}

/// Arguments of `cpus`.
#[derive(Debug, Deserialize, JsonSchema)]
struct CpusArguments {
    #[serde(flatten)]
    code: CodeArguments,
    #[serde(flatten)]
    machine: MachineArguments,
    /// The name of the loop in `loops`; the first one by default.
    #[serde(default, rename = "loop")]
    loop_name: Option<String>,
    /// CPUs; by default all that a scheduling model of the target describes.
    #[serde(default)]
    cpus: Vec<String>,
}

/// Arguments of `diff`.
#[derive(Debug, Deserialize, JsonSchema)]
struct DiffArguments {
    /// The old version.
    old: CodeArguments,
    /// The new version.
    new: CodeArguments,
    #[serde(flatten)]
    machine: MachineArguments,
}

/// Arguments of `what_if`.
#[derive(Debug, Deserialize, JsonSchema)]
struct WhatIfArguments {
    #[serde(flatten)]
    code: CodeArguments,
    #[serde(flatten)]
    machine: MachineArguments,
    #[serde(flatten)]
    part: PartArguments,
    /// Variants of the loop, each simulated by itself. Without any, each instruction is left out in turn.
    #[serde(default)]
    variants: Vec<VariantArguments>,
}

/// Arguments of `models`.
#[derive(Debug, Deserialize, JsonSchema)]
struct ModelsArguments {
    /// Name of a target, e.g. `aarch64`, or a triple. By default the server's own.
    #[serde(default)]
    target: Option<String>,
}

#[tool_router(router = tool_router)]
impl OxmcaServer {
    /// Creates a server for a host, which reads files below some folders.
    pub fn new(host: Host, roots: Roots) -> OxmcaServer {
        let workshop = Workshop::new(Machines::new(host), roots);
        OxmcaServer { workshop: Arc::new(workshop), tool_router: Self::tool_router() }
    }

    /// Does work on a thread, so that the server can answer others meanwhile.
    async fn on_thread<R: Send + 'static>(
        &self,
        work: impl FnOnce(&Workshop) -> Result<R, String> + Send + 'static,
    ) -> Result<R, String> {
        let workshop = Arc::clone(&self.workshop);
        let done = tokio::task::spawn_blocking(move || work(&workshop)).await;
        done.unwrap_or_else(|_| Err("a mistake of oxmca's: the work panicked".to_owned()))
    }

    #[tool(
        name = "loops",
        description = "List the innermost loops of assembly, an object, a library or a program, with cycles per iteration and what limits each on a CPU",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn loops(
        &self,
        Parameters(it): Parameters<LoopsArguments>,
    ) -> Result<Json<LoopsAnswer>, String> {
        self.on_thread(move |workshop| workshop.loops(&it.code, &it.machine, it.function.as_ref()))
            .await
            .map(Json)
    }

    #[tool(
        name = "explain",
        description = "Explain in words what limits loops, with the chain of dependencies or the ports, and what changes would help by how much (each simulated)",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn explain(
        &self,
        Parameters(it): Parameters<ExplainArguments>,
    ) -> Result<String, String> {
        self.on_thread(move |workshop| {
            workshop.report(&it.code, &it.machine, &it.part, false, false)
        })
        .await
    }

    #[tool(
        name = "analyze",
        description = "Report on loops as llvm-mca does: summary, latency, throughput and micro-ops of each instruction, pressure on each port, bottlenecks, on request the timeline",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn analyze(
        &self,
        Parameters(it): Parameters<AnalyzeArguments>,
    ) -> Result<String, String> {
        let timeline = it.timeline;
        self.on_thread(move |workshop| {
            workshop.report(&it.code, &it.machine, &it.part, true, timeline)
        })
        .await
    }

    #[tool(
        name = "cpus",
        description = "Compare the cycles per iteration of a loop of assembly, and what limits it, on several CPUs of the target",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn cpus(&self, Parameters(it): Parameters<CpusArguments>) -> Result<String, String> {
        self.on_thread(move |workshop| {
            workshop.cpus(&it.code, &it.machine, it.loop_name.as_ref(), &it.cpus)
        })
        .await
    }

    #[tool(
        name = "diff",
        description = "Compare the loops of two versions of code: which became faster or slower for the same work, which are new or gone. Tells what a change of the code would do",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn diff(&self, Parameters(it): Parameters<DiffArguments>) -> Result<String, String> {
        self.on_thread(move |workshop| workshop.diff(&it.old, &it.new, &it.machine)).await
    }

    #[tool(
        name = "what_if",
        description = "Simulate variants of a loop: instructions left out, replaced or added, or results that come later. Tells by how much, without a new version of the code; whether a variant computes the same is not looked at",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn what_if(
        &self,
        Parameters(it): Parameters<WhatIfArguments>,
    ) -> Result<Json<WhatIfAnswer>, String> {
        self.on_thread(move |workshop| {
            workshop.what_if(&it.code, &it.machine, &it.part, &it.variants)
        })
        .await
        .map(Json)
    }

    #[tool(
        name = "models",
        description = "List the scheduling models of a target, and the CPUs that use each",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn models(
        &self,
        Parameters(it): Parameters<ModelsArguments>,
    ) -> Result<Json<ModelsAnswer>, String> {
        self.on_thread(move |workshop| workshop.models(it.target.as_ref())).await.map(Json)
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for OxmcaServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("oxmca", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }
}
