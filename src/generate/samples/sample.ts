/** Creates the objects of `config/samples`: selects their fields, and prints them. */
import type { ExactJsonValue } from "../../core/json.js";
import { isLabel } from "../../core/name-forms.js";
import { stamp } from "../../core/generated-stamp.js";
import { toApiVersion } from "../../core/gvk.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Schema } from "../../schema/schema.js";
import type { CrdVersion } from "../crd-version.js";
import { sayViolation } from "../rule-judges.js";
import { printCommentedYaml } from "./commented-yaml.js";
import { countFields } from "./count-fields.js";
import { ruleLiterals } from "./rule-literals.js";
import { largestImported, type OnGap, type SampleContext, sampleValue, type Traits } from "./sample-value.js";

export interface SampleContent {
  readonly projectName: string;
  /** The path from the file to the editor schema; undefined if there is none. */
  readonly schemaPath?: string | undefined;
  /** Whether each field has its description in a comment above it. */
  readonly isCommented: boolean;
}

/** Returns the text of a sample file, with the stamp that lets a later run detect edits. */
export function renderSample({ model, schema }: CrdVersion, sample: Sample, content: SampleContent): string {
  const { group, version, kind } = model;
  const metadata = {
    name: sample.name,
    labels: { "app.kubernetes.io/name": content.projectName, "app.kubernetes.io/managed-by": "kustomize" },
  };
  const object = { ...sample.fields, apiVersion: toApiVersion(group, version), kind, metadata };
  const text = printCommentedYaml(object, content.isCommented ? sampledRoot(schema) : {});
  const modeline = content.schemaPath === undefined ? "" : `# yaml-language-server: $schema=${content.schemaPath}\n`;
  return stamp(`${modeline}${text}`);
}

/**
 * Returns the name of a sample's file, without extension. The group has kubebuilder's short form, without the project's
 * domain.
 */
export function sampleName(kind: { group: string; version: string; kind: string }, domain: string): string {
  const { group, version } = kind;
  const short = group === domain ? "" : group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
  return [short, version, kind.kind.toLowerCase()].filter((part) => part !== "").join("_");
}

/** The fields beside apiVersion, kind and metadata, such as `{ spec: {…} }`. */
export type SampleFields = Readonly<Record<string, ExactJsonValue>>;

export interface Sample {
  readonly name: string;
  readonly fields: SampleFields;
}

export interface SampleWishes {
  readonly patterns: Patterns;
  readonly onGap: OnGap;
  /** The suffix that distinguishes the object from the kind's others: `sample`, `full`. */
  readonly suffix: string;
  /** Whether to show all fields, as far as the sample stays readable. */
  readonly isFull?: boolean;
  readonly choice?: SampleContext["choice"];
}

/** Creates a sample, without the status, which the operator writes. */
export function makeSample({ model, schema, origins, judges }: CrdVersion, wishes: SampleWishes): Sample {
  const { patterns, onGap, suffix, isFull = false, choice } = wishes;
  const root = sampledRoot(schema);
  const { group, version, kind } = model;
  const identity = { apiVersion: toApiVersion(group, version), kind };
  const names = [sampleObjectName(kind, suffix), ...namesIn(schema)];
  const judgeNamed = (fields: SampleFields, name: string): string | undefined => {
    const [broken] = judges.judgeNew(schema, { ...fields, ...identity, metadata: { name } }, true);
    return broken && sayViolation(broken);
  };
  const nameFor = (fields: SampleFields): string | undefined =>
    names.find((name) => judgeNamed(fields, name) === undefined);
  const traits: Traits = {
    typicalText: (inner) => (origins.about(inner).knownType === "Duration" ? "30s" : undefined),
    isImported: (inner) => origins.about(inner).isImported === true,
    brokenRule: (inner, value) => {
      if (inner === root)
        return nameFor(value as SampleFields) === undefined
          ? judgeNamed(value as SampleFields, sampleObjectName(kind, suffix))
          : undefined;
      const [broken] = judges.judgeNew(inner, value);
      return broken && sayViolation(broken);
    },
  };
  const levels = isFull ? readableLevels(root, traits) : 0;
  const context = { patterns, onGap, levels, traits, ...(choice === undefined ? {} : { choice }) };
  // The root is an object, so its sample is one too, without the fields that have no valid value.
  const fields = (sampleValue(root, "", "", context) ?? {}) as SampleFields;
  return { name: nameFor(fields) ?? sampleObjectName(kind, suffix), fields };
}

function sampleObjectName(kind: string, suffix: string): string {
  return `${kind.toLowerCase()}-${suffix}`.slice(0, 63).replace(/(?<!-)-+$/, "");
}

/** Rules on a kind can require a name, such as the name of the only allowed object. */
function namesIn(schema: Schema): string[] {
  return [...ruleLiterals(schema).texts].filter(isLabel);
}

/** Returns the part of a kind's schema that samples show. */
export function sampledRoot(schema: Schema): Schema {
  const isOwn = (name: string): boolean => !/^(?:apiVersion|kind|metadata|status)$/.test(name);
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name)));
  const shown = [...(schema.required ?? []).filter(isOwn), ...(Object.hasOwn(properties, "spec") ? ["spec"] : [])];
  return { ...schema, properties, required: [...new Set(shown)] };
}

/** The maximum number of fields; beyond it, samples omit the innermost fields, level by level. */
const readableFields = 250;

function readableLevels(root: Schema, traits: Traits): number {
  for (let levels = 16; levels > 1; levels -= 1) {
    if (countShown(root, levels, traits) <= readableFields) return levels;
  }
  return 1;
}

/** Returns the number of fields in a sample with that many levels. */
function countShown(schema: Schema, levels: number, traits: Traits): number {
  const { properties = {}, items, additionalProperties, required } = schema;
  const isBrief = levels <= 0 || (traits.isImported(schema) && countFields(schema) > largestImported);
  let count = 0;
  for (const [name, inner] of Object.entries(properties)) {
    if (isBrief && required?.includes(name) !== true) continue;
    count += 1 + countShown(inner, isBrief ? 0 : levels - 1, traits);
  }
  const entries = [items, additionalProperties].filter((each) => each !== undefined);
  return entries.reduce((sum, each) => sum + countShown(each, isBrief ? 0 : levels, traits), count);
}
