/** What the types of client-node and those of `tsop/k8s` have in common: fields of the same shape, in the same places. */
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
 * `number`). Each field is optional: client-node 1.4 knows Kubernetes 1.34, and later versions require fewer fields.
 */
const compared = `type Leaf = string | number;
type Like<T> = T extends Date | Leaf ? Leaf
  : T extends readonly (infer Item)[] ? Like<Item>[]
  : T extends object ? { [Key in keyof T as Key extends \`_\${infer Name}\` ? Name : Key]?: Like<T[Key]> | undefined }
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

/** Kinds of Kubernetes 1.36 and 1.37: client-node 1.4 knows an earlier version. */
const newer = [
  ...["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "ClusterTrustBundle", "PodCertificateRequest"],
  ...["DeviceTaintRule", "StorageVersionMigration"],
];

test("client-node has a type for every kind, with the same fields", () => {
  expect(pairs.filter(({ name }) => !(name in clientNode)).map(({ kind }) => kind)).toEqual(newer);
  const shared = pairs.filter(({ name }) => name in clientNode);
  expect(shared.length).toBeGreaterThan(60);
  expect(compileTypes(shared.map(sourceOf))).toEqual([]);
});

test("a field that is missing, or of another shape, is found", () => {
  const [pod] = pairs.filter(({ kind }) => kind === "Pod");
  const source = sourceOf(pod!).replace(
    "Body<Ours> => theirs",
    "Body<Omit<Ours, 'spec'> & { spec: { containers: string } }> => theirs",
  );
  expect(compileTypes([source])).not.toEqual([]);
});
