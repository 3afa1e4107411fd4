/** A schema as it comes from outside → one that can be relied on: every keyword known, and of the right form. */
import { nearest } from "../core/suggest.js";
import { deepest, depthOf, describe, findRounded, isList, isRecord } from "./outside-value.js";
import type { Schema, ValidationRule } from "../schema/schema.js";
import type { Findings } from "./findings.js";

/** Where a schema stands: those in `oneOf` and the like restrict values and have no structure of their own. */
type Role = "structure" | "restriction";

export function readSchema(findings: Findings, value: unknown, path: string): Schema {
  const schema = readNode(findings, value, path, "structure", 0);
  if (schema.type !== undefined && schema.type !== "object")
    findings.refuse(path, `the schema of a kind has the type object, not ${schema.type}`, correctIt);
  return schema;
}

export const correctIt = "The API server would not accept such a CRD. Correct it, and import it again.";

function readNode(findings: Findings, value: unknown, path: string, role: Role, depth: number): Schema {
  if (!isRecord(value)) {
    findings.refuse(path, `expected a schema, found ${describe(value)}`, correctIt);
    return {};
  }
  if (depth > deepest) {
    findings.refuse(path, `the schema is nested more than ${deepest} levels deep`, "Import a CRD that is less deep.");
    return {};
  }
  const entries: [string, unknown][] = [];
  for (const [keyword, given] of Object.entries(value)) {
    if (given === null && keyword !== "default" && keyword !== "example") continue;
    const read = readKeyword({ findings, path: `${path}.${keyword}`, role, depth }, keyword, given);
    if (read !== undefined) entries.push([keyword, read]);
  }
  // Each keyword of the table below is read into what Schema says of it, and no other is there.
  const schema = Object.fromEntries(entries) as Schema;
  if (role === "structure") checkStructure(findings, schema, path);
  return schema;
}

interface Place {
  readonly findings: Findings;
  readonly path: string;
  readonly role: Role;
  readonly depth: number;
}

type Read = (place: Place, value: unknown) => unknown;

function readKeyword(place: Place, keyword: string, value: unknown): unknown {
  const read = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (read !== undefined) return read(place, value);
  const refusal = Object.hasOwn(refused, keyword) ? refused[keyword] : undefined;
  if (refusal !== undefined && value !== false) place.findings.refuse(place.path, refusal, correctIt);
  else if (refusal === undefined) {
    const near = nearest(keyword, Object.keys(keywords));
    const hint = near === undefined ? "" : ` Was ${near} meant?`;
    place.findings.leaveOut(place.path, "no keyword of a schema", `The API server drops it as well.${hint}`);
  }
  return undefined;
}

const text: Read = ({ findings, path }, value) => {
  if (typeof value === "string") return value === "" ? undefined : value;
  findings.refuse(path, `expected a text, found ${describe(value)}`, correctIt);
  return undefined;
};

const number: Read = ({ findings, path }, value) => {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  findings.refuse(path, `expected a number, found ${describe(value)}`, correctIt);
  return undefined;
};

const count: Read = ({ findings, path }, value) => {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  findings.refuse(path, `expected a whole number from zero, found ${describe(value)}`, correctIt);
  return undefined;
};

const flag: Read = ({ findings, path }, value) => {
  if (typeof value === "boolean") return value ? true : undefined;
  findings.refuse(path, `expected true or false, found ${describe(value)}`, correctIt);
  return undefined;
};

const texts: Read = ({ findings, path }, value) => {
  if (isList(value) && value.every((item) => typeof item === "string")) return value.length === 0 ? undefined : value;
  findings.refuse(path, `expected a list of texts, found ${describe(value)}`, correctIt);
  return undefined;
};

const json: Read = (place, value) => {
  if (depthOf(value) > deepest) {
    place.findings.refuse(
      place.path,
      `the value is nested more than ${deepest} levels deep`,
      "Import a CRD that is less deep.",
    );
    return undefined;
  }
  const rounded = findRounded(value);
  if (rounded !== undefined) {
    const hint = "JavaScript holds whole numbers up to 2^53 exactly. Compare the tag with the CRD, and correct it.";
    place.findings.leaveOut(place.path, `the number ${rounded} may not be the one that is written there`, hint);
  }
  return value;
};

const values: Read = (place, value) => {
  const { findings, path } = place;
  if (isList(value)) return value.length === 0 ? undefined : json(place, value);
  findings.refuse(path, `expected a list of values, found ${describe(value)}`, correctIt);
  return undefined;
};

const schema: Read = ({ findings, path, role, depth }, value) => readNode(findings, value, path, role, depth + 1);

const restriction: Read = (place, value) => schema({ ...place, role: "restriction" }, value);

const restrictions: Read = (place, value) => {
  if (!isList(value)) return restriction(place, value);
  return value.length === 0
    ? undefined
    : value.map((item, index) => restriction({ ...place, path: `${place.path}[${index}]` }, item));
};

const fields: Read = (place, value) => {
  if (!isRecord(value)) {
    place.findings.refuse(place.path, `expected schemas by name, found ${describe(value)}`, correctIt);
    return undefined;
  }
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    schema({ ...place, path: `${place.path.replace(/\.properties$/, "")}.${name}` }, item),
  ]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

const additional: Read = (place, value) => {
  if (value === true) {
    const hint = "The API server keeps scalar values of any name there, and what is imported keeps whole objects too.";
    place.findings.leaveOut(place.path, "`true` says nothing about the values", hint);
    return { "x-kubernetes-preserve-unknown-fields": true } satisfies Schema;
  }
  if (value === false) {
    place.findings.refuse(place.path, "`false` is not allowed", correctIt);
    return undefined;
  }
  return schema(place, value);
};

const oneOfWords =
  (...words: readonly string[]): Read =>
  ({ findings, path }, value) => {
    if (typeof value === "string" && words.includes(value)) return value;
    findings.refuse(path, `expected one of ${words.join(", ")}, found ${describe(value)}`, correctIt);
    return undefined;
  };

const rules: Read = (place, value) => {
  if (!isList(value)) {
    place.findings.refuse(place.path, `expected a list of rules, found ${describe(value)}`, correctIt);
    return undefined;
  }
  const read = value.map((item, index) => readRule({ ...place, path: `${place.path}[${index}]` }, item));
  return read.length === 0 ? undefined : read.filter((rule) => rule !== undefined);
};

function readRule(place: Place, value: unknown): ValidationRule | undefined {
  if (!isRecord(value) || typeof value["rule"] !== "string") {
    place.findings.refuse(place.path, "a validation needs a rule, which is a text", correctIt);
    return undefined;
  }
  const rule: ValidationRule = { rule: value["rule"] };
  for (const key of ["message", "messageExpression", "reason", "fieldPath"] as const) {
    const found = value[key] === undefined ? undefined : text({ ...place, path: `${place.path}.${key}` }, value[key]);
    if (typeof found === "string") rule[key] = found;
  }
  if (value["optionalOldSelf"] === true) rule.optionalOldSelf = true;
  return rule;
}

const docs: Read = (place, value) => {
  const url = isRecord(value) ? value["url"] : undefined;
  if (!isRecord(value) || typeof url !== "string" || !URL.canParse(url)) {
    place.findings.leaveOut(place.path, "it has no URL", "Put @externalDocs with the right URL into the comment.");
    return undefined;
  }
  const { description } = value;
  return { url, ...(typeof description === "string" && description !== "" ? { description } : {}) };
};

const keywords: Readonly<Record<string, Read>> = {
  type: oneOfWords("string", "integer", "number", "boolean", "object", "array"),
  format: text,
  description: text,
  title: text,
  default: json,
  example: json,
  nullable: flag,
  enum: values,
  minimum: number,
  maximum: number,
  exclusiveMinimum: flag,
  exclusiveMaximum: flag,
  multipleOf: number,
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  items: schema,
  properties: fields,
  required: texts,
  additionalProperties: additional,
  allOf: restrictions,
  anyOf: restrictions,
  oneOf: restrictions,
  not: restriction,
  externalDocs: docs,
  "x-kubernetes-preserve-unknown-fields": flag,
  "x-kubernetes-embedded-resource": flag,
  "x-kubernetes-int-or-string": flag,
  "x-kubernetes-list-type": oneOfWords("map", "set", "atomic"),
  "x-kubernetes-list-map-keys": texts,
  "x-kubernetes-map-type": oneOfWords("granular", "atomic"),
  "x-kubernetes-validations": rules,
} satisfies Record<keyof Schema, Read>;

const noReferences = "a CRD has no references and definitions: every schema is spelled out where it is used";

const refused: Readonly<Record<string, string>> = {
  $ref: noReferences,
  definitions: noReferences,
  id: noReferences,
  uniqueItems: "uniqueItems is not allowed; x-kubernetes-list-type: set says it",
  patternProperties: "patternProperties is not allowed",
  dependencies: "dependencies are not allowed",
  additionalItems: "additionalItems is not allowed",
};

/** What the API server demands of every schema that is no mere restriction. */
function checkStructure(findings: Findings, node: Schema, path: string): void {
  const isIntOrString = node["x-kubernetes-int-or-string"] === true;
  const isAnything = node["x-kubernetes-preserve-unknown-fields"] === true;
  if (node.type === undefined && !isIntOrString && !isAnything) findings.refuse(path, "it has no type", correctIt);
  if (node.type !== undefined && isIntOrString)
    findings.refuse(path, "an x-kubernetes-int-or-string has no other type", correctIt);
  if (node.type === "array" && node.items === undefined)
    findings.refuse(path, "the items of the list have no schema", correctIt);
  if (node.type !== "array" && node.items !== undefined)
    findings.refuse(path, "it has items, and is no list", correctIt);
  if (node.properties !== undefined && node.additionalProperties !== undefined)
    findings.refuse(path, "properties and additionalProperties exclude each other", correctIt);
  const hasFields = node.properties !== undefined || node.additionalProperties !== undefined;
  if (node.type === undefined && isAnything && hasFields) {
    const hint = "Where anything may be, fields hold for objects only. They are left out; anything stays allowed.";
    findings.leaveOut(path, "it has fields, and no type", hint);
    delete node.properties;
    delete node.additionalProperties;
  } else if (node.type !== "object" && hasFields) findings.refuse(path, "it has fields, and is no object", correctIt);
}
