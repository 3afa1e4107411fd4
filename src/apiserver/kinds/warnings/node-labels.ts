/** Removed and renamed node labels. Source: kubernetes/pkg/api/node/util.go. */
import type { JsonObject } from "../../../core/json.js";
import { ownOf } from "../../../core/own-members.js";
import { objectsOf, textOf, textsOf } from "../../api-object.js";
import { checkLabelValue } from "../validation/names.js";

const deprecatedLabels: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
  "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  "app.kubernetes.io/created-by": "deprecated since v1.9",
  "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
  "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
};

/** Returns the warning for a deprecated label, or an empty list. */
export function deprecatedLabel(key: string): string[] {
  const advice = ownOf(deprecatedLabels, key);
  return advice === undefined ? [] : [advice];
}

export function nodeTermWarnings(term: JsonObject, path: string, checksValues: boolean): string[] {
  return objectsOf(term, "matchExpressions").flatMap((expression, index) => {
    const at = `${path}.matchExpressions[${index}]`;
    const key = textOf(expression, "key");
    const values = checksValues ? textsOf(expression, "values") : [];
    return [
      ...deprecatedLabel(key).map((advice) => `${at}.key: ${key} is ${advice}`),
      ...values.flatMap((value, place) =>
        checkLabelValue(value).map((fault) => `${at}.values[${place}]: ${value} is invalid, ${fault}`),
      ),
    ];
  });
}
