/** Source: pkg/apis/apps/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { validateClaimSpec } from "../volumes/validate-claim-spec.js";
import { validateTemplate } from "../pods/validate-template.js";
import { invalidInternal, statefulRollingUpdateForm, statefulStrategyForm } from "../validation/internal-forms.js";
import { validateAnnotations, validateLabels } from "../validation/labels.js";
import { checkDns1123Label } from "../validation/names.js";
import { isReadable, validatePodSelector, validateSelectedLabels } from "../validation/pod-selectors.js";
import { validateCollisionCount, validateReplicasStatus } from "../validation/replicas-status.js";
import {
  faultsAt,
  intOrPercentOf,
  validateAllNonnegative,
  validateAtMost100Percent,
  validateIntOrPercent,
} from "../validation/values.js";
import { specOf } from "../workload-parts.js";

export function validateStatefulSet(object: ApiObject): FieldError[] {
  return validateSpec(specOf(object), { isNew: true });
}

const mayChange = [
  ...["replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit"],
  ...["persistentVolumeClaimRetentionPolicy", "minReadySeconds"],
];

export function validateStatefulSetUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const faults = validateSpec(specOf(object), { isNew: false });
  if (isSame(withoutChangeable(specOf(object)), withoutChangeable(specOf(old)))) return faults;
  const detail =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [...faults, forbidden("spec", detail)];
}

function withoutChangeable(spec: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !mayChange.includes(name)));
}

/** What can't be changed any more is not judged again. */
function validateSpec(spec: JsonObject, { isNew }: { readonly isNew: boolean }): FieldError[] {
  const management = textOf(spec, "podManagementPolicy");
  const serviceName = textOf(spec, "serviceName");
  const ordinals = objectOf(spec, "ordinals");
  return [
    ...(["OrderedReady", "Parallel"].includes(management)
      ? []
      : [invalid("spec.podManagementPolicy", management, "must be 'OrderedReady' or 'Parallel'")]),
    ...validateStrategy(objectOf(spec, "updateStrategy") ?? {}, "spec.updateStrategy"),
    ...["whenDeleted", "whenScaled"].flatMap((name) => validateRetention(spec, name)),
    ...(isNew
      ? objectsOf(spec, "volumeClaimTemplates").flatMap((claim, index) =>
          validateClaimSpec(objectOf(claim, "spec"), `spec.volumeClaimTemplates[${index}].spec`),
        )
      : []),
    ...validateAllNonnegative(spec, ["replicas", "minReadySeconds"], "spec"),
    ...validateAllNonnegative(ordinals, ["start"], "spec.ordinals"),
    ...(isNew && serviceName !== "" ? faultsAt("spec.serviceName", serviceName, checkDns1123Label(serviceName)) : []),
    ...validatePodSelector(spec, "spec", "statefulset"),
    ...validateSetTemplate(spec),
    ...validateKeptRunning(objectOf(spec, "template")),
  ];
}

function validateSetTemplate(spec: JsonObject): FieldError[] {
  const selector = objectOf(spec, "selector");
  if (!isReadable(selector)) return [invalid("spec.selector", selector, "")];
  const template = withClaimVolumes(spec);
  const metadata = objectOf(template, "metadata");
  return [
    ...validateSelectedLabels(spec, "spec"),
    ...validateTemplate(template, "spec.template"),
    // Once more: so it is in Kubernetes.
    ...validateLabels(textMapOf(metadata, "labels"), "spec.template.labels"),
    ...validateAnnotations(textMapOf(metadata, "annotations"), "spec.template.annotations"),
  ];
}

/** The pods get a volume for each claim; their host names are given by the controller. */
function withClaimVolumes(spec: JsonObject): JsonObject {
  const template = objectOf(spec, "template") ?? {};
  const podSpec = { ...objectOf(template, "spec") };
  delete podSpec["hostname"];
  delete podSpec["subdomain"];
  const claims = objectsOf(spec, "volumeClaimTemplates").map((claim) => textOf(objectOf(claim, "metadata"), "name"));
  const others = objectsOf(podSpec, "volumes").filter((volume) => !claims.includes(textOf(volume, "name")));
  const made = [...new Set(claims)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return { ...template, spec: { ...podSpec, volumes: [...made, ...others] } };
}

function validateKeptRunning(template: JsonObject | undefined): FieldError[] {
  const podSpec = objectOf(template, "spec");
  const policy = textOf(podSpec, "restartPolicy");
  const deadline = "spec.template.spec.activeDeadlineSeconds";
  return [
    ...(policy === "Always" ? [] : [notSupported("spec.template.spec.restartPolicy", policy, ["Always"])]),
    ...(numberOf(podSpec, "activeDeadlineSeconds") === undefined
      ? []
      : [forbidden(deadline, "activeDeadlineSeconds in StatefulSet is not Supported")]),
  ];
}

function validateStrategy(strategy: JsonObject, path: string): FieldError[] {
  const rollingUpdate = objectOf(strategy, "rollingUpdate");
  const onlyRolling = "only allowed for updateStrategy 'RollingUpdate'";
  const type = textOf(strategy, "type");
  switch (type) {
    case "":
      return [required(path)];
    case "OnDelete":
      return rollingUpdate === undefined
        ? []
        : [invalidInternal(`${path}.rollingUpdate`, rollingUpdate, statefulRollingUpdateForm, onlyRolling)];
    case "RollingUpdate":
      return rollingUpdate === undefined ? [] : validateRollingUpdate(rollingUpdate, `${path}.rollingUpdate`);
    default:
      return [invalidInternal(path, strategy, statefulStrategyForm, "must be 'RollingUpdate' or 'OnDelete'")];
  }
}

function validateRollingUpdate(rollingUpdate: JsonObject, path: string): FieldError[] {
  const { maxUnavailable } = rollingUpdate;
  const at = `${path}.maxUnavailable`;
  const partition = validateAllNonnegative(rollingUpdate, ["partition"], path);
  if (maxUnavailable === undefined) return partition;
  return [
    ...partition,
    ...validateIntOrPercent(maxUnavailable, at),
    ...(intOrPercentOf(maxUnavailable) === 0 ? [invalid(at, maxUnavailable, "cannot be 0")] : []),
    ...validateAtMost100Percent(maxUnavailable, at),
  ];
}

function validateRetention(spec: JsonObject, name: string): FieldError[] {
  const policies = ["Retain", "Delete"];
  const policy = textOf(objectOf(spec, "persistentVolumeClaimRetentionPolicy"), name);
  if (policies.includes(policy)) return [];
  return [notSupported(`spec.persistentVolumeClaimRetentionPolicy.${name}`, policy, policies)];
}

export function validateStatefulSetStatus(object: ApiObject, old: ApiObject): FieldError[] {
  const counts = ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"];
  return [
    ...validateReplicasStatus(object, {
      nonnegative: ["replicas", ...counts, "observedGeneration", "collisionCount"],
      atMostReplicas: counts,
      readyName: "status.readyReplicas",
    }),
    ...validateCollisionCount(object, old),
  ];
}
