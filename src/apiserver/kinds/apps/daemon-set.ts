/** Source: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import {
  type ApiObject,
  ensureObject,
  objectOf,
  setDefault,
  setDefaults,
  textMapOf,
  textOf,
} from "../../api-object.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { keptRunning, template, validateTemplateLabels } from "../pods/validate-template.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { typeIsOneOf } from "../validation/internal-forms.js";
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
  rule.when(({ type }) => type === "RollingUpdate", rule.requiredObject("rollingUpdate", "", rollingUpdate)),
  typeIsOneOf(["RollingUpdate", "OnDelete"], "apps/v1.DaemonSetUpdateStrategy"),
];

const rules: rule.Table<apps.DaemonSet> = [
  rule.object("spec", [
    rule.object("selector", labelSelector),
    ({ object: spec, path }) => {
      const [selector, given] = [objectOf(spec, "selector"), objectOf(spec, "template")];
      return workload.isReadable(selector) ? validateTemplateLabels(given, selector, `${path}.template`) : [];
    },
    rule.optional("selector", [workload.notEmptySelector("daemonset")]),
    rule.object("template", [...template, keptRunning("DaemonSet")]),
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

/** The annotation that clients see for the internal field of this name. */
const templateGeneration = "deprecated.daemonset.template.generation";

export const daemonSet: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    const strategy = ensureObject(spec, "updateStrategy");
    setDefault(strategy, "type", "RollingUpdate");
    if (textOf(strategy, "type") === "RollingUpdate") {
      setDefaults(ensureObject(strategy, "rollingUpdate"), { maxUnavailable: 1, maxSurge: 0 });
    }
    setDefault(spec, "revisionHistoryLimit", 10);
    setTemplateDefaults(ensureObject(spec, "template"));
    // The conversion of the internal type writes it, so that its writer owns it.
    setDefault(ensureObject(object.metadata, "annotations"), templateGeneration, "0");
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
  cells: cell.row(
    cell.nameOf,
    ...[
      "desiredNumberScheduled",
      "currentNumberScheduled",
      "numberReady",
      "updatedNumberScheduled",
      "numberAvailable",
    ].map((name) => cell.number(`status.${name}`)),
    cell.labels("spec.template.spec.nodeSelector"),
    cell.ageOf,
    ...cell.containers("spec.template"),
    cell.selector("spec.selector"),
  ),
};

function setTemplateGeneration({ metadata }: ApiObject, value: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(value) };
}
