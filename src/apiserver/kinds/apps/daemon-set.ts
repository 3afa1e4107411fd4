/** Source: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/v1/defaults.go. */
import type { ApiObject } from "../../api-object.js";
import { ensureObject, objectOf, setDefault, textMapOf, textOf } from "../../json-fields.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { ageOf } from "../table-times.js";
import {
  containerCells,
  count,
  generationOfSpec,
  showLabels,
  showSelector,
  specOf,
  statusOf,
  templateOf,
} from "../workload-parts.js";
import { isSame } from "../common-strategy.js";
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from "./validate-daemon-set.js";
import { podWarnings } from "../warnings/pod-warnings.js";

/** The internal field of this name is an annotation to clients. */
const templateGeneration = "deprecated.daemonset.template.generation";

export const daemonSet: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    const strategy = ensureObject(spec, "updateStrategy");
    setDefault(strategy, "type", "RollingUpdate");
    if (textOf(strategy, "type") === "RollingUpdate") {
      const rollingUpdate = ensureObject(strategy, "rollingUpdate");
      setDefault(rollingUpdate, "maxUnavailable", 1);
      setDefault(rollingUpdate, "maxSurge", 0);
    }
    setDefault(spec, "revisionHistoryLimit", 10);
    setTemplateDefaults(ensureObject(spec, "template"));
  },
  prepareForCreate(object) {
    const given = Number.parseInt(textMapOf(object.metadata, "annotations")[templateGeneration] ?? "", 10);
    setTemplateGeneration(object, given >= 1 ? given : 1);
  },
  prepareForUpdate(object, old) {
    const before = Number.parseInt(textMapOf(old.metadata, "annotations")[templateGeneration] ?? "1", 10);
    setTemplateGeneration(object, isSame(templateOf(object), templateOf(old)) ? before : before + 1);
  },
  generationOf: generationOfSpec,
  validate: validateDaemonSet,
  warnings: (object, old) =>
    old === undefined || !isSame(templateOf(object), templateOf(old))
      ? podWarnings(templateOf(object) ?? {}, "spec.template")
      : [],
  validateUpdate: validateDaemonSetUpdate,
  status: { validateUpdate: validateDaemonSetStatus },
  cells: daemonSetCells,
};

function setTemplateGeneration({ metadata }: ApiObject, value: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(value) };
}

function daemonSetCells(object: ApiObject, now: number) {
  const status = statusOf(object);
  const template = templateOf(object);
  return [
    object.metadata.name ?? "",
    count(status, "desiredNumberScheduled"),
    count(status, "currentNumberScheduled"),
    count(status, "numberReady"),
    count(status, "updatedNumberScheduled"),
    count(status, "numberAvailable"),
    showLabels(textMapOf(objectOf(template, "spec"), "nodeSelector")),
    ageOf(object, now),
    ...containerCells(template),
    showSelector(objectOf(specOf(object), "selector")),
  ];
}
