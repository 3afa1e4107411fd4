/** Source: pkg/registry/apps/replicaset/strategy.go, pkg/apis/apps/v1/defaults.go. */
import type { ApiObject } from "../../api-object.js";
import { ensureObject, objectOf, setDefault } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { ageOf } from "../table-times.js";
import {
  containerCells,
  count,
  generationOfSpec,
  nameMakesPodNames,
  scaleOfSpec,
  showSelector,
  specOf,
  statusOf,
  templateOf,
} from "../workload-parts.js";
import { validateReplicaSet, validateReplicaSetStatus, validateReplicaSetUpdate } from "./validate-replica-set.js";
import { templateWarnings } from "../warnings/pod-warnings.js";

export const replicaSet: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "replicas", 1);
    setTemplateDefaults(ensureObject(spec, "template"));
  },
  generationOf: generationOfSpec,
  validate: validateReplicaSet,
  validateUpdate: validateReplicaSetUpdate,
  warnings: (object, old) => [
    ...nameMakesPodNames(object, old),
    ...templateWarnings(templateOf(object), "spec.template", object, old),
  ],
  status: { validateUpdate: validateReplicaSetStatus },
  subresources: { scale: scaleOfSpec },
  cells: replicaSetCells,
  selectableFields: { "status.replicas": (object) => String(count(statusOf(object), "replicas")) },
};

function replicaSetCells(object: ApiObject, now: number) {
  const spec = specOf(object);
  const status = statusOf(object);
  return [
    object.metadata.name ?? "",
    count(spec, "replicas"),
    count(status, "replicas"),
    count(status, "readyReplicas"),
    ageOf(object, now),
    ...containerCells(templateOf(object)),
    showSelector(objectOf(spec, "selector")),
  ];
}
