/** Source: pkg/registry/apps/statefulset/strategy.go, pkg/apis/apps/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { ensureObject, numberOf, objectOf, objectsOf, setDefault, textOf } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { setClaimSpecDefaults, setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { ageOf } from "../table-times.js";
import { nameIsDnsLabel } from "../validation/names.js";
import {
  containerCells,
  count,
  generationOfSpec,
  scaleOfSpec,
  specOf,
  statusOf,
  templateOf,
} from "../workload-parts.js";
import { validateStatefulSet, validateStatefulSetStatus, validateStatefulSetUpdate } from "./validate-stateful-set.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import { claimSpecWarnings } from "../volumes/validate-claim-spec.js";

export const statefulSet: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "podManagementPolicy", "OrderedReady");
    setStrategyDefaults(ensureObject(spec, "updateStrategy"));
    const retention = ensureObject(spec, "persistentVolumeClaimRetentionPolicy");
    setDefault(retention, "whenDeleted", "Retain");
    setDefault(retention, "whenScaled", "Retain");
    setDefault(spec, "replicas", 1);
    setDefault(spec, "revisionHistoryLimit", 10);
    setTemplateDefaults(ensureObject(spec, "template"));
    for (const claim of objectsOf(spec, "volumeClaimTemplates")) setClaimDefaults(claim);
  },
  prepareForCreate: dropMaxUnavailable,
  prepareForUpdate: dropMaxUnavailable,
  generationOf: generationOfSpec,
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,
  validateName: nameIsDnsLabel,
  warnings: statefulSetWarnings,
  status: { validateUpdate: validateStatefulSetStatus },
  subresources: { scale: scaleOfSpec },
  cells: statefulSetCells,
};

function statefulSetWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const spec = specOf(object);
  const end = old === undefined ? "" : ".Spec";
  return [
    ...templateWarnings(templateOf(object), "spec.template", object, old),
    ...objectsOf(spec, "volumeClaimTemplates").flatMap((claim, index) =>
      claimSpecWarnings(objectOf(claim, "spec"), `spec.volumeClaimTemplates[${index}]${end}`),
    ),
    ...((numberOf(spec, "revisionHistoryLimit") ?? 0) < 0
      ? ["spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"]
      : []),
  ];
}

function setStrategyDefaults(strategy: JsonObject): void {
  if (textOf(strategy, "type") === "") {
    strategy["type"] = "RollingUpdate";
    ensureObject(strategy, "rollingUpdate");
  }
  const rollingUpdate = objectOf(strategy, "rollingUpdate");
  if (textOf(strategy, "type") !== "RollingUpdate" || rollingUpdate === undefined) return;
  setDefault(rollingUpdate, "partition", 0);
}

/** The feature is off by default. */
function dropMaxUnavailable(object: ApiObject): void {
  const rollingUpdate = objectOf(objectOf(specOf(object), "updateStrategy"), "rollingUpdate");
  if (rollingUpdate !== undefined) delete rollingUpdate["maxUnavailable"];
}

function setClaimDefaults(claim: JsonObject): void {
  setDefault(claim, "apiVersion", "v1");
  setDefault(claim, "kind", "PersistentVolumeClaim");
  setDefault(ensureObject(claim, "status"), "phase", "Pending");
  setClaimSpecDefaults(ensureObject(claim, "spec"));
}

function statefulSetCells(object: ApiObject, now: number) {
  return [
    object.metadata.name ?? "",
    `${count(statusOf(object), "readyReplicas")}/${count(specOf(object), "replicas")}`,
    ageOf(object, now),
    ...containerCells(templateOf(object)),
  ];
}
