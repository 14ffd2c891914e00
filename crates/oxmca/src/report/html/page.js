"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.getElementById("main");
  const said = document.getElementById("said");
  // Rows of a table that are made at once, and instructions of a drawn graph.
  const ROWS = 300, DRAWN = 120;
  const TIMELINE = 5, EDGE = 5;
  let machineAt = 0, regionAt = 0;

  function make(tag, attributes, ...children) {
    const element = document.createElementNS(
      ["svg", "path", "text", "title", "g"].includes(tag) ? "http://www.w3.org/2000/svg"
        : "http://www.w3.org/1999/xhtml", tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  const number = (value) => String(Math.round(value * 1000) / 1000);
  const cycles = (value) => `${number(value)} cycle${value === 1 ? "" : "s"}`;
  const name = (region, at) => region.name || (at ? `Region ${at}` : "All instructions");
  const sections = [];

  function section(title, ...children) {
    const id = `s${sections.length}`;
    sections.push(title);
    return make("section", { "aria-labelledby": id }, make("h2", { id }, title), ...children);
  }

  /** The line of an instruction, else its address, else its number. */
  function place(region, at) {
    if (region.addresses && region.addresses[at] !== undefined) return region.addresses[at].toString(16);
    return region.lines[at] === null ? `[${at}]` : String(region.lines[at]);
  }

  /** A table whose rows are made when they are wanted, some hundred at a time. */
  function table(attributes, caption, heads, count, row) {
    const body = make("tbody");
    const more = make("button", { type: "button" });
    let made = 0;
    const go = () => {
      const end = Math.min(count, made + ROWS);
      const rows = document.createDocumentFragment();
      for (; made < end; made++) rows.append(...[row(made)].flat());
      body.append(rows);
      more.textContent = `Show ${Math.min(ROWS, count - made)} more of ${count - made}`;
      more.hidden = made === count;
    };
    more.addEventListener("click", go);
    go();
    const head = make("thead", {}, make("tr", {}, ...heads));
    return make("div", {},
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
        make("table", attributes, make("caption", {}, caption), head, body)), more);
  }

  const head = (text, attributes) => make("th", { scope: "col", ...attributes }, text);

  function summary(region, machine) {
    const steady = region.steady_state, explained = region.explanation;
    const facts = [];
    const fact = (title, value) => facts.push(make("div", {}, make("dt", {}, title), make("dd", {}, value)));
    if (steady) {
      fact("Cycles per iteration", number(steady.cycles_per_iteration.value));
      if (explained) fact("Limited by", explained.limits.map((limit) => limit.text).join(" and "));
      fact("Instructions per cycle", number(steady.instructions_per_cycle));
      fact("CPU", machine.cpu);
      fact("Instructions", String(region.instructions.length));
    }
    const of = (kind) => (explained ? explained.sentences.filter((it) => it.kind === kind) : []);
    const advice = of("advice");
    return section("Summary", make("dl", { class: "verdict" }, ...facts),
      make("p", { class: "words" }, of("fact").map((it) => it.text).join(" ")),
      advice.length === 0 ? null : make("div", { class: "advice" }, make("strong", {}, "What would help"),
        make("ul", {}, ...advice.map((it) => make("li", {}, it.text)))));
  }

  /** Bars, each with its title, value and class. */
  function bars(caption, rows) {
    const most = Math.max(...rows.map((row) => row.value), 1e-9);
    return make("table", { class: "bars" }, make("caption", {}, caption),
      make("tbody", {}, ...rows.map((row) => make("tr", { class: row.class },
        make("th", { scope: "row" }, row.title), make("td", {}, number(row.value)),
        make("td", { class: "bar", "aria-hidden": "true" },
          make("span", { style: `width:${(100 * row.value) / most}%` })),
        make("td", { class: "code" }, row.note || "")))));
  }

  function bounds(region) {
    const steady = region.steady_state;
    if (!steady) return null;
    const found = steady.cycles_per_iteration.value;
    const rows = [{ title: "Cycles per iteration", value: found, class: "now" }];
    const add = (title, cost, note) => {
      if (cost) rows.push({ title, value: cost.value, note, class: cost.value >= found * 0.98 ? "met" : "" });
    };
    if (steady.hardware) {
      for (const bound of steady.hardware.bounds) {
        const chain = (bound.instructions || []).slice(0, 4).map((at) => region.instructions[at].replace("\t", " "));
        const more = (bound.instructions || []).length > 4 ? ", ..." : "";
        add(bound.name.replaceAll("_", " "), bound.cycles_per_iteration, bound.ports || chain.join(", ") + more);
      }
    } else if (steady.bounds) {
      const { resources, dependencies } = steady.bounds;
      add("Dispatch", steady.bounds.dispatch_cycles);
      add("Decoding", steady.bounds.decoding_cycles);
      add("Retirement", steady.bounds.retirement_cycles);
      if (resources) add("Ports", resources.cycles_per_iteration, resources.resources.join(", "));
      if (dependencies) add("Dependencies", dependencies.cycles_per_iteration, "slowest loop-carried chain");
    }
    return section("Bounds", bars("Cycles per iteration, and the least that each part of the CPU takes", rows));
  }

  function comparison() {
    if (data.machines.length < 2) return null;
    const rows = data.machines.map((machine, at) => {
      const region = machine.regions[regionAt];
      if (!region || !region.steady_state) return null;
      return {
        title: machine.cpu, value: region.steady_state.cycles_per_iteration.value,
        note: region.explanation ? region.explanation.limits.map((it) => it.text).join(" and ") : "",
        class: at === machineAt ? "now" : "",
      };
    }).filter(Boolean);
    return section("CPUs", bars("Cycles per iteration, and what limits them", rows));
  }

  /** Facts about the dependencies of a region. */
  function dependencies(region) {
    const graph = region.graph || { edges: [], chain_edges: [], critical_path: [], causes: [] };
    const edges = [];
    const before = new Map();
    for (let at = 0; at < graph.edges.length; at += EDGE) {
      const [from, to, iterations, delay, cause] = graph.edges.slice(at, at + EDGE);
      const edge = { from, to, iterations, delay, cause: graph.causes[cause], chain: false, path: false };
      edges.push(edge);
      if (!before.has(to)) before.set(to, []);
      before.get(to).push(edge);
    }
    const onChain = new Set(), onPath = new Set(graph.critical_path);
    for (const at of graph.chain_edges) {
      edges[at].chain = true;
      onChain.add(edges[at].from);
    }
    const steps = new Set(graph.critical_path.slice(1).map((to, at) => `${graph.critical_path[at]} ${to}`));
    for (const edge of edges) edge.path = edge.iterations === 0 && steps.has(`${edge.from} ${edge.to}`);
    return { edges, before, onChain, onPath, pathCycles: graph.critical_path_cycles };
  }

  function code(region, known) {
    const pressure = region.pressure || { units: [], per_iteration: [], rows: [] };
    const most = Math.max(...pressure.rows.map((row) => Math.max(0, ...row.filter((_, at) => at % 2))), 1e-9);
    const units = pressure.units.map((unit, at) => head(unit, { title: `${pressure.per_iteration[at]} cycles` }));
    const heads = [head("Line"), head("Instruction", { class: "code" }), head("Latency"),
      head("LCD", { title: "Part of the slowest loop-carried chain" }),
      head("CP", { title: "Part of the longest path within an iteration" }), ...units];
    const [texts, of] = region.sources || [[], []];
    let shown = null;
    const row = (at) => {
      const cells = new Array(pressure.units.length).fill(0);
      const row = pressure.rows[at] || [];
      for (let pair = 0; pair < row.length; pair += 2) cells[row[pair]] = row[pair + 1];
      const made = [];
      if (of[at] !== undefined && of[at] !== null && of[at] !== shown) {
        shown = of[at];
        made.push(make("tr", { class: "source" },
          make("th", { colspan: 5 + cells.length, scope: "rowgroup" }, texts[shown])));
      }
      const latency = region.latencies[at];
      made.push(make("tr", {}, make("td", {}, place(region, at)),
        make("th", { scope: "row", class: "code" }, region.instructions[at].replace("\t", " ")),
        make("td", {}, latency === null || latency === undefined ? "-" : String(latency)),
        make("td", { class: "chain" }, known.onChain.has(at) ? "\u25cf" : ""),
        make("td", { class: "path" }, known.onPath.has(at) ? "\u25cf" : ""),
        ...cells.map((value) => (value === 0 ? make("td", { class: "heat", style: "--h:0" }, "")
          : make("td", { class: "heat", style: `--h:${(0.06 + (0.94 * value) / most).toFixed(2)}` }, value.toFixed(2))))));
      return made;
    };
    const caption = "Instructions: latency in cycles, chains that they are part of, and cycles of each port per iteration";
    return section("Code and ports", table({}, caption, heads, region.instructions.length, row));
  }

  const STAGES = [["wait", "waits for operands or a port"], ["run", "executes"], ["done", "waits to retire"]];

  function timeline(region, known) {
    if (!region.timeline || region.timeline.entries.length === 0) return null;
    const entries = region.timeline.entries, count = region.instructions.length;
    const rows = entries.length / TIMELINE;
    let last = 0;
    for (let at = 4; at < entries.length; at += TIMELINE) last = Math.max(last, entries[at], entries[at - 1]);
    const entry = (row) => entries.slice(row * TIMELINE, row * TIMELINE + TIMELINE);
    const label = (row) => `${Math.floor(row / count)},${row % count}`;
    const words = (row) => {
      const [dispatched, ready, issued, executed, retired] = entry(row);
      return `[${label(row)}] ${region.instructions[row % count].replace("\t", " ")}\n` +
        `dispatched ${dispatched}, ready ${ready}, issued ${issued}, executed ${executed}, retired ${retired}`;
    };
    const canvas = make("canvas", { "aria-hidden": "true" });
    const size = make("div", { class: "size" });
    const box = make("div", {
      class: "timeline", tabindex: 0, role: "application",
      "aria-label": "Timeline. Up and down choose an instruction, left and right scroll, plus and minus zoom.",
    }, canvas, size);
    const tip = make("div", { class: "tip", hidden: true });
    const follow = make("input", { type: "checkbox", checked: true });
    let cycleWidth = 8, chosen = -1, isWaiting = false;
    const HEAD = 20;
    const rowHeight = () => Math.max(3, Math.min(18, Math.round(cycleWidth * 2)));
    const gutter = () => (box.clientWidth < 620 ? 110 : 300);
    const colours = () => {
      const style = getComputedStyle(document.documentElement);
      const of = (name) => style.getPropertyValue(`--${name}`).trim();
      return Object.fromEntries(["back", "text", "quiet", "line", "panel", "wait", "run", "done", "lit", "chain", "path"]
        .map((name) => [name, of(name)]));
    };

    function draw() {
      isWaiting = false;
      const width = box.clientWidth, height = box.clientHeight, scale = window.devicePixelRatio || 1;
      if (width === 0) return;
      if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
        canvas.width = Math.round(width * scale);
        canvas.height = Math.round(height * scale);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
      }
      const high = rowHeight(), left = gutter(), colour = colours();
      const context = canvas.getContext("2d");
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.fillStyle = colour.back;
      context.fillRect(0, 0, width, height);
      const first = Math.floor(box.scrollTop / high);
      const end = Math.min(rows, first + Math.ceil(height / high) + 1);
      const x = (cycle) => left + cycle * cycleWidth - box.scrollLeft;
      const y = (row) => HEAD + row * high - box.scrollTop;
      // Dependencies of the chosen instruction, and of those that wait for it.
      const lit = new Map();
      if (chosen >= 0) {
        const iteration = Math.floor(chosen / count), at = chosen % count;
        for (const edge of known.before.get(at) || []) {
          const row = (iteration - edge.iterations) * count + edge.from;
          if (row >= 0) lit.set(row, edge);
        }
      }
      context.font = "12px ui-monospace, monospace";
      context.textBaseline = "middle";
      let step = 1;
      while (step * cycleWidth < 60) step *= step.toString().startsWith("2") ? 2.5 : 2;
      const firstCycle = Math.max(0, Math.floor(box.scrollLeft / cycleWidth / step) * step);
      for (let cycle = firstCycle; cycle <= last && x(cycle) < width; cycle += step) {
        context.fillStyle = colour.line;
        context.fillRect(x(cycle), HEAD, 1, height);
      }
      for (let row = first; row < end; row++) {
        if (row === chosen || lit.has(row)) {
          context.fillStyle = colour.lit;
          context.fillRect(0, y(row), width, high);
        }
        const [dispatched, , issued, executed, retired] = entry(row);
        const begun = Math.max(0, dispatched), done = Math.max(executed, issued + 1);
        const bar = (from, to, fill) => {
          if (to <= from || x(to) < left || x(from) > width) return;
          context.fillStyle = fill;
          context.fillRect(x(from), y(row) + (high > 6 ? 2 : 0), Math.max(1, (to - from) * cycleWidth), high - (high > 6 ? 4 : 1));
        };
        bar(begun, issued, colour.wait);
        bar(issued, done, colour.run);
        bar(done, retired, colour.done);
      }
      if (chosen >= 0) {
        context.lineWidth = 1.5;
        for (const [row, edge] of lit) {
          context.strokeStyle = edge.chain ? colour.chain : colour.path;
          const from = x(entry(row)[3]), to = x(entry(chosen)[2]);
          context.beginPath();
          context.moveTo(from, y(row) + high / 2);
          context.lineTo(to, y(chosen) + high / 2);
          context.stroke();
        }
      }
      context.fillStyle = colour.panel;
      context.fillRect(0, 0, left, height);
      context.fillRect(0, 0, width, HEAD);
      context.fillStyle = colour.quiet;
      context.fillText("cycle", 6, HEAD / 2);
      for (let cycle = firstCycle; cycle <= last && x(cycle) < width; cycle += step) {
        if (x(cycle) >= left) context.fillText(String(cycle), x(cycle) + 3, HEAD / 2);
      }
      context.save();
      context.beginPath();
      context.rect(0, HEAD, left - 4, height);
      context.clip();
      for (let row = first; row < end; row++) {
        if (high < 11) break;
        const at = row % count;
        if (row === chosen || lit.has(row)) {
          context.fillStyle = colour.lit;
          context.fillRect(0, y(row), left, high);
        }
        context.fillStyle = known.onChain.has(at) ? colour.chain : known.onPath.has(at) ? colour.path : colour.text;
        context.fillText(`${label(row).padEnd(7)} ${region.instructions[at].replace("\t", " ")}`, 6, y(row) + high / 2);
      }
      context.restore();
      context.fillStyle = colour.line;
      context.fillRect(left - 1, 0, 1, height);
    }
    const redraw = () => {
      if (!isWaiting) {
        isWaiting = true;
        requestAnimationFrame(draw);
      }
    };
    const resize = () => {
      const wanted = HEAD + (rows + 1) * rowHeight() + 16;
      box.style.height = wanted < window.innerHeight * 0.62 ? `${Math.max(120, wanted)}px` : "";
      size.style.width = `${gutter() + (last + 2) * cycleWidth}px`;
      size.style.height = `${HEAD + (rows + 1) * rowHeight()}px`;
      redraw();
    };
    /** Changes the scale, and leaves a point where it is. */
    const zoom = (factor, px = box.clientWidth / 2, py = box.clientHeight / 2) => {
      const cycle = (box.scrollLeft + Math.max(0, px - gutter())) / cycleWidth;
      const row = (box.scrollTop + py - HEAD) / rowHeight();
      cycleWidth = Math.max(0.5, Math.min(40, cycleWidth * factor));
      resize();
      isFollowing = false;
      box.scrollTop = row * rowHeight() - py + HEAD;
      box.scrollLeft = cycle * cycleWidth - Math.max(0, px - gutter());
      isFollowing = true;
      redraw();
    };
    let isFollowing = true, top = 0;
    const bring = (row) => {
      box.scrollLeft = Math.max(0, entry(Math.max(0, Math.min(rows - 1, row)))[0] * cycleWidth - 20);
    };
    box.addEventListener("scroll", () => {
      if (isFollowing && follow.checked && box.scrollTop !== top) bring(Math.floor(box.scrollTop / rowHeight()));
      top = box.scrollTop;
      redraw();
    });
    const choose = (row, says) => {
      if (row === chosen) return;
      chosen = row;
      if (says && row >= 0) {
        const waits = [...(known.before.get(row % count) || [])].map((edge) =>
          `${region.instructions[edge.from].replace("\t", " ")} through ${edge.cause}`);
        said.textContent = words(row) + (waits.length ? `; waits for ${waits.join(", ")}` : "");
      }
      redraw();
    };
    const rowAt = (event) => {
      const bounds = box.getBoundingClientRect();
      const row = Math.floor((event.clientY - bounds.top - HEAD + box.scrollTop) / rowHeight());
      return event.clientY - bounds.top < HEAD || row < 0 || row >= rows ? -1 : row;
    };
    box.addEventListener("pointermove", (event) => {
      const row = rowAt(event);
      choose(row, false);
      tip.hidden = row < 0;
      if (row < 0) return;
      tip.textContent = words(row);
      tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${Math.min(event.clientY + 18, window.innerHeight - tip.offsetHeight - 8)}px`;
    });
    box.addEventListener("pointerleave", () => { tip.hidden = true; choose(-1, false); });
    box.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const bounds = box.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - bounds.left, event.clientY - bounds.top);
    }, { passive: false });
    box.addEventListener("keydown", (event) => {
      const page = Math.floor(box.clientHeight / rowHeight()) - 2;
      const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows, End: rows };
      if (event.key in moves) {
        const row = Math.max(0, Math.min(rows - 1, chosen < 0 ? 0 : chosen + moves[event.key]));
        choose(row, true);
        const at = HEAD + row * rowHeight();
        if (at < box.scrollTop + HEAD || at > box.scrollTop + box.clientHeight - 2 * rowHeight()) {
          box.scrollTop = at - box.clientHeight / 2;
        }
        bring(row);
      } else if (event.key === "+" || event.key === "=") zoom(1.3);
      else if (event.key === "-") zoom(1 / 1.3);
      else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        box.scrollLeft += event.key === "ArrowLeft" ? -60 : 60;
      } else return;
      event.preventDefault();
    });
    const button = (text, label, go) => make("button", { type: "button", "aria-label": label, onclick: go }, text);
    const fit = () => {
      cycleWidth = Math.max(0.5, Math.min(40, (box.clientWidth - gutter() - 10) / (last + 2)));
      resize();
    };
    new ResizeObserver(resize).observe(box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    window.addEventListener("beforeprint", draw);
    const legend = STAGES.map(([kind, text]) =>
      make("span", {}, make("i", { style: `background:var(--${kind})` }), text));
    const details = make("details", {}, make("summary", {}, "Timeline as a table"));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) {
        details.append(table({}, "Cycles at which each instruction passed each stage",
          [head("Iteration, number"), head("Instruction", { class: "code" }), head("Dispatched"), head("Ready"),
            head("Issued"), head("Executed"), head("Retired")], rows,
          (row) => make("tr", {}, make("td", {}, label(row)),
            make("th", { scope: "row", class: "code" }, region.instructions[row % count].replace("\t", " ")),
            ...entry(row).map((cycle) => make("td", {}, String(cycle))))));
      }
    });
    return section("Timeline",
      make("p", { class: "note" }, `${rows} instructions over ${last + 1} cycles` +
        (region.timeline.is_truncated ? "; later ones are left out." : ".") +
        " Point at one, or choose it with the arrow keys, to see what it waits for."),
      make("div", { class: "tools" }, button("\u2212", "Zoom out", () => zoom(1 / 1.5)),
        button("+", "Zoom in", () => zoom(1.5)), button("Fit", "Fit all cycles", fit),
        make("label", {}, follow, " Follow the instructions"), make("span", { class: "legend" }, ...legend)),
      box, tip, details);
  }

  function graph(region, known) {
    if (known.edges.length === 0) return null;
    const count = region.instructions.length;
    const isWhole = count <= DRAWN;
    const shown = [];
    for (let at = 0; at < count && shown.length < DRAWN; at++) {
      if (isWhole || known.onChain.has(at) || known.onPath.has(at)) shown.push(at);
    }
    const rowOf = new Map(shown.map((at, row) => [at, row]));
    const edges = known.edges.filter((edge) => rowOf.has(edge.from) && rowOf.has(edge.to));
    const HIGH = 22, TEXT = 8;
    const text = (at) => `${place(region, at)}  ${region.instructions[at].replace("\t", " ")}`;
    const left = Math.min(460, 16 + 7.3 * Math.max(...shown.map((at) => text(at).length)));
    const reach = (edge) => 26 + Math.min(340, 9 * Math.abs(rowOf.get(edge.from) - rowOf.get(edge.to)) + (edge.iterations ? 30 : 0));
    const width = left + 90 + Math.max(...edges.map(reach), 40);
    const kind = (edge) => (edge.chain ? "chain" : edge.path ? "path" : "");
    const drawn = [];
    const items = edges.map((edge) => {
      const y1 = rowOf.get(edge.from) * HIGH + 14, y2 = rowOf.get(edge.to) * HIGH + 14, far = left + reach(edge);
      const shape = y1 === y2 ? `M${left} ${y1 - 4}C${far} ${y1 - 16} ${far} ${y1 + 16} ${left} ${y1 + 4}`
        : `M${left} ${y1}C${far} ${y1} ${far} ${y2} ${left + 4} ${y2}m5-3l-5 3l5 3`;
      const words = `${region.instructions[edge.from]} to ${region.instructions[edge.to]}: ${cycles(edge.delay)} ` +
        `through ${edge.cause}${edge.iterations ? `, ${edge.iterations} iteration${edge.iterations > 1 ? "s" : ""} later` : ""}`;
      const path = make("path", { d: shape, class: `${edge.iterations ? "carried " : ""}${kind(edge)}` },
        make("title", {}, words.replaceAll("\t", " ")));
      drawn.push([edge, path]);
      return path;
    });
    const light = (at) => drawn.forEach(([edge, path]) =>
      path.classList.toggle("dim", at !== null && edge.from !== at && edge.to !== at));
    const labels = shown.map((at) => make("text", {
      x: TEXT, y: rowOf.get(at) * HIGH + 18,
      class: known.onChain.has(at) ? "chain" : known.onPath.has(at) ? "path" : "",
      onpointerenter: () => light(at), onpointerleave: () => light(null),
    }, text(at).length * 7.3 > left ? `${text(at).slice(0, 58)}\u2026` : text(at)));
    const order = items.map((item, at) => [kind(edges[at]) === "" ? 0 : 1, item]).sort((one, two) => one[0] - two[0]);
    const svg = make("svg", {
      width, height: shown.length * HIGH + 12, role: "img",
      "aria-label": "Dependencies between instructions; the table below has the same",
    }, ...order.map((it) => it[1]), ...labels);
    const details = make("details", {}, make("summary", {}, "Dependencies as a table"));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) {
        details.append(table({}, "All dependencies", [head("From", { class: "code" }), head("To", { class: "code" }),
          head("Through"), head("Cycles"), head("Iterations later"), head("Part of")], known.edges.length, (at) => {
          const edge = known.edges[at];
          return make("tr", {}, make("td", { class: "code" }, text(edge.from)), make("td", { class: "code" }, text(edge.to)),
            make("td", {}, edge.cause), make("td", {}, String(edge.delay)), make("td", {}, String(edge.iterations)),
            make("td", {}, edge.chain ? "slowest chain" : edge.path ? "longest path" : ""));
        }));
      }
    });
    const legend = make("p", { class: "legend" },
      make("span", {}, make("i", { style: "background:var(--chain)" }), "slowest loop-carried chain"),
      make("span", {}, make("i", { style: "background:var(--path)" }), `longest path within an iteration, ${cycles(known.pathCycles)}`),
      make("span", {}, "dashed: to a later iteration"));
    return section("Dependencies", legend,
      isWhole ? null : make("p", { class: "note" },
        `Of ${count} instructions, ${shown.length} on the chain and the path are drawn; the table has all dependencies.`),
      make("div", { class: "scroll graph", tabindex: 0, role: "region", "aria-label": "Dependency graph" }, svg), details);
  }

  function show() {
    const machine = data.machines[machineAt];
    const region = machine.regions[regionAt];
    sections.length = 0;
    main.replaceChildren();
    document.querySelectorAll(".tip").forEach((tip) => tip.remove());
    if (!region) {
      main.append(make("p", {}, "There is nothing to report on for this CPU."));
      return;
    }
    const known = dependencies(region);
    main.append(...[summary(region, machine), bounds(region), comparison(), code(region, known),
      timeline(region, known), graph(region, known)].filter(Boolean));
  }

  function chooser(title, names, set) {
    if (names.length < 2) return null;
    const select = make("select", { onchange: (event) => { set(event.target.selectedIndex); show(); } },
      ...names.map((text) => make("option", {}, text)));
    return make("label", {}, `${title} `, select);
  }

  document.getElementById("title").textContent = `${data.input}: performance report`;
  document.getElementById("footer").textContent = `Made by ${data.generator}, a simulation for ` +
    `${data.machines.map((machine) => machine.cpu).join(", ")} (${data.machines[0].triple}).`;
  const controls = document.getElementById("controls");
  const longest = data.machines.reduce((one, two) => (two.regions.length > one.regions.length ? two : one));
  controls.append(...[chooser("CPU", data.machines.map((machine) => machine.cpu), (at) => { machineAt = at; }),
    chooser("Region", longest.regions.map(name), (at) => { regionAt = at; })].filter(Boolean));
  controls.hidden = controls.children.length === 0;
  show();
})();
