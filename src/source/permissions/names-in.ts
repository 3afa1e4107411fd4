import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";
import type { Code, Name } from "./values-of.js";

/** Where each name stands. An index that is made when it is first asked for. */
export function namesIn(sources: readonly ts.SourceFile[]): Code["usesOf"] {
  let index: Map<string, Name[]> | undefined;
  const make = (): Map<string, Name[]> => {
    const made = new Map<string, Name[]>();
    const visit = (node: ts.Node): void => {
      if (compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node)) {
        const uses = made.get(node.text);
        if (uses === undefined) made.set(node.text, [node]);
        else uses.push(node);
      }
      compiler.forEachChild(node, visit);
    };
    sources.forEach(visit);
    return made;
  };
  return (name) => (index ??= make()).get(name) ?? [];
}
