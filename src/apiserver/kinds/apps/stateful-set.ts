/** Source: pkg/registry/apps/statefulset/strategy.go, pkg/apis/apps/v1/defaults.go, pkg/apis/apps/validation/validation.go. */
import type * as apps from "../../../k8s/apps/v1.js";
import type { JsonObject } from "../../../core/json.js";
import {
  type ApiObject,
  ensureObject,
  numberOf,
  objectOf,
  objectsOf,
  setDefault,
  setDefaults,
  textMapOf,
  textOf,
} from "../../api-object.js";
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import { isSame } from "../common-strategy.js";
import type { KindRules } from "../kind-rules.js";
import { setClaimSpecDefaults, setTemplateDefaults } from "../pods/pod-spec-defaults.js";
import { keptRunning, template } from "../pods/validate-template.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { immutable } from "../validation/immutable.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { nameIsDnsLabel } from "../validation/names.js";
import { validateIntOrPercent } from "../validation/values.js";
import * as workload from "../validation/workload-rules.js";
import { claimSpecWarnings, validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { templateWarnings } from "../warnings/pod-warnings.js";
import * as parts from "../workload-parts.js";
import { readyCount } from "./replica-set.js";

const rollingUpdate: rule.Table<apps.RollingUpdateStatefulSetStrategy> = [
  rule.nonnegative("partition"),
  rule.when(
    ({ maxUnavailable }) => maxUnavailable !== undefined,
    rule.value("maxUnavailable", validateIntOrPercent),
    rule.value("maxUnavailable", [(amount) => !workload.isZero(amount), "cannot be 0"]),
    rule.value("maxUnavailable", workload.atMost100Percent),
  ),
];

const updateStrategy: rule.Table<apps.StatefulSetUpdateStrategy> = [
  rule.text(["type", ""], must.beSet()),
  ({ object, path }) => {
    const [type, rolling] = [textOf(object, "type"), objectOf(object, "rollingUpdate")];
    if (type === "OnDelete" && rolling !== undefined) {
      const detail = "only allowed for updateStrategy 'RollingUpdate'";
      const form = "apps/v1.RollingUpdateStatefulSetStrategy";
      return [invalidInternal(`${path}.rollingUpdate`, rolling, form, detail)];
    }
    const detail = "must be 'RollingUpdate' or 'OnDelete'";
    if (["", "OnDelete", "RollingUpdate"].includes(type)) return [];
    return [invalidInternal(path, object, "apps/v1.StatefulSetUpdateStrategy", detail)];
  },
  rule.when(({ type }) => type === "RollingUpdate", rule.optional("rollingUpdate", rollingUpdate)),
];

const retention = must.beOneOf("Retain", "Delete");

/** Skips the rules of fields that can no longer change. */
function specRules(isNew: boolean): rule.Table<apps.StatefulSet> {
  const ofNew = (rules: rule.Table<apps.StatefulSetSpec>): rule.Table<apps.StatefulSetSpec> => (isNew ? rules : []);
  return [
    rule.object("spec", [
      rule.text("podManagementPolicy", [
        (management) => ["OrderedReady", "Parallel"].includes(management),
        "must be 'OrderedReady' or 'Parallel'",
      ]),
      rule.object("updateStrategy", updateStrategy),
      rule.object("persistentVolumeClaimRetentionPolicy", [
        rule.text("whenDeleted", retention),
        rule.text("whenScaled", retention),
      ]),
      ...ofNew([
        rule.each("volumeClaimTemplates", [
          ({ object, path }) => validateClaimSpec(objectOf(object, "spec"), `${path}.spec`),
        ]),
      ]),
      rule.nonnegative("replicas", "minReadySeconds"),
      rule.object("ordinals", [rule.nonnegative("start")]),
      ...ofNew([rule.optionalText("serviceName", must.beLabel)]),
      ...workload.podSelector("statefulset"),
      ({ object }) => validateSetTemplate(object),
      rule.object("template", [keptRunning("StatefulSet")]),
    ]),
  ];
}

const mayChange = [
  ...["replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit"],
  ...["persistentVolumeClaimRetentionPolicy", "minReadySeconds"],
];

/** Since 1.36, each immutable field has an error of its own. */
const ownErrors = ["selector", "volumeClaimTemplates", "serviceName", "podManagementPolicy"];

function keptFields({ object, old }: rule.Place<unknown>): rule.Faults {
  const [spec, before] = [objectOf(object, "spec") ?? {}, objectOf(old, "spec") ?? {}];
  return ownErrors.flatMap((name) => immutable(`spec.${name}`, spec[name], before[name])).map(showClaims);

  function showClaims(fault: FieldError): FieldError {
    if (fault.field !== "spec.volumeClaimTemplates") return fault;
    const claims = [...objectsOf(spec, "volumeClaimTemplates")];
    const type = { type: "v1.PersistentVolumeClaim", version: "1.37" } as const;
    return invalidInternal(fault.field, claims, type, "field is immutable");
  }
}

function keptSpec({ object, old }: rule.Place<unknown>): rule.Faults {
  const [now, before] = [object, old].map((each) =>
    Object.fromEntries(Object.entries(objectOf(each, "spec") ?? {}).filter(([name]) => !mayChange.includes(name))),
  );
  if (isSame(now, before)) return [];
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [forbidden("spec", detail)];
}

const counts = ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"];
const status = workload.replicasStatus({
  nonnegative: ["replicas", ...counts, "observedGeneration", "collisionCount"],
  atMostReplicas: counts,
  readyName: "status.readyReplicas",
});

const commonRules: KindRules = {
  setDefaults(object) {
    const spec = ensureObject(object, "spec");
    setDefault(spec, "podManagementPolicy", "OrderedReady");
    setStrategyDefaults(ensureObject(spec, "updateStrategy"));
    const policy = ensureObject(spec, "persistentVolumeClaimRetentionPolicy");
    setDefaults(policy, { whenDeleted: "Retain", whenScaled: "Retain" });
    setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10 });
    setTemplateDefaults(ensureObject(spec, "template"));
    for (const claim of objectsOf(spec, "volumeClaimTemplates")) setClaimDefaults(claim);
  },
  generationOf: parts.generationOfSpec,
  validateName: nameIsDnsLabel,
  warnings: statefulSetWarnings,
  validate: rule.validator(specRules(true)),
  status: {
    validateUpdate: workload.statusValidator([...status, workload.collisionCount]),
  },
  subresources: { scale: parts.scaleOfSpec },
  cells: cell.row(cell.nameOf, readyCount, cell.ageOf, ...cell.containers("spec.template")),
};

export const statefulSet: KindRules = {
  ...commonRules,
  prepareForCreate: dropMaxUnavailable,
  prepareForUpdate: dropMaxUnavailable,
  validateUpdate: rule.validator([...specRules(false), keptSpec]),
};

/** The rules of 1.37, where `maxUnavailable` is on by default (MaxUnavailableStatefulSet). */
export const statefulSetSince137: KindRules = {
  ...commonRules,
  setDefaults(object) {
    commonRules.setDefaults?.(object);
    const strategy = objectOf(parts.specOf(object), "updateStrategy");
    if (textOf(strategy, "type") === "RollingUpdate") {
      setDefaults(objectOf(strategy, "rollingUpdate"), { maxUnavailable: 1 });
    }
  },
  validateUpdate: rule.validator([...specRules(false), keptFields]),
};

function statefulSetWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const spec = parts.specOf(object);
  const end = old === undefined ? "" : ".Spec";
  return [
    ...templateWarnings(parts.templateOf(object), "spec.template", object, old),
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
  if (textOf(strategy, "type") === "RollingUpdate") setDefaults(objectOf(strategy, "rollingUpdate"), { partition: 0 });
}

/** In 1.35, the feature is off by default. */
function dropMaxUnavailable(object: ApiObject): void {
  delete objectOf(objectOf(parts.specOf(object), "updateStrategy"), "rollingUpdate")?.["maxUnavailable"];
}

function setClaimDefaults(claim: JsonObject): void {
  setDefaults(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
  setDefault(ensureObject(claim, "status"), "phase", "Pending");
  setClaimSpecDefaults(ensureObject(claim, "spec"));
}

function validateSetTemplate(spec: JsonObject): rule.Faults {
  const selector = objectOf(spec, "selector");
  if (!workload.isReadable(selector)) return [invalid("spec.selector", selector, "")];
  const made = withClaimVolumes(spec);
  const metadata = objectOf(made, "metadata");
  return [
    ...workload.validateSelectedLabels(spec, "spec"),
    ...rule.judge(template, made, "spec.template", undefined),
    // Kubernetes checks this twice.
    ...validateLabels(textMapOf(metadata, "labels"), "spec.template.labels"),
    ...validateAnnotations(textMapOf(metadata, "annotations"), "spec.template.annotations"),
  ];
}

/** Adds a volume for each claim, and drops the hostname and subdomain, which the controller sets. */
function withClaimVolumes(spec: JsonObject): JsonObject {
  const given = objectOf(spec, "template");
  const podSpec = { ...objectOf(given, "spec") };
  delete podSpec["hostname"];
  delete podSpec["subdomain"];
  const claims = objectsOf(spec, "volumeClaimTemplates").map((claim) => textOf(objectOf(claim, "metadata"), "name"));
  const others = objectsOf(podSpec, "volumes").filter((volume) => !claims.includes(textOf(volume, "name")));
  const made = [...new Set(claims)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return { ...given, spec: { ...podSpec, volumes: [...made, ...others] } };
}
