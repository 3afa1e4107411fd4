/**
 * How OpenShift's console shows a field, from its type.
 * Source: github.com/openshift/console, frontend/packages/operator-lifecycle-manager/src/components/descriptors/reference.
 */
import { isSameJson } from "../../core/json.js";
import type { Field, TypeModel } from "../../model/type-model.js";

const tectonic = "urn:alm:descriptor:com.tectonic.ui:";
const kubernetes = "urn:alm:descriptor:io.kubernetes";

/** The kinds whose objects a field can name, by the end of the field's name. Other kinds have names that end with `Service`. */
const namedKinds = ["ConfigMap", "PersistentVolumeClaim", "Secret", "ServiceAccount", "StorageClass"];

export type Section = "spec" | "status";

/** Returns the descriptors of a field; none if the console shows it as it shows any value. */
export function xDescriptorsOf({ name, use: { type } }: Field, section: Section): string[] {
  if (section === "status" && name === "conditions") return [`${kubernetes}.conditions`];
  if (section === "status" && name === "phase") return [`${kubernetes}.phase`];
  switch (type.kind) {
    case "boolean":
      return [section === "spec" ? `${tectonic}booleanSwitch` : `${tectonic}text`];
    case "number":
      return [`${tectonic}number`];
    case "known":
      return ofKnownType(name, type.name);
    case "enum":
      return ofEnum(name, type.values.map(String));
    case "string":
    case "text": {
      const kind = kindNamedBy(name);
      return [kind === undefined ? `${tectonic}text` : `${kubernetes}:${kind}`];
    }
    case "schema":
      return ofKubernetesType(name, Object.keys(type.schema.properties ?? {}));
    default:
      return [];
  }
}

function ofKnownType(name: string, type: string): string[] {
  if (type === "Int32" && /replicas$/i.test(name)) return [`${tectonic}podCount`];
  if (["Int32", "Int64", "Double", "Integer"].includes(type)) return [`${tectonic}number`];
  if (["Quantity", "IntOrString", "Time", "MicroTime", "Duration"].includes(type)) return [`${tectonic}text`];
  return [];
}

const pullPolicies = ["Always", "IfNotPresent", "Never"];

function ofEnum(name: string, values: readonly string[]): string[] {
  if (/imagePullPolicy$/i.test(name) && isSameJson(values.toSorted(), pullPolicies))
    return [`${tectonic}imagePullPolicy`];
  return values.map((value) => `${tectonic}select:${value}`);
}

/** Recognizes a type of Kubernetes by its fields. */
function ofKubernetesType(name: string, fields: readonly string[]): string[] {
  const has = (...wanted: readonly string[]): boolean => wanted.every((each) => fields.includes(each));
  if (has("limits", "requests")) return [`${tectonic}resourceRequirements`];
  if (name === "nodeAffinity" && has("requiredDuringSchedulingIgnoredDuringExecution"))
    return [`${tectonic}nodeAffinity`];
  if (name === "podAffinity" || name === "podAntiAffinity") return [`${tectonic}${name}`];
  return [];
}

/** Returns the kind of the object that a text names: `credentialsSecret` and `secretName` name a Secret. */
function kindNamedBy(name: string): string | undefined {
  const bare = name.replace(/(?:Name|Ref)$/, "").toLowerCase();
  if (bare === "service") return "Service";
  return namedKinds.find((kind) => bare.endsWith(kind.toLowerCase()));
}

/** Returns the descriptors of the field `name` in an object that refers to another object: `passwordSecret: { name, key }`. */
export function xDescriptorsOfReference(name: string, type: TypeModel): string[] {
  const kind = kindNamedBy(name);
  const names = type.kind === "schema" ? Object.keys(type.schema.properties ?? {}) : [];
  return kind !== undefined && names.includes("name") ? [`${kubernetes}:${kind}`] : [];
}
