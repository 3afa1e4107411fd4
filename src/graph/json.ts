import type { Graph } from "./graph.js";

export const jsonStamp = "tsop graph";

/** The graph for programs; its shape is stable. */
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
