/** What the types of client-node and those of `tsop/k8s` have in common: the same fields, in the same places. */
import * as clientNode from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { readBuiltInResources } from "../../src/schema/built-in-resources.js";
import { compileTypes } from "../support/compile-types.js";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `V1Pod`; `CoreV1Event` where two groups have a kind of that name. */
const pairs = Object.entries(readBuiltInResources()).flatMap(([module, { kinds }]) => {
  const [group = "", version = ""] = module.split("/");
  return Object.keys(kinds).map((kind) => {
    const short = `${capital(version)}${kind}`;
    return { module, kind, name: short in clientNode ? short : `${capital(group)}${short}` };
  });
});

/**
 * On both sides, a string leaf is a time (their `Date`), a choice (their `string`), or a quantity (our
 * `number`). Their optional fields may be undefined.
 */
const compared = `type Leaf = string | number;
type Like<T> = T extends Date | Leaf ? Leaf
  : T extends readonly (infer Item)[] ? Like<Item>[]
  : T extends object ? { [Key in keyof T as Key extends \`_\${infer Name}\` ? Name : Key]: Like<T[Key]> | Extract<T[Key], undefined> }
  : T;
type Body<T> = Like<Omit<T, "apiVersion" | "kind" | "metadata">>;`;

function sourceOf({ module, kind, name }: (typeof pairs)[number]): string {
  return `import type { ${name} as Theirs } from "@kubernetes/client-node";
import type { ${kind} as Ours } from "tsop/k8s/${module}";
${compared}
export const toOurs = (theirs: Body<Theirs>): Body<Ours> => theirs; // ${name}
export const toTheirs = (ours: Body<Ours>): Body<Theirs> => ours; // ${kind}
`;
}

test("client-node has a type for every kind, with the same fields", () => {
  expect(pairs.filter(({ name }) => !(name in clientNode))).toEqual([]);
  expect(pairs.length).toBeGreaterThan(60);
  // Kubernetes 1.35 made the status of these optional; client-node 1.4 knows an earlier one.
  const known = "'onPodConditions'";
  expect(compileTypes(pairs.map(sourceOf)).filter((fault) => !fault.includes(known))).toEqual([]);
});

test("a field that is missing, or of another shape, is found", () => {
  const [pod] = pairs.filter(({ kind }) => kind === "Pod");
  const source = sourceOf(pod!).replace(
    "Body<Ours> => theirs",
    "Body<Omit<Ours, 'spec'> & { spec: { containers: string } }> => theirs",
  );
  expect(compileTypes([source])).not.toEqual([]);
});
