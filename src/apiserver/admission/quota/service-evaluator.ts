/** Source: k8s.io/kubernetes/pkg/quota/v1/evaluator/core/services.go. */
import { booleanOf, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { amountOf } from "../../types/amount.js";
import type { Evaluator } from "./evaluator.js";

const names: readonly string[] = ["count/services", "services", "services.nodeports", "services.loadbalancers"];

export const serviceEvaluator: Evaluator = {
  handles: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  measures: (name) => names.includes(name),
  matchesScope: () => false,
  usage(service) {
    const spec = objectOf(service, "spec");
    const ports = objectsOf(spec, "ports");
    const isBalanced = textOf(spec, "type") === "LoadBalancer";
    // Node ports are allocated later: count the ports that will get one.
    const givesAll = textOf(spec, "type") === "NodePort" || isBalanced;
    const isAsked = booleanOf(spec, "allocateLoadBalancerNodePorts") ?? true;
    const asked = ports.filter((port) => (numberOf(port, "nodePort") ?? 0) !== 0).length;
    const nodePorts = !givesAll ? 0 : isBalanced && !isAsked ? asked : ports.length;
    return new Map([
      ["count/services", amountOf(1)],
      ["services", amountOf(1)],
      ["services.loadbalancers", amountOf(isBalanced ? 1 : 0)],
      ["services.nodeports", amountOf(nodePorts)],
    ]);
  },
};
