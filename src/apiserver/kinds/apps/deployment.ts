/** Source: pkg/registry/apps/deployment/strategy.go, pkg/apis/apps/v1/defaults.go. */
import type { ApiObject } from "../../api-object.js";
import { ensureObject, objectOf, setDefault, textOf } from "../../json-fields.js";
import { keepAllButStatus } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { ageOf } from "../table-times.js";
import {
  containerCells,
  count,
  nameMakesPodNames,
  scaleOfSpec,
  showSelector,
  specOf,
  statusOf,
  templateOf,
} from "../workload-parts.js";
import { keepLabels } from "../keep-metadata.js";
import { validateDeployment, validateDeploymentStatus, validateDeploymentUpdate } from "./validate-deployment.js";
import { templateWarnings } from "../warnings/pod-warnings.js";

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
  validate: validateDeployment,
  validateUpdate: validateDeploymentUpdate,
  warnings: (object, old) => [
    ...nameMakesPodNames(object, old),
    ...templateWarnings(templateOf(object), "spec.template", object, old),
  ],
  status: {
    resetFields: [["spec"], ["metadata", "labels"]],
    prepareForUpdate(object, old) {
      keepAllButStatus(object, old);
      keepLabels(object, old);
    },
    validateUpdate: validateDeploymentStatus,
  },
  subresources: { scale: scaleOfSpec },
  cells: deploymentCells,
};

function setStrategyDefaults(strategy: ReturnType<typeof ensureObject>): void {
  setDefault(strategy, "type", "RollingUpdate");
  if (textOf(strategy, "type") !== "RollingUpdate") return;
  const rollingUpdate = ensureObject(strategy, "rollingUpdate");
  setDefault(rollingUpdate, "maxUnavailable", "25%");
  setDefault(rollingUpdate, "maxSurge", "25%");
}

function deploymentCells(object: ApiObject, now: number) {
  const spec = specOf(object);
  const status = statusOf(object);
  return [
    object.metadata.name ?? "",
    `${count(status, "readyReplicas")}/${count(spec, "replicas")}`,
    count(status, "updatedReplicas"),
    count(status, "availableReplicas"),
    ageOf(object, now),
    ...containerCells(templateOf(object)),
    showSelector(objectOf(spec, "selector")),
  ];
}
