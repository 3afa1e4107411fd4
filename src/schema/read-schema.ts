/** Validates an external schema and reads it into a reliable form: every keyword is known and well-formed. */
import { isJsonObject, isList } from "../core/json.js";
import { nearest } from "../core/suggest.js";
import { deepest, depthOf, describe, findRounded } from "./outside-value.js";
import { checkStructure } from "./check-structure.js";
import type { Schema, ValidationRule } from "./schema.js";
import { correctIt, type SchemaFindings } from "./schema-findings.js";

/** The role of a schema: schemas in `oneOf` and the other logical operators restrict values and have no structure. */
type Role = "structure" | "restriction" | "part";

/** Reads the schema of a whole kind. */
export function readSchema(findings: SchemaFindings, value: unknown, path: string): Schema {
  const schema = readNode(findings, value, path, "structure", 0);
  if (schema.type !== undefined && schema.type !== "object")
    findings.refuse(path, `the schema of a kind has the type object, not ${schema.type}`, correctIt);
  if (schema.additionalProperties !== undefined || schema.otherFields !== undefined)
    findings.refuse(path, "the schema of a kind cannot have additionalProperties", correctIt);
  return schema;
}

/** Reads keywords that are a part of a schema. */
export function readKeywords(findings: SchemaFindings, value: unknown): Schema {
  return readNode(findings, value, "", "part", 0);
}

function readNode(findings: SchemaFindings, value: unknown, path: string, role: Role, depth: number): Schema {
  if (!isJsonObject(value)) {
    findings.refuse(path, `expected a schema, found ${describe(value)}`, correctIt);
    return {};
  }
  if (depth > deepest) {
    findings.refuse(path, `the schema is nested more than ${deepest} levels deep`, "Import a CRD that is less deep.");
    return {};
  }
  return findings.within(value, () => {
    const entries: [string, unknown][] = [];
    for (const [keyword, given] of Object.entries(value)) {
      if (given === null) continue; // like the API server, also for a default
      if (role === "restriction" && isForbidden(keyword, given)) {
        const hint = "Move it to the enclosing schema. " + correctIt;
        findings.refuse(path, `${keyword} is not allowed inside oneOf, anyOf, allOf and not`, hint);
        continue;
      }
      const place = { findings, path: path === "" ? keyword : `${path}.${keyword}`, role, depth };
      if (keyword === "additionalProperties" && typeof given === "boolean") entries.push(["otherFields", given]);
      else {
        const read = readKeyword(place, keyword, given);
        if (read !== undefined) entries.push([keyword, read]);
      }
    }
    // Each keyword of the table below is read into its type in Schema, and there are no other keywords.
    const schema = Object.fromEntries(entries) as Schema;
    const isTyped = schema.type !== undefined || typeof value["type"] === "string"; // an unknown one is already reported
    if (role === "structure") checkStructure(findings, schema, path, isTyped);
    return schema;
  });
}

/**
 * Returns whether a keyword is forbidden in a schema that only restricts another. The other schema determines whether it can
 * have a type.
 */
function isForbidden(keyword: string, value: unknown): boolean {
  if (value === false || value === "") return false;
  return (
    ["description", "title", "default", "nullable", "additionalProperties"].includes(keyword) ||
    keyword.startsWith("x-kubernetes-")
  );
}

interface Place {
  readonly findings: SchemaFindings;
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
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    place.findings.leaveOut(place.path, "it is not a keyword of a schema", `The API server drops it as well.${hint}`);
  }
  return undefined;
}

/** Reads values of the expected form; reports anything else. */
function expecting<T>(
  expected: string,
  isOfForm: (value: unknown) => value is T,
  read: (value: T, place: Place) => unknown = (value) => value,
): Read {
  return (place, value) => {
    if (isOfForm(value)) return read(value, place);
    place.findings.refuse(place.path, `expected ${expected}, found ${describe(value)}`, correctIt);
    return undefined;
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

const text = expecting("a text", isText, (value) => value || undefined);

const number = expecting(
  "a number",
  (value): value is number | bigint =>
    typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value)),
);

const count = expecting(
  "a whole number",
  (value): value is number | bigint => typeof value === "bigint" || Number.isInteger(value),
  Number, // no count is too large for a number
);

const flag = expecting(
  "true or false",
  (value) => typeof value === "boolean",
  (value) => value || undefined,
);

const texts = expecting(
  "a list of texts",
  (value): value is readonly string[] => isList(value) && value.every(isText),
  (value) => (value.length === 0 ? undefined : value),
);

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
    const hint = "Compare the tag with the CRD, and correct it: JavaScript rounds integers beyond 2^53.";
    place.findings.leaveOut(place.path, `the number ${rounded} may differ from the number in the CRD`, hint);
  }
  return value;
};

const values = expecting("a list of values", isList, (value, place) =>
  value.length === 0 ? undefined : json(place, value),
);

/** Reads a nested schema, which is complete even inside of a part. */
const schema: Read = ({ findings, path, role, depth }, value) =>
  readNode(findings, value, path, role === "part" ? "structure" : role, depth + 1);

const restriction: Read = (place, value) => schema({ ...place, role: "restriction" }, value);

const restrictions: Read = (place, value) => {
  if (!isList(value)) return restriction(place, value);
  return value.length === 0
    ? undefined
    : value.map((item, index) => restriction({ ...place, path: `${place.path}[${index}]` }, item));
};

const fields = expecting("schemas by name", isJsonObject, (value, place) => {
  const path = place.path.replace(/\.properties$/, "");
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    schema({ ...place, path: `${path}.${name}` }, item),
  ]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
});

const oneOfWords = (...words: readonly string[]): Read =>
  expecting(`one of ${words.join(", ")}`, (value): value is string => isText(value) && words.includes(value));

const rules = expecting("a list of rules", isList, (value, place) => {
  const read = value.map((item, index) => {
    const readItem = (): ValidationRule | undefined => readRule({ ...place, path: `${place.path}[${index}]` }, item);
    return isJsonObject(item) ? place.findings.within(item, readItem) : readItem();
  });
  const kept = withoutRepeated(
    place,
    read.filter((rule) => rule !== undefined),
  );
  return kept.length === 0 ? undefined : kept;
});

/**
 * Removes duplicate rules: server-side apply identifies rules by their text, but on create, the API server accepts a rule
 * twice.
 */
function withoutRepeated({ findings, path }: Place, all: readonly ValidationRule[]): ValidationRule[] {
  const byText = new Map<string, ValidationRule>();
  for (const [index, rule] of all.entries()) {
    if (!byText.has(rule.rule)) byText.set(rule.rule, rule);
    else {
      const hint = "The types keep the first. The API server refuses to apply a CRD with both (server-side apply).";
      findings.doubt(`${path}[${index}]`, `the rule ${describe(rule.rule)} occurs twice`, hint);
    }
  }
  return [...byText.values()];
}

function readRule(place: Place, value: unknown): ValidationRule | undefined {
  if (!isJsonObject(value) || typeof value["rule"] !== "string") {
    place.findings.refuse(place.path, "a validation needs a rule that is a string", correctIt);
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

const docs: Read = ({ findings, path }, value) => {
  if (!isJsonObject(value)) {
    findings.refuse(path, `expected an object, found ${describe(value)}`, correctIt);
    return undefined;
  }
  const { url, description } = value;
  const texts = Object.entries({ url, description }).filter(([, each]) => typeof each === "string" && each !== "");
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
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
  additionalProperties: schema,
  allOf: restrictions,
  anyOf: restrictions,
  oneOf: restrictions,
  not: restriction,
  externalDocs: docs,
  "x-kubernetes-preserve-unknown-fields": (place, value) => {
    if (value === false) place.findings.refuse(place.path, "it must be true, or absent", correctIt);
    return flag(place, value);
  },
  "x-kubernetes-embedded-resource": flag,
  "x-kubernetes-int-or-string": flag,
  "x-kubernetes-list-type": oneOfWords("map", "set", "atomic"),
  "x-kubernetes-list-map-keys": texts,
  "x-kubernetes-map-type": oneOfWords("granular", "atomic"),
  "x-kubernetes-validations": rules,
} satisfies Record<Exclude<keyof Schema, "otherFields">, Read>;

const noReferences = "a CRD cannot contain references or definitions: write each schema where it is used";

const refused: Readonly<Record<string, string>> = {
  $ref: noReferences,
  definitions: noReferences,
  id: noReferences,
  $schema: "$schema is not allowed",
  uniqueItems: "uniqueItems is not allowed; use x-kubernetes-list-type: set",
  patternProperties: "patternProperties is not allowed",
  dependencies: "dependencies are not allowed",
  additionalItems: "additionalItems is not allowed",
};
