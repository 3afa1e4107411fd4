import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Benchmark, Figures } from "./harness/benchmark.js";
import type { NodeProgram } from "./harness/nodes.js";

const [start, work, fresh] = ["memory-client-start", "memory-client-1000", "memory-client-100-fresh"];

/** Compares the client in memory with the same API server over HTTPS, each in a separate process. */
export const memoryClient: Benchmark = {
  peer: "TestEnvironment, embedded",
  rows: [
    { name: start, work: "node: a client, and the first object", reach: 1, unit: "ms" },
    { name: work, work: "creates, reads, updates and lists 1,000 ConfigMaps", reach: 0.7, unit: "ms" },
    { name: fresh, work: "100 more clients with an object each, beside 100 deletes", reach: 2, unit: "ms" },
  ],
  isPeerOnNode: true,
  setUp: () => Promise.resolve({ ours: (node) => run(node, "memory"), theirs: (node) => run(node, "environment") }),
};

function run(node: NodeProgram, client: "memory" | "environment"): Figures {
  const program = fileURLToPath(new URL("memory-client/work.mjs", import.meta.url));
  const text = execFileSync(node.file, [program, client], { encoding: "utf8" });
  const figures = JSON.parse(text) as Readonly<Record<"start" | "work" | "fresh", number>>;
  return { [start]: figures.start, [work]: figures.work, [fresh]: figures.fresh };
}
