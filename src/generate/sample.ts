/** `config/samples`: one object for each kind and version, ready to be applied. */
import { toApiVersion } from "../core/gvk.js";
import { stamp } from "../core/generated-stamp.js";
import { type JsonValue, printYaml } from "../core/yaml.js";
import type { CrdVersion } from "./crd-version.js";
import type { Patterns } from "../schema/patterns.js";
import type { Reporter } from "./reporter.js";
import { sampleValue } from "./sample-value.js";
import type { Schema } from "../schema/schema.js";

export interface SampleContent {
  /** The whole API group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly projectName: string;
  /** The fields beside apiVersion, kind and metadata, such as `{ spec: {…} }`. */
  readonly fields: Readonly<Record<string, JsonValue>>;
}

/** The text of a sample file, with the stamp by which a later run sees whether somebody edited it. */
export function renderSample({ group, version, kind, projectName, fields }: SampleContent): string {
  const metadata = {
    name: `${kind.toLowerCase()}-sample`,
    labels: { "app.kubernetes.io/name": projectName, "app.kubernetes.io/managed-by": "kustomize" },
  };
  return stamp(printYaml({ ...fields, apiVersion: toApiVersion(group, version), kind, metadata }));
}

/** The name of a sample's file. The group is kubebuilder's short one: without the project's domain. */
export function sampleName(kind: { group: string; version: string; kind: string }, domain: string): string {
  const { group, version } = kind;
  const short = group === domain ? "" : group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
  return `${[short, version, kind.kind.toLowerCase()].filter((part) => part !== "").join("_")}.yaml`;
}

/** The fields of a sample: the required ones, and those with an example or a default. Status is the operator's. */
export function sampleFields(
  reporter: Reporter,
  patterns: Patterns,
  { schema, model }: CrdVersion,
): Record<string, JsonValue> {
  const fields: Record<string, JsonValue> = {};
  const onGap = (path: string, gap: Schema): void => {
    const hint = `Put @example with a valid value on the field${gap.pattern === undefined ? "" : ` (it must match ${gap.pattern})`}.`;
    reporter.warn("sample/incomplete", model.at, `the sample of ${model.kind} has no value for ${path.slice(1)}`, hint);
  };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (/^(?:apiVersion|kind|metadata|status)$/.test(name)) continue;
    const isShown = name === "spec" || schema.required?.includes(name) === true || inner.example !== undefined;
    const value = isShown ? sampleValue(inner, name, `.${name}`, { patterns, onGap }) : undefined;
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
