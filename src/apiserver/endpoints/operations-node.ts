import type { TypeNode } from "../types/type-node.js";
import { deducedNode } from "../types/untyped-nodes.js";

const names = ["op", "path", "from", "value"];

/** The type of the operations of a JSON patch. */
export const operationsNode: TypeNode = {
  ...deducedNode,
  type: "array",
  items: {
    ...deducedNode,
    type: "object",
    fieldNames: names,
    field: (name) => (names.includes(name) ? deducedNode : undefined),
    values: undefined,
    keepsUnknown: false,
  },
};
