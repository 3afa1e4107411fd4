/** Source: k8s.io/pod-security-admission/admission/admission.go, k8s.io/kubernetes/plugin/pkg/admission/security/podsecurity. */
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { isSame } from "../../kinds/common-strategy.js";
import { hasTemplate, podTemplateOf } from "../../kinds/pods/pod-specs.js";
import { type AdmissionAttributes, type AdmissionPlugin, storageKeyOf, type StoredObjects } from "../../resource.js";
import { forbiddenError, invalidError } from "../../status-error.js";
import type { CheckedPod } from "./checks/check.js";
import { findViolations, showViolations } from "./find-violations.js";
import { namespaceWarnings } from "./namespace-warnings.js";
import { isSameLevel, isStricter, type LevelVersion, readPolicy, showLevel } from "./policy.js";

/** Enforces the Pod Security level that the labels of the namespace set. */
export function podSecurity(objects: StoredObjects): AdmissionPlugin {
  return {
    validate: (attributes) => {
      const { resource, operation } = attributes;
      if (operation !== "CREATE" && operation !== "UPDATE") return;
      const key = storageKeyOf(resource.group, resource.resource);
      if (key === "namespaces") checkNamespace(attributes, objects);
      else if (key === "pods") checkPod(attributes, objects);
      else if (hasTemplate(key) && attributes.subresource === "") warnOfTemplate(attributes, key, objects);
    },
  };
}

function checkNamespace(attributes: AdmissionAttributes, objects: StoredObjects): void {
  const { operation, object, oldObject, name, warnings } = attributes;
  if (attributes.subresource !== "" || object === undefined) return;
  const { policy, faults } = readPolicy(object.metadata.labels);
  const before = oldObject === undefined ? undefined : readPolicy(oldObject.metadata.labels);
  if (faults.length > 0 && !isSame(faults as never, (before?.faults ?? []) as never)) {
    throw invalidError("", "Namespace", name, faults);
  }
  if (operation !== "UPDATE" || before === undefined) return;
  const [enforce, old] = [policy.enforce, before.policy.enforce];
  if (isSameLevel(enforce, old) || enforce.level === "privileged") return;
  if (enforce.minor === old.minor && !isStricter(enforce.level, old.level)) return;
  warnings.push(...namespaceWarnings(name, enforce, objects.list(storageKeyOf("", "pods"), name)));
}

const ignoredSubresources: ReadonlySet<string> = new Set([
  ...["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"],
]);

function checkPod(attributes: AdmissionAttributes, objects: StoredObjects): void {
  const { subresource, operation, object, oldObject, name, warnings, audit } = attributes;
  if (ignoredSubresources.has(subresource) || object === undefined) return;
  const { enforce, warn, ...policy } = policyOf(attributes, objects);
  if ([enforce, warn, policy.audit].every(({ level }) => level === "privileged")) {
    audit.annotate(enforcedKey, showLevel({ level: "privileged", minor: undefined }));
    return;
  }
  if (operation === "UPDATE" && oldObject !== undefined && !hasOtherImages(object, oldObject)) return;
  const pod = { metadata: object.metadata, spec: objectOf(object, "spec") ?? {} };
  audit.annotate(enforcedKey, showLevel(enforce));
  noteViolations(attributes, pod, policy.audit);
  const enforced = findViolations(enforce, pod);
  if (enforced.length > 0) {
    const why = `violates PodSecurity "${showLevel(enforce)}": ${showViolations(enforced)}`;
    throw forbiddenError({ group: "", resource: "pods" }, name, why);
  }
  warnings.push(...warningsOf(pod, warn));
}

const enforcedKey = "pod-security.kubernetes.io/enforce-policy";

function noteViolations({ audit }: AdmissionAttributes, pod: CheckedPod, level: LevelVersion): void {
  const [violation] = warningsOf(pod, level);
  if (violation !== undefined) audit.annotate("pod-security.kubernetes.io/audit-violations", violation);
}

function policyOf({ namespace }: AdmissionAttributes, objects: StoredObjects) {
  return readPolicy(objects.get(storageKeyOf("", "namespaces"), "", namespace)?.metadata.labels).policy;
}

function warningsOf(pod: CheckedPod, warn: LevelVersion): string[] {
  const violations = findViolations(warn, pod);
  if (violations.length === 0) return [];
  return [`would violate PodSecurity "${showLevel(warn)}": ${showViolations(violations)}`];
}

/** Images are the only mutable part of a pod that the checks depend on. */
function hasOtherImages(pod: ApiObject, old: ApiObject): boolean {
  const [spec, before] = [objectOf(pod, "spec"), objectOf(old, "spec")];
  const imagesOf = (holder: JsonObject | undefined, list: string): string[] =>
    objectsOf(holder, list).map((container) => textOf(container, "image"));
  if (["containers", "initContainers"].some((list) => !isSame(imagesOf(spec, list), imagesOf(before, list))))
    return true;
  const known = objectsOf(before, "ephemeralContainers");
  return objectsOf(spec, "ephemeralContainers").some((container) => {
    const same = known.find((each) => each["name"] === container["name"]);
    return same === undefined || same["image"] !== container["image"];
  });
}

function warnOfTemplate(attributes: AdmissionAttributes, key: string, objects: StoredObjects): void {
  const { object, warnings } = attributes;
  const template = object === undefined ? undefined : podTemplateOf(key, object);
  if (template === undefined) return;
  const pod = { metadata: objectOf(template, "metadata") ?? {}, spec: objectOf(template, "spec") ?? {} };
  const { audit, warn } = policyOf(attributes, objects);
  noteViolations(attributes, pod, audit);
  warnings.push(...warningsOf(pod, warn));
}
