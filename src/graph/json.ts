import type { Graph } from "./graph.js";

export const jsonStamp = "tsop graph";

/** Returns the graph as data for programs; its format is stable. */
export function graphJson({ title, nodes, edges }: Graph): Readonly<Record<string, unknown>> {
  return {
    generator: jsonStamp,
    title,
    nodes: nodes.map(({ id, type, name, detail, cluster }) => ({
      ...{ id, type, name, detail },
      ...(cluster === undefined ? {} : { cluster }),
    })),
    edges,
  };
}
