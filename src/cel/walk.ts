import type { Expression } from "./expression.js";

/** Visits each node of a tree, outer nodes first, with its ancestors, the nearest last. */
export function walk(root: Expression, visit: (node: Expression, around: readonly Expression[]) => void): void {
  const around: Expression[] = [];
  const enter = (node: Expression): void => {
    visit(node, around);
    around.push(node);
    for (const child of childrenOf(node)) enter(child);
    around.pop();
  };
  enter(root);
}

function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "literal":
    case "identifier":
      return [];
    case "message":
      return node.fields.map(({ value }) => value);
    case "select":
      return [node.operand];
    case "call":
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case "list":
      return node.elements.map(({ value }) => value);
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "comprehension":
      return [node.range, node.initial, node.condition, node.step, node.result];
  }
}
