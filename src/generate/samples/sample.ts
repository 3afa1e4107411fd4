/** The objects of `config/samples`: which fields they have, and how they are written. */
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
  /** From the file to the schema for editors; undefined where there is none. */
  readonly schemaPath?: string | undefined;
  /** Whether what is known of each field stands above it. */
  readonly isCommented: boolean;
}

/** The text of a sample file, with the stamp by which a later run sees whether somebody edited it. */
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

/** The name of a sample's file, without its end. The group is kubebuilder's short one: without the project's domain. */
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
  /** What tells the object from the kind's others: `sample`, `full`. */
  readonly suffix: string;
  /** All fields, as far as the sample stays readable. */
  readonly isFull?: boolean;
  readonly choice?: SampleContext["choice"];
}

/** Status is the operator's, and no part of a sample. */
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
  // An object makes an object; without the fields for which nothing could be made.
  const fields = (sampleValue(root, "", "", context) ?? {}) as SampleFields;
  return { name: nameFor(fields) ?? sampleObjectName(kind, suffix), fields };
}

function sampleObjectName(kind: string, suffix: string): string {
  return `${kind.toLowerCase()}-${suffix}`.slice(0, 63).replace(/(?<!-)-+$/, "");
}

/** Rules on a kind can demand a name, such as that of the only object there may be. */
function namesIn(schema: Schema): string[] {
  return [...ruleLiterals(schema).texts].filter(isLabel);
}

/** The part of a kind's schema of which samples are made. */
export function sampledRoot(schema: Schema): Schema {
  const isOwn = (name: string): boolean => !/^(?:apiVersion|kind|metadata|status)$/.test(name);
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name)));
  const shown = [...(schema.required ?? []).filter(isOwn), ...(Object.hasOwn(properties, "spec") ? ["spec"] : [])];
  return { ...schema, properties, required: [...new Set(shown)] };
}

/** With more fields than this, the innermost are left out, level by level. */
const readableFields = 250;

function readableLevels(root: Schema, traits: Traits): number {
  for (let levels = 16; levels > 1; levels -= 1) {
    if (countShown(root, levels, traits) <= readableFields) return levels;
  }
  return 1;
}

/** How many fields a sample has that shows so many levels. */
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
