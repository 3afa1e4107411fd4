/** Source: pkg/registry/apps/deployment/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { ensureObject, numberOf, objectOf, setDefault, setDefaults, textOf } from "../../api-object.js";
import { copyField, keepAllButStatus } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { typeIsOneOf } from "../validation/internal-forms.js";
import { validateIntOrPercent } from "../validation/values.js";
import * as workload from "../validation/workload-rules.js";
import { ofReplicas, readyCount, replicaTemplate } from "./replica-set.js";

const rollingUpdate: rule.Table<apps.RollingUpdateDeployment> = [
  rule.value("maxUnavailable", validateIntOrPercent),
  rule.value("maxSurge", validateIntOrPercent),
  rule.invalidIf(
    "maxUnavailable",
    "may not be 0 when `maxSurge` is 0",
    ({ maxUnavailable, maxSurge }) => workload.isZero(maxUnavailable) && workload.isZero(maxSurge),
  ),
  rule.value("maxUnavailable", workload.atMost100Percent),
];

const strategy: rule.Table<apps.DeploymentStrategy> = [
  rule.forbiddenIf(
    "rollingUpdate",
    "may not be specified when strategy `type` is 'Recreate'",
    (object) => object["type"] === "Recreate" && objectOf(object, "rollingUpdate") !== undefined,
  ),
  rule.when(
    ({ type }) => type === "RollingUpdate",
    rule.requiredObject("rollingUpdate", "this should be defaulted and never be nil", rollingUpdate),
  ),
  typeIsOneOf(["Recreate", "RollingUpdate"], "apps/v1.DeploymentStrategy"),
];

const rules: rule.Table<apps.Deployment> = [
  rule.object("spec", [
    rule.nonnegative("replicas"),
    ...workload.podSelector("deployment"),
    replicaTemplate,
    rule.object("strategy", strategy),
    rule.nonnegative("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"),
    rule.number("progressDeadlineSeconds", [
      (deadline, { object }) => deadline > (numberOf(object, "minReadySeconds") ?? 0),
      "must be greater than minReadySeconds",
    ]),
  ]),
];

const counts = ["updatedReplicas", "readyReplicas", "availableReplicas"];
const status = workload.replicasStatus({
  nonnegative: [
    ...["observedGeneration", "replicas", ...counts],
    ...["unavailableReplicas", "terminatingReplicas", "collisionCount"],
  ],
  atMostReplicas: counts,
});

export const deployment: KindRules = {
  ...ofReplicas,
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "replicas", 1);
    setStrategyDefaults(ensureObject(spec, "strategy"));
    setDefaults(spec, { revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
    setTemplateDefaults(ensureObject(spec, "template"));
  },
  // The Deployment controller copies annotations to ReplicaSets, so they count as well.
  generationOf: ({ spec, metadata }) => [spec ?? null, metadata.annotations ?? {}],
  validate: rule.validator(rules),
  validateUpdate: rule.validator([...rules, rule.object("spec", [rule.unchanged("selector")])]),
  status: {
    resetFields: [["spec"], ["metadata", "labels"]],
    prepareForUpdate(object, old) {
      keepAllButStatus(object, old);
      copyField(object.metadata, old.metadata, "labels");
    },
    validateUpdate: workload.statusValidator([...status, workload.collisionCount]),
  },
  cells: cell.row(
    cell.nameOf,
    readyCount,
    cell.number("status.updatedReplicas"),
    cell.number("status.availableReplicas"),
    cell.ageOf,
    ...cell.containers("spec.template"),
    cell.selector("spec.selector"),
  ),
};

function setStrategyDefaults(object: JsonObject): void {
  setDefault(object, "type", "RollingUpdate");
  if (textOf(object, "type") !== "RollingUpdate") return;
  setDefaults(ensureObject(object, "rollingUpdate"), { maxUnavailable: "25%", maxSurge: "25%" });
}
