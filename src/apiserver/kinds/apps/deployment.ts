/** Source: pkg/registry/apps/deployment/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { JsonObject } from "../../../core/json.js";
import { ensureObject, numberOf, objectOf, setDefault, textOf } from "../../json-fields.js";
import { keepAllButStatus } from "../common-strategy.js";
import { keepLabels } from "../keep-metadata.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import * as rule from "../rules/index.js";
import { formatSelector } from "../tables/selector-text.js";
import { ageOf } from "../table-times.js";
import { notSupportedInternal } from "../validation/internal-forms.js";
import { validateIntOrPercent } from "../validation/values.js";
import * as workload from "../validation/workload-rules.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";
import { replicaTemplate } from "./replica-set.js";

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
    [
      rule.requiredIf(
        "rollingUpdate",
        "this should be defaulted and never be nil",
        (object) => objectOf(object, "rollingUpdate") === undefined,
      ),
      rule.optional("rollingUpdate", rollingUpdate),
    ],
  ),
  ({ object, path }) => {
    const types = ["Recreate", "RollingUpdate"];
    if (types.includes(textOf(object, "type"))) return [];
    return [notSupportedInternal(path, object, "apps/v1.DeploymentStrategy", types)];
  },
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
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "replicas", 1);
    setStrategyDefaults(ensureObject(spec, "strategy"));
    setDefault(spec, "revisionHistoryLimit", 10);
    setDefault(spec, "progressDeadlineSeconds", 600);
    setTemplateDefaults(ensureObject(spec, "template"));
  },
  // Annotations are copied to ReplicaSets, so they count as well.
  generationOf: ({ spec, metadata }) => [spec ?? null, metadata.annotations ?? {}],
  validate: rule.validator(rules),
  validateUpdate: rule.validator([...rules, rule.object("spec", [rule.unchanged("selector")])]),
  warnings: (object, old) => [
    ...parts.nameMakesPodNames(object, old),
    ...templateWarnings(parts.templateOf(object), "spec.template", object, old),
  ],
  status: {
    resetFields: [["spec"], ["metadata", "labels"]],
    prepareForUpdate(object, old) {
      keepAllButStatus(object, old);
      keepLabels(object, old);
    },
    validateUpdate: workload.statusValidator([...status, workload.collisionCount]),
  },
  subresources: { scale: parts.scaleOfSpec },
  cells: deploymentCells,
};

function setStrategyDefaults(object: JsonObject): void {
  setDefault(object, "type", "RollingUpdate");
  if (textOf(object, "type") !== "RollingUpdate") return;
  const rolling = ensureObject(object, "rollingUpdate");
  setDefault(rolling, "maxUnavailable", "25%");
  setDefault(rolling, "maxSurge", "25%");
}

function deploymentCells(object: ApiObject, now: number) {
  const [spec, current] = [parts.specOf(object), parts.statusOf(object)];
  return [
    object.metadata.name ?? "",
    `${parts.count(current, "readyReplicas")}/${parts.count(spec, "replicas")}`,
    parts.count(current, "updatedReplicas"),
    parts.count(current, "availableReplicas"),
    ageOf(object, now),
    ...parts.containerCells(parts.templateOf(object)),
    formatSelector(objectOf(spec, "selector")),
  ];
}
