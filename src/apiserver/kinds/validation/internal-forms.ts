/**
 * Shows values of Kubernetes' internal types as error messages do. These types have no JSON tags, so their fields have the
 * names and the order of Go, and unset fields appear as well. Types have names such as `apps/v1.DeploymentStrategy`. Except
 * for a few changes, an internal type has the fields of its version; the recorded messages contain their Go names.
 */
import { compareText } from "../../../core/compare-text.js";
import type { FieldError } from "../../../core/field-error.js";
import { escapeGoJson } from "../../../core/go-json.js";
import { toGoJson } from "../../../core/go-value.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { isSince, type KubernetesVersion, newestVersion } from "../../../schema/kubernetes-versions.js";
import { objectOf } from "../../api-object.js";
import { readProtobufMessages } from "../../protobuf-messages.js";
import { type MessageField, MessageTable, type MessageType } from "../../protobuf/message-table.js";
import { scalars } from "../../protobuf/scalar-types.js";
import { rule } from "../rules/index.js";
import { immutable } from "./immutable.js";
import { unifiedDiff } from "./unified-diff.js";

/** Neither field is a pointer in the internal type. */
const rollingAmounts = { maxUnavailable: "maxUnavailable:0basic.IntOrString", maxSurge: "maxSurge:0basic.IntOrString" };

/**
 * The replacement of a field, by type and field, in the notation of message-table.ts. `&` is the field itself.
 * Source: k8s.io/kubernetes/pkg/apis.
 */
type Changes = Readonly<Record<string, Readonly<Record<string, string>>>>;

const changes: Changes = {
  "apiextensions.k8s.io/v1.JSONSchemaProps": { nullable: "", format: "nullable:0bool &" },
  "apps/v1.RollingUpdateDaemonSet": rollingAmounts,
  "apps/v1.RollingUpdateDeployment": rollingAmounts,
  "apps/v1.RollingUpdateStatefulSetStrategy": { partition: "partition:0int32" },
  "certificates.k8s.io/v1.PodCertificateRequestSpec": {
    stubPKCS10Request: "pkixPublicKey/PKIXPublicKey:0bytes proofOfPossession:0bytes &",
  },
  "v1.PersistentVolumeClaimTemplate": { metadata: "" },
  "v1.PersistentVolumeSource": {
    ...{ quobyte: "", iscsi: "quobyte:0*QuobyteVolumeSource &" },
    ...{ flexVolume: "", cinder: "flexVolume:0*FlexPersistentVolumeSource &" },
  },
  "v1.ServiceAccountTokenProjection": { expirationSeconds: "expirationSeconds:0int64" },
};

/** Since 1.36, the internal type of a pod has the order of its version. */
const changesOfPods: Changes = {
  "v1.VolumeSource": { quobyte: "", flexVolume: "quobyte:0*QuobyteVolumeSource &" },
  "v1.PodSecurityContext": {
    seLinuxOptions: "hostNetwork:0bool hostPID:0bool hostIPC:0bool shareProcessNamespace:0*bool hostUsers:0*bool &",
    ...{ fsGroupChangePolicy: "", sysctls: "fsGroupChangePolicy/FSGroupChangePolicy:0*string &" },
  },
  "v1.PodSpec": {
    ...{ hostNetwork: "", hostPID: "", hostIPC: "", shareProcessNamespace: "", hostUsers: "", serviceAccount: "" },
    ...{ setHostnameAsFQDN: "", affinity: "setHostnameAsFQDN:0*bool &" },
    ...{ preemptionPolicy: "", dnsConfig: "preemptionPolicy:0*string &" },
    ...{ overhead: "", enableServiceLinks: "overhead:0{}basic.Quantity &" },
  },
};

/** The types that are the same in every version of Kubernetes. */
export const unversionedTypes = [
  "apiextensions.k8s.io/v1.CustomResourceDefinitionVersion",
  "apiextensions.k8s.io/v1.JSONSchemaProps",
  "apiextensions.k8s.io/v1.ValidationRule",
  "apps/v1.DaemonSetUpdateStrategy",
  "apps/v1.DeploymentStrategy",
  "apps/v1.RollingUpdateStatefulSetStrategy",
  "apps/v1.StatefulSetUpdateStrategy",
  "batch/v1.PodFailurePolicy",
  "batch/v1.SuccessPolicy",
  "flowcontrol.apiserver.k8s.io/v1.FlowDistinguisherMethod",
  "meta.k8s.io/v1.LabelSelector",
  "networking.k8s.io/v1.ParentReference",
  "networking.k8s.io/v1.ServiceCIDRSpec",
  "policy/v1.PodDisruptionBudgetSpec",
  "storage.k8s.io/v1.CSINodeDriver",
  "storage.k8s.io/v1.VolumeAttachmentSpec",
  "v1.NodeAddress",
  "v1.NodeSelectorTerm",
  "v1.PersistentVolumeClaimSpec",
  "v1.PersistentVolumeSource",
  "v1.PodIP",
  "v1.ScopeSelector",
  "v1.SecurityContext",
  "v1.Taint",
  "v1.Toleration",
  "v1.VolumeNodeAffinity",
] as const;

/** The name of a type, with the version of Kubernetes if the type is not the same in all. */
export type InternalName =
  | (typeof unversionedTypes)[number]
  | { readonly type: string; readonly version: KubernetesVersion };

/** Read when the first value of the version is shown. */
const tables = new Map<KubernetesVersion, MessageTable>();

export function internalType(named: InternalName): MessageType {
  const { type: name, version } = typeof named === "string" ? { type: named, version: newestVersion } : named;
  const types = tables.get(version) ?? new MessageTable(internalMessages(version));
  tables.set(version, types);
  const dot = name.lastIndexOf(".");
  return types.get(name.slice(0, dot), name.slice(dot + 1));
}

function internalMessages(version: KubernetesVersion): Record<string, readonly string[]> {
  const messages = { ...readProtobufMessages(version) };
  const ofVersion = isSince(version, "1.37") ? changes : { ...changes, ...changesOfPods };
  for (const [type, own] of Object.entries(ofVersion)) {
    const [, apiVersion = "", name = ""] = /^(.*)\.(\w+)$/.exec(type) ?? [];
    const change = (field: string): string => own[/^[^/?:]+/.exec(field)?.[0] ?? ""]?.replace("&", field) ?? field;
    messages[apiVersion] = (messages[apiVersion] ?? []).map((line) => {
      const [first = "", ...fields] = line.split(" ");
      return first === name ? [first, ...fields.map(change).filter((each) => each !== "")].join(" ") : line;
    });
  }
  return messages;
}

export function invalidInternal(field: string, value: Json, type: InternalName, detail: string): FieldError {
  return { type: "FieldValueInvalid", field, message: `Invalid value: ${showInternal(value, type)}: ${detail}` };
}

/** Like `immutable`, but shows an object in the form of its type. */
export function immutableInternal(
  field: string,
  value: Json | undefined,
  old: Json | undefined,
  type: InternalName,
): FieldError[] {
  const faults = immutable(field, value, old);
  return isJsonObject(value) ? faults.map(() => invalidInternal(field, value, type, "field is immutable")) : faults;
}

export function duplicateInternal(field: string, value: JsonObject, type: InternalName, detail = ""): FieldError {
  const message = `Duplicate value: ${showInternal(value, type)}${detail === "" ? "" : `: ${detail}`}`;
  return { type: "FieldValueDuplicate", field, message };
}

/** Reports an unsupported `type` and shows the whole object as the value. */
export function typeIsOneOf(
  words: readonly string[],
  goType: InternalName,
  field: rule.Shown<"type"> = ["type", ""],
): rule.Rule<{ type?: string }, unknown> {
  return rule.text(field, (type, path, { object }) => {
    if (words.includes(type)) return [];
    const listed = words.map((word) => JSON.stringify(word)).join(", ");
    const message = `Unsupported value: ${showInternal(object, goType)}: supported values: ${listed}`;
    return [{ type: "FieldValueNotSupported", field: path, message }];
  });
}

/** Returns the difference line by line. Source: k8s.io/apimachinery/pkg/util/diff/diff.go. */
export function internalDiff(old: JsonObject, value: JsonObject, type: InternalName): string {
  const [before, after] = [old, value].map((each) =>
    escapeGoJson(JSON.stringify(JSON.parse(showInternal(each, type)), null, 1)),
  );
  return unifiedDiff(before ?? "", after ?? "");
}

/** Returns the value as JSON. */
export function showInternal(value: Json, type: InternalName): string {
  return show(value, internalType(type));
}

function show(value: Json, type: MessageType): string {
  if (Array.isArray(value)) return `[${value.map((item) => show(item, type)).join(",")}]`;
  return isJsonObject(value) ? `{${membersOf(value, type).join(",")}}` : toGoJson(value);
}

function membersOf(value: JsonObject, type: MessageType): string[] {
  const hasTags = type.apiVersion === "meta.k8s.io/v1";
  return type.fields.flatMap((field) => {
    const { name, goName, isInline, omits } = field;
    const target = typeof field.type === "string" ? undefined : field.type.resolve();
    if (isInline && target !== undefined) return membersOf(value, target);
    // An internal type embeds the metadata, whose fields have tags.
    if (goName === "ObjectMeta" && target !== undefined) return membersOf(objectOf(value, name) ?? {}, target);
    const member = value[name];
    if (hasTags && omits !== "never" && member === undefined) return [];
    return [`"${hasTags ? name : goName}":${showMember(member ?? zeroOf(field, target), field, target)}`];
  });
}

function showMember(value: Json, { shape }: MessageField, target: MessageType | undefined): string {
  if (target === undefined) return toGoJson(value);
  if (shape !== "map" || !isJsonObject(value)) return showMessage(value, target);
  const keys = Object.keys(value).sort(compareText);
  return `{${keys.map((key) => `${toGoJson(key)}:${showMessage(value[key] ?? null, target)}`).join(",")}}`;
}

/** Shows a type with its own JSON form in that form, unless it contains other types. */
function showMessage(value: Json, target: MessageType): string {
  if (target.form === undefined) return show(value, target);
  const holdsOthers = target.fields.some(({ type }) => typeof type !== "string");
  return holdsOthers && value !== null ? show(target.form.fromJson(value), target) : toGoJson(value);
}

function zeroOf({ shape, isNullable, type }: MessageField, target: MessageType | undefined): Json {
  if (shape !== "one" || isNullable) return null;
  if (typeof type === "string") return scalars[type].zero;
  if (target?.form === undefined) return {};
  return target.name === "IntOrString" ? 0 : null;
}
