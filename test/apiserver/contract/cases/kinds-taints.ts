/** DeviceTaintRules, which are served since 1.37. */
import type { KubernetesVersion } from "../../../../src/schema/kubernetes-versions.js";
import type { ContractApi, ContractCase } from "../contract-case.js";
import { changes, conditionOf as condition, type KindObject, rows, variants } from "../kind-cases.js";

export const versions: readonly KubernetesVersion[] = ["1.37"];

const taintRules = "/apis/resource.k8s.io/v1/devicetaintrules";
const longName = "a".repeat(254);

const rule = (spec: object, more: object = {}): KindObject => ({
  apiVersion: "resource.k8s.io/v1",
  kind: "DeviceTaintRule",
  metadata: { name: "$id" },
  spec,
  ...more,
});
const timeAdded = "2026-01-01T00:00:00Z";
const taint = { key: "example.com/broken", value: "yes", effect: "NoSchedule", timeAdded };
const good = rule({ deviceSelector: { driver: "gpu.example.com", pool: "a/b", device: "gpu-0" }, taint });

export const cases: readonly ContractCase[] = [
  variants("taints of devices", taintRules, good, [
    {},
    { "spec.deviceSelector": undefined },
    { "spec.deviceSelector": {} },
    { "spec.deviceSelector.driver": "" },
    { "spec.deviceSelector.driver": "A_b" },
    { "spec.deviceSelector.driver": "a".repeat(64) },
    { "spec.deviceSelector.pool": "" },
    { "spec.deviceSelector.pool": "a//B" },
    { "spec.deviceSelector.pool": longName },
    { "spec.deviceSelector.device": "" },
    { "spec.deviceSelector.device": "a.b" },
    { "spec.taint.key": "" },
    { "spec.taint.key": "a b" },
    { "spec.taint.value": "a b" },
    { "spec.taint.effect": "" },
    { "spec.taint.effect": "None" },
    { "spec.taint.effect": "PreferNoSchedule" },
    { "spec.taint": undefined },
    { "metadata.name": "A_b" },
    { "status.conditions": [condition("A")] },
  ]),
  changes(
    "changes of a taint",
    taintRules,
    good,
    [
      { "spec.taint.effect": "None", "spec.taint.timeAdded": "2026-02-01T00:00:00Z" },
      { "spec.taint.effect": "PreferNoSchedule" },
      { "spec.taint.key": "" },
      { "spec.taint.value": "no" },
      { "spec.deviceSelector.pool": "B" },
      { "status.conditions": [condition("A")] },
      { "metadata.labels.a": "b" },
      { "metadata.resourceVersion": undefined },
    ],
    { isClusterScoped: true },
  ),
  {
    name: "the time of a taint",
    async run(api: ContractApi) {
      api.cleanUp(`${taintRules}/$id`);
      const isNow = ({ spec }: { spec: { taint: { timeAdded: string } } }): boolean =>
        Math.abs(Date.parse(spec.taint.timeAdded) - Date.now()) < 60_000;
      const show = { show: isNow };
      await api.post(taintRules, rule({ taint: { key: "a", effect: "None" } }), show);
      await api.patch(`${taintRules}/$id`, "merge", { spec: { taint: { timeAdded } } }, show);
      await api.patch(`${taintRules}/$id`, "merge", { spec: { taint: { value: "a" } } }, show);
      await api.patch(`${taintRules}/$id`, "merge", { spec: { taint: { effect: "NoExecute" } } }, show);
    },
  },
  changes(
    "the status of a taint",
    taintRules,
    good,
    [
      { "status.conditions": [condition("A", { status: "False" })] },
      { "status.conditions": [condition("A", { status: "Nope", reason: "" })] },
      { "status.conditions": Array.from({ length: 9 }, (_, index) => condition(`C${index}`)) },
      { "status.conditions": [condition("A"), condition("A")] },
      { "metadata.labels.a": "b", "spec.taint.key": "other" },
    ],
    { isClusterScoped: true, subresource: "status" },
  ),
  rows("rows of taints", taintRules, [rule({ taint: { key: "a", effect: "None" } })], { isClusterScoped: true }),
];
