/** Source: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import type { ApiObject } from "../../api-object.js";
import { ensureObject, objectOf, setDefault, textMapOf, textOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { validateKeptRunning, validateTemplate, validateTemplateLabels } from "../pods/validate-template.js";
import * as rule from "../rules/index.js";
import { formatSelector } from "../tables/selector-text.js";
import { ageOf } from "../table-times.js";
import { notSupportedInternal } from "../validation/internal-forms.js";
import { labelSelector } from "../validation/labels.js";
import { validateIntOrPercent } from "../validation/values.js";
import * as workload from "../validation/workload-rules.js";
import { podWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";

const rollingUpdate: rule.Table<apps.RollingUpdateDaemonSet> = [
  rule.value("maxUnavailable", validateIntOrPercent),
  rule.value("maxSurge", validateIntOrPercent),
  rule.value("maxUnavailable", workload.atMost100Percent),
  rule.value("maxSurge", workload.atMost100Percent),
  rule.invalidIf(
    "maxSurge",
    "may not be set when maxUnavailable is non-zero",
    ({ maxUnavailable, maxSurge }) => !workload.isZero(maxUnavailable) && !workload.isZero(maxSurge),
  ),
  rule.requiredIf(
    "maxUnavailable",
    "cannot be 0 when maxSurge is 0",
    ({ maxUnavailable, maxSurge }) => workload.isZero(maxUnavailable) && workload.isZero(maxSurge),
  ),
];

const updateStrategy: rule.Table<apps.DaemonSetUpdateStrategy> = [
  rule.when(
    ({ type }) => type === "RollingUpdate",
    [
      rule.requiredIf("rollingUpdate", "", (object) => objectOf(object, "rollingUpdate") === undefined),
      rule.optional("rollingUpdate", rollingUpdate),
    ],
  ),
  ({ object, path }) => {
    const types = ["RollingUpdate", "OnDelete"];
    if (types.includes(textOf(object, "type"))) return [];
    return [notSupportedInternal(path, object, "apps/v1.DaemonSetUpdateStrategy", types)];
  },
];

const rules: rule.Table<apps.DaemonSet> = [
  rule.object("spec", [
    rule.object("selector", labelSelector),
    ({ object: spec, path }) => {
      const [selector, template] = [objectOf(spec, "selector"), objectOf(spec, "template") ?? {}];
      return workload.isReadable(selector) ? validateTemplateLabels(template, selector, `${path}.template`) : [];
    },
    rule.optional("selector", [workload.notEmptySelector("daemonset")]),
    rule.object("template", [
      ({ object, path }) => [...validateTemplate(object, path), ...validateKeptRunning(object, path, "DaemonSet")],
    ]),
    rule.nonnegative("minReadySeconds"),
    rule.object("updateStrategy", updateStrategy),
    rule.nonnegative("revisionHistoryLimit"),
  ]),
];

const status: rule.Table = [
  rule.nonnegative("currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady"),
  rule.nonnegative("observedGeneration", "updatedNumberScheduled", "numberAvailable", "numberUnavailable"),
  rule.nonnegative("collisionCount"),
  workload.collisionCount,
];

/** The internal field of this name is an annotation to clients. */
const templateGeneration = "deprecated.daemonset.template.generation";

export const daemonSet: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    const strategy = ensureObject(spec, "updateStrategy");
    setDefault(strategy, "type", "RollingUpdate");
    if (textOf(strategy, "type") === "RollingUpdate") {
      const rolling = ensureObject(strategy, "rollingUpdate");
      setDefault(rolling, "maxUnavailable", 1);
      setDefault(rolling, "maxSurge", 0);
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
    setTemplateGeneration(object, isSame(parts.templateOf(object), parts.templateOf(old)) ? before : before + 1);
  },
  generationOf: parts.generationOfSpec,
  validate: rule.validator(rules),
  warnings: (object, old) =>
    old === undefined || !isSame(parts.templateOf(object), parts.templateOf(old))
      ? podWarnings(parts.templateOf(object) ?? {}, "spec.template")
      : [],
  validateUpdate: rule.validator([rule.object("spec", [rule.unchanged("selector")]), ...rules]),
  status: { validateUpdate: workload.statusValidator(status) },
  cells: daemonSetCells,
};

function setTemplateGeneration({ metadata }: ApiObject, value: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(value) };
}

function daemonSetCells(object: ApiObject, now: number) {
  const current = parts.statusOf(object);
  const template = parts.templateOf(object);
  return [
    object.metadata.name ?? "",
    parts.count(current, "desiredNumberScheduled"),
    parts.count(current, "currentNumberScheduled"),
    parts.count(current, "numberReady"),
    parts.count(current, "updatedNumberScheduled"),
    parts.count(current, "numberAvailable"),
    parts.showLabels(textMapOf(objectOf(template, "spec"), "nodeSelector")),
    ageOf(object, now),
    ...parts.containerCells(template),
    formatSelector(objectOf(parts.specOf(object), "selector")),
  ];
}
