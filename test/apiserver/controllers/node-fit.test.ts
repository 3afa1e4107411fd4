import { expect, test } from "vitest";
import type { Stored } from "../../../src/apiserver/controllers/shared/kind-objects.js";
import { isSelected, isTolerated } from "../../../src/apiserver/controllers/simulated-node/node-fit.js";
import type { Node, PodSpec, Taint, Toleration } from "../../../src/k8s/core/v1.js";

function node(labels: Record<string, string>, taints: Taint[] = [], unschedulable = false): Stored<Node> {
  const metadata = { name: "one", namespace: "", uid: "a", creationTimestamp: "2026-01-01T00:00:00Z", labels };
  return { apiVersion: "v1", kind: "Node", metadata, spec: { taints, unschedulable }, status: {} };
}

type Expressions = {
  key: string;
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt";
  values?: string[];
}[];
const affinity = (matchExpressions: Expressions, matchFields: Expressions = []): Partial<PodSpec> => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions, matchFields }] },
    },
  },
});

test.each<[Partial<PodSpec>, boolean]>([
  [{}, true],
  [{ nodeName: "one" }, true],
  [{ nodeName: "other" }, false],
  [{ nodeSelector: { disk: "ssd" } }, true],
  [{ nodeSelector: { disk: "hdd" } }, false],
  [affinity([{ key: "disk", operator: "In", values: ["ssd", "hdd"] }]), true],
  [affinity([{ key: "gpu", operator: "Exists" }]), false],
  [affinity([{ key: "cores", operator: "Gt", values: ["3"] }]), true],
  [affinity([{ key: "cores", operator: "Lt", values: ["4"] }]), false],
  [affinity([{ key: "none", operator: "Gt", values: ["3"] }]), false],
  [affinity([], [{ key: "metadata.name", operator: "In", values: ["one"] }]), true],
  [affinity([], [{ key: "metadata.name", operator: "In", values: ["other"] }]), false],
  // A term without requirements matches no node.
  [affinity([]), false],
])("a pod with %j fits the node: %s", (spec, isFit) => {
  expect(isSelected(node({ disk: "ssd", cores: "4" }), { containers: [], ...spec })).toBe(isFit);
});

const taint: Taint = { key: "own", value: "yes", effect: "NoSchedule" };

test.each<[Toleration[], boolean]>([
  [[], false],
  [[{ operator: "Exists" }], true],
  [[{ key: "own", operator: "Exists" }], true],
  [[{ key: "own", value: "yes" }], true],
  [[{ key: "own", value: "no" }], false],
  [[{ key: "own", value: "yes", effect: "NoExecute" }], false],
  [[{ key: "other", operator: "Exists" }], false],
])("a taint and the tolerations %j: tolerated: %s", (tolerations, isFine) => {
  expect(isTolerated(node({}, [taint]), tolerations, ["NoSchedule"])).toBe(isFine);
});

test("a node that a user has cordoned takes only pods that tolerate it; a taint of another effect does not count", () => {
  const cordoned = node({}, [], true);
  expect(isTolerated(cordoned, [], ["NoSchedule"])).toBe(false);
  expect(isTolerated(cordoned, [{ key: "node.kubernetes.io/unschedulable", operator: "Exists" }], ["NoSchedule"])).toBe(
    true,
  );
  expect(isTolerated(node({}, [{ ...taint, effect: "PreferNoSchedule" }]), [], ["NoSchedule", "NoExecute"])).toBe(true);
});
