/** How mutations compare the maps of a built-in kind: a condition that reads the object decides. */
import type { KubernetesVersion } from "../../../../src/schema/kubernetes-versions.js";
import type { ContractCase } from "../contract-case.js";
import { apply, mutates, patch } from "../policy-cases.js";

/** MutatingAdmissionPolicy is in v1 since 1.36. */
export const versions: readonly KubernetesVersion[] = ["1.37"];

const given = { data: { a: "x" }, metadata: { name: "a", labels: { l: "1" } } };
const conditions = [{ name: "a", expression: "has(object.data)" }];
const mutations: Readonly<Record<string, object>> = {
  "an apply configuration": apply("Object{data: {'b': object.data == 'x' ? 'same' : 'other'}}"),
  "a patch": patch(
    "[JSONPatch{op: 'replace', path: '/data/a', value: object.metadata.labels == 'x' ? 'same' : 'other'}]",
  ),
};

export const cases: readonly ContractCase[] = Object.entries(mutations).flatMap(([what, mutation]) => [
  mutates(`${what} compares a map`, { mutations: [mutation] }, [given]),
  mutates(`${what} with a condition compares a map`, { matchConditions: conditions, mutations: [mutation] }, [given]),
]);
