/** Resources inside custom resources. */
import type { ContractCase } from "../contract-case.js";
import { inSpec } from "../custom-kinds.js";
import { specs, tries } from "../custom-resource-cases.js";

const owner = { apiVersion: "v1", kind: "Pod", name: "a", uid: "a" };
const owners = tries(
  "owners of an embedded resource",
  inSpec({
    e: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  }),
  specs(
    ...[[owner], [{ ...owner, uid: "" }], [owner, { ...owner, apiVersion: "a/b/c" }], [{ name: "a" }]].map(
      (ownerReferences) => ({ e: { apiVersion: "v1", kind: "X", metadata: { name: "b", ownerReferences } } }),
    ),
  ),
);

export const cases: readonly ContractCase[] = [owners];
