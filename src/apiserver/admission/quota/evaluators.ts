import { type GroupResource, showGroupResource } from "../../status-error.js";
import { amountOf } from "../../types/amount.js";
import { claimEvaluator } from "./claim-evaluator.js";
import type { Evaluator } from "./evaluator.js";
import { podEvaluator } from "./pod-evaluator.js";
import { resourceClaimEvaluator } from "./resource-claim-evaluator.js";
import { serviceEvaluator } from "./service-evaluator.js";

const special: ReadonlyMap<string, Evaluator> = new Map([
  ["pods", podEvaluator],
  ["services", serviceEvaluator],
  ["persistentvolumeclaims", claimEvaluator],
  ["resourceclaims.resource.k8s.io", resourceClaimEvaluator],
]);

/** Resources that quotas never count. Source: k8s.io/kubernetes/pkg/quota/v1/install/registry.go. */
const ignored: ReadonlySet<string> = new Set([
  ...["bindings", "componentstatuses", "events", "events.events.k8s.io"],
  ...["tokenreviews", "selfsubjectreviews"].map((name) => `${name}.authentication.k8s.io`),
  ...["subjectaccessreviews", "selfsubjectaccessreviews", "localsubjectaccessreviews", "selfsubjectrulesreviews"].map(
    (name) => `${name}.authorization.k8s.io`,
  ),
]);

/** Returns undefined for a resource that quotas never count. */
export function findEvaluator(resource: GroupResource): Evaluator | undefined {
  const shown = showGroupResource(resource);
  return ignored.has(shown) ? undefined : (special.get(shown) ?? countEvaluator(shown));
}

/** Resources whose plain name is an older name for their count. */
const aliases: ReadonlySet<string> = new Set(["configmaps", "resourcequotas", "replicationcontrollers", "secrets"]);

/** The evaluator of objects that quotas only count. Source: k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go. */
function countEvaluator(shown: string): Evaluator {
  const names = [`count/${shown}`, ...(aliases.has(shown) ? [shown] : [])];
  return {
    handles: ({ operation, subresource }) => subresource === "" && operation === "CREATE",
    measures: (name) => names.includes(name),
    matchesScope: () => false,
    usage: () => new Map(names.map((name) => [name, amountOf(1)])),
  };
}
