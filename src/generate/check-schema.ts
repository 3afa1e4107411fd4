/** Checks the API server's requirements for a schema in advance, and reports each fault where it was written. */
import type { SourceLocation } from "../core/source-location.js";
import { isExactDouble } from "../core/exact-json.js";
import { checkGivenValues } from "./check-given-values.js";
import { checkJunctors } from "./check-junctors.js";
import { isKnownFormat } from "../schema/formats.js";
import { re2Hint } from "../schema/patterns.js";
import type { Reporter } from "./reporter.js";
import { fieldOf, innerSteps, type Schema } from "../schema/schema.js";
import type { CheckContext, Checked, Where } from "./check-context.js";

export function checkSchema(context: CheckContext, root: Schema, path: string): void {
  const visit = (checked: Checked): void => {
    const at = context.origins.of(checked.schema) ?? checked.at;
    checkNode(context, { ...checked, at });
    for (const { step, inner } of innerSteps(checked.schema)) {
      visit({ schema: inner, path: checked.path + step, at, isInMap: checked.isInMap || step === "{}" });
    }
  };
  visit({ schema: root, path, at: undefined, isWhole: true, isInMap: false });
}

/** @param keyword - the keyword at whose location the check reports; undefined for the location of the schema */
type Report = (keyword: keyof Schema | undefined, message: string, hint: string) => void;

function checkNode(context: CheckContext, checked: Checked): void {
  const { reporter, origins, patterns } = context;
  const { schema, path } = checked;
  if (origins.isUnreadable(schema)) return;
  const where = (keyword?: keyof Schema): SourceLocation | undefined => origins.of(schema, keyword) ?? checked.at;
  const fail: Report = (keyword, message, hint) => reporter.error("schema/invalid", where(keyword), message, hint);
  const doubt: Report = (keyword, message, hint) => reporter.mistake("schema/invalid", where(keyword), message, hint);
  checkType(fail, schema, path);
  checkList(fail, schema);
  checkEmbedded(fail, schema);
  checkBounds(doubt, schema);
  checkExactness(reporter, where, schema);
  if (schema.multipleOf !== undefined && schema.multipleOf <= 0) {
    doubt("multipleOf", "a multiple must be greater than zero", "Correct the number.");
  }
  if (schema.format !== undefined && !isKnownFormat(schema.format, schema.type)) {
    const message = `the API server ignores the unknown format ${schema.format} of type ${schema.type ?? "unknown"}`;
    reporter.warn("schema/unknown-format", where("format"), message, "Correct it, or write a @pattern.");
  }
  checkJunctors(context, where, schema);
  const compiled = schema.pattern === undefined ? undefined : patterns.compile(schema.pattern);
  if (typeof compiled === "object") fail("pattern", `the pattern does not compile: ${compiled.fault}`, re2Hint);
  else if (schema.pattern !== undefined) checkSlashes(doubt, schema.pattern);
  checkGivenValues(context, where, checked);
}

/**
 * Detects patterns in JavaScript notation: after a leading slash nothing can begin, and before a final slash nothing can end.
 */
function checkSlashes(doubt: Report, pattern: string): void {
  const [, flags] = /\/([a-z]*)$/.exec(pattern) ?? [];
  if (flags === undefined || !pattern.startsWith("/")) return;
  const inner = pattern.slice(1, -flags.length - 1);
  if (!inner.startsWith("^") && !inner.endsWith("$")) return;
  const message = `no value is valid: the slashes are part of the pattern ${pattern}`;
  const hint = `Write it without them: @pattern ${flags.includes("i") ? "(?i)" : ""}${inner}`;
  doubt("pattern", message, hint);
}

function checkType(fail: Report, schema: Schema, path: string): void {
  const isAnything = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isIntOrString = schema["x-kubernetes-int-or-string"] === true;
  if (schema.type === undefined && !isAnything && !isIntOrString) {
    const hint = "Give it a type, or put @preserveUnknownFields on the field to allow any value.";
    fail(undefined, `${path} has no type, so it would allow any value`, hint);
  }
  if (isIntOrString && isAnything) {
    const message = "an integer or string has no unknown fields";
    fail("x-kubernetes-preserve-unknown-fields", message, "Remove one of the two tags.");
  }
  if (schema.type === "array" && schema.items === undefined) {
    fail("type", `the items of the list ${path} have no schema`, "Write the type of its items: T[].");
  }
}

function checkList(fail: Report, schema: Schema): void {
  const { items, "x-kubernetes-list-type": listType, "x-kubernetes-list-map-keys": keys } = schema;
  const failAtKeys = (message: string, hint: string): void => fail("x-kubernetes-list-map-keys", message, hint);
  if (keys !== undefined && listType !== "map") {
    failAtKeys("keys are for a list of type map", "Add @listType map.");
    return;
  }
  if (items === undefined || listType === undefined || listType === "atomic") return;
  const failAtType = (message: string, hint: string): void => fail("x-kubernetes-list-type", message, hint);
  if (items.nullable === true) {
    failAtType(`the items of a list of type ${listType} cannot be null`, "Remove `| null`.");
  }
  if (listType === "set") {
    const isScalar = items.type !== "object" && items.type !== "array";
    const isAtomic =
      items["x-kubernetes-map-type"] === "atomic" ||
      (items.type === "array" && (items["x-kubernetes-list-type"] ?? "atomic") === "atomic");
    const hint = "Write @listType map with @listMapKey, or @listType atomic.";
    if (!isScalar && !isAtomic) failAtType("the items of a set must be scalars, or atomic", hint);
    return;
  }
  if (items.type !== "object") {
    failAtType("the items of a list of type map must be objects", "Write @listType set, or @listType atomic.");
  } else if (keys === undefined) {
    failAtType("a list of type map needs a key", "Add @listMapKey with the field that tells its items apart.");
  }
  const [twice] = (keys ?? []).filter((key, index, all) => all.indexOf(key) < index);
  if (twice !== undefined) failAtKeys(`the key ${twice} occurs twice`, "Keep one of the two.");
  for (const key of items.type === "object" ? (keys ?? []) : []) checkKey(items, key, failAtKeys);
}

function checkKey(items: Schema, key: string, fail: (message: string, hint: string) => void): void {
  const field = fieldOf(items, key);
  if (field === undefined) {
    fail(`the items have no field ${key}`, `Their fields are ${Object.keys(items.properties ?? {}).join(", ")}.`);
  } else if (field.type === "object" || field.type === "array") {
    fail(`the key ${key} is not a scalar`, "Choose a field that is a string, a number or a boolean.");
  } else if (field.nullable === true) {
    fail(`the key ${key} cannot be null`, "Remove `| null` from the field.");
  } else if (items.required?.includes(key) !== true && field.default === undefined) {
    const hint = `Write ${key}: without a question mark, or add @default to it.`;
    fail(`the key ${key} must be required or have a default`, hint);
  }
}

function checkEmbedded(fail: Report, schema: Schema): void {
  const keyword = "x-kubernetes-embedded-resource";
  if (schema[keyword] !== true) return;
  const isKept = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema.type !== "object" || (schema.properties === undefined && !isKept)) {
    const hint = "Add @preserveUnknownFields, or write an interface with the fields that are kept.";
    fail(keyword, "an embedded resource must be an object with fields", hint);
  } else if (schema.additionalProperties !== undefined) {
    fail(keyword, "an embedded resource cannot be a map", "Write an interface, or @preserveUnknownFields.");
  }
}

const pairs = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

function checkBounds(doubt: Report, schema: Schema): void {
  for (const [low, high] of pairs) {
    const [least, most] = [schema[low], schema[high]];
    if (least !== undefined && most !== undefined && least > most) {
      doubt(low, `no value is valid: @${low} ${least} is above @${high} ${most}`, "Correct one of them.");
    }
  }
}

/** Checks that bounds are exact: the API server converts them to doubles, and these to 64-bit integers. */
function checkExactness(reporter: Reporter, where: Where, schema: Schema): void {
  for (const keyword of ["minimum", "maximum", "multipleOf"] as const) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    const double = Number(bound);
    if (schema.type === "integer" && Math.abs(double) >= 2 ** 63 && double !== -(2 ** 63)) {
      const message = `@${keyword} ${bound} does not fit into 64 bits, so the API server reads another number`;
      const hint =
        keyword === "multipleOf" ? "Write a smaller number." : "Remove it: an integer has no more than 64 bits.";
      reporter.warn("schema/inexact-bound", where(keyword), message, hint);
    } else if (!isExactDouble(bound)) {
      const message = `the API server rounds @${keyword} ${bound} to ${BigInt(double)}`;
      const hint =
        "Write a bound that a double can represent, or a rule with @cel: the API server stores bounds as doubles.";
      reporter.warn("schema/inexact-bound", where(keyword), message, hint);
    }
  }
}
