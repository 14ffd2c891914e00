// The dependencies of a region, as the sections ask for them.

/** @typedef {import("./region.js").Region} Region */

const EDGE_FIELDS = 5;

/**
 * @typedef {object} Edge
 * @property {number} from
 * @property {number} to
 * @property {number} iterations from the one to the other
 * @property {number} delay in cycles
 * @property {string} cause
 * @property {boolean} isOnChain the slowest loop-carried chain
 * @property {boolean} isOnPath the longest path within an iteration
 */

/**
 * @typedef {object} Dependencies
 * @property {Edge[]} edges
 * @property {Map<number, Edge[]>} before edges that lead to an instruction
 * @property {Set<number>} onChain
 * @property {Set<number>} onPath
 * @property {number} pathCycles
 */

/**
 * @param {Region} region
 * @returns {Dependencies}
 */
export function findDependencies(region) {
  const graph = region.graph ||
    { edges: [], chain_edges: [], critical_path: [], causes: [], critical_path_cycles: 0 };
  /** @type {Edge[]} */
  const edges = [];
  const before = new Map();
  for (let at = 0; at < graph.edges.length; at += EDGE_FIELDS) {
    const [from, to, iterations, delay, cause] = graph.edges.slice(at, at + EDGE_FIELDS);
    const edge = { from, to, iterations, delay, cause: graph.causes[cause], isOnChain: false, isOnPath: false };
    edges.push(edge);
    if (!before.has(to)) before.set(to, []);
    before.get(to).push(edge);
  }
  /** @type {Set<number>} */
  const onChain = new Set();
  const onPath = new Set(graph.critical_path);
  for (const at of graph.chain_edges) {
    edges[at].isOnChain = true;
    onChain.add(edges[at].from);
  }
  const steps = new Set(graph.critical_path.slice(1).map((to, at) => `${graph.critical_path[at]} ${to}`));
  for (const edge of edges) edge.isOnPath = edge.iterations === 0 && steps.has(`${edge.from} ${edge.to}`);
  return { edges, before, onChain, onPath, pathCycles: graph.critical_path_cycles };
}
