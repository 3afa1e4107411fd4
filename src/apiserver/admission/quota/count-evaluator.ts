/** Objects that are only counted. Source: k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go. */
import { showGroupResource, type GroupResource } from "../../status-error.js";
import { amountOf } from "../../types/amount.js";
import type { Evaluator } from "./evaluator.js";

/** Older names of the same. */
const aliases: ReadonlySet<string> = new Set(["configmaps", "resourcequotas", "replicationcontrollers", "secrets"]);

export function countEvaluator(resource: GroupResource): Evaluator {
  const shown = showGroupResource(resource);
  const names = [`count/${shown}`, ...(aliases.has(shown) ? [shown] : [])];
  return {
    handles: ({ operation, subresource }) => subresource === "" && operation === "CREATE",
    measures: (name) => names.includes(name),
    matchesScope: () => false,
    usage: () => new Map(names.map((name) => [name, amountOf(1)])),
  };
}
