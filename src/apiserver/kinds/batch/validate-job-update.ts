/** The changes that an update of a Job may make. Source: pkg/apis/batch/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import { type ApiObject, isSet, numberOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { copyField, isSame } from "../common-strategy.js";
import { invalidTemplate } from "../pods/pod-spec-forms.js";
import { immutable } from "../validation/immutable.js";
import { immutableInternal, type InternalName, invalidInternal } from "../validation/internal-forms.js";
import { hasCondition, specOf, statusOf, templateOf } from "../workload-parts.js";
import { isIndexed, validateHostname, validateJob, validateOwnSpec } from "./validate-job.js";

/** The fields, with the type of each field that contains an object. */
const immutableFields: readonly (readonly [name: string, type?: InternalName])[] = [
  ["completionMode"],
  ["podFailurePolicy", "batch/v1.PodFailurePolicy"],
  ["backoffLimitPerIndex"],
  ["managedBy"],
  ["successPolicy", "batch/v1.SuccessPolicy"],
];

/** Reports errors in the spec twice, as Kubernetes does. */
export function validateJobUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  return [...validateJob(object), ...validateSpecUpdate(object, old, validateTemplateUpdate(object, old))];
}

export function validateJobUpdateSince137(object: ApiObject, old: ApiObject): FieldError[] {
  return [...validateSpecUpdate(object, old, validateTemplateUpdateSince137(object, old)), ...validateHostname(object)];
}

function validateSpecUpdate(object: ApiObject, old: ApiObject, ofTemplate: readonly FieldError[]): FieldError[] {
  const [spec, oldSpec] = [specOf(object), specOf(old)];
  return [
    ...validateOwnSpec(spec),
    ...validateCompletions(spec, oldSpec),
    ...immutable("spec.selector", spec["selector"], oldSpec["selector"]),
    ...ofTemplate,
    ...immutableFields.flatMap(([name, type]) => {
      const change = [`spec.${name}`, spec[name], oldSpec[name]] as const;
      return type === undefined ? immutable(...change) : immutableInternal(...change, type);
    }),
  ];
}

function validateCompletions(spec: JsonObject, old: JsonObject): FieldError[] {
  const path = "spec.completions";
  if (!isIndexed(spec)) return immutable(path, spec["completions"], old["completions"]);
  const completions = numberOf(spec, "completions");
  if (completions === undefined || isSame(spec["completions"], old["completions"])) return [];
  if (completions === numberOf(spec, "parallelism")) return [];
  return [invalid(path, completions, "can only be modified in tandem with spec.parallelism")];
}

/** A suspended job that has not started may still change where its pods run. */
function validateTemplateUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const [now = {}, before = {}] = [templateOf(object), templateOf(old)];
  const isMovable = isSet(specOf(old), "suspend") && statusOf(old)["startTime"] === undefined;
  if (isSame(isMovable ? withoutPlace(now) : now, isMovable ? withoutPlace(before) : before)) return [];
  return [invalidTemplate("spec.template", now, "field is immutable", "1.35")];
}

/**
 * A suspended job without pods may also change the resources of its containers (MutablePodResourcesForSuspendedJobs,
 * MutableSchedulingDirectivesForSuspendedJobs).
 */
function validateTemplateUpdateSince137(object: ApiObject, old: ApiObject): FieldError[] {
  const [now = {}, before = {}] = [templateOf(object), templateOf(old)];
  const status = statusOf(old);
  const isStopped = status["startTime"] === undefined || hasCondition(status, "Suspended");
  const isMovable = isSet(specOf(old), "suspend") && isStopped && (numberOf(status, "active") ?? 0) === 0;
  const detail = "field is immutable";
  if (!isMovable) return isSame(now, before) ? [] : [invalidTemplate("spec.template", now, detail, "1.37")];
  const [spec, oldSpec] = [now, before].map((each) => withoutPlace(each).spec);
  if (isSame(withResources(spec ?? {}, oldSpec ?? {}), oldSpec)) return [];
  const type = { type: "v1.PodSpec", version: "1.37" } as const;
  return [invalidInternal("spec.template.spec", objectOf(now, "spec") ?? {}, type, detail)];
}

/** Returns the spec with the old resources of each container that is still at its place. */
function withResources(spec: JsonObject, old: JsonObject): JsonObject {
  const lists = ["containers", "initContainers"].flatMap((list) => {
    const before = objectsOf(old, list);
    const containers = objectsOf(spec, list);
    if (containers.length === 0 || containers.length !== before.length) return [];
    const kept = containers.map((container, index) => {
      const copy = { ...container };
      if (textOf(before[index], "name") === textOf(container, "name"))
        copyField(copy, before[index] ?? {}, "resources");
      return copy;
    });
    return [[list, kept] as const];
  });
  return { ...spec, ...Object.fromEntries(lists) };
}

function withoutPlace(template: JsonObject): {
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
} {
  const metadata = { ...objectOf(template, "metadata") };
  const spec = { ...objectOf(template, "spec") };
  const affinity = { ...objectOf(spec, "affinity") };
  for (const name of ["labels", "annotations"]) Reflect.deleteProperty(metadata, name);
  for (const name of ["nodeSelector", "tolerations", "schedulingGates", "affinity"]) Reflect.deleteProperty(spec, name);
  delete affinity["nodeAffinity"];
  return { metadata, spec: { ...spec, affinity } };
}
