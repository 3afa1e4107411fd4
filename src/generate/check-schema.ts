/** What the API server demands of a schema, said before it is asked: each fault where it was written. */
import type { SourceLocation } from "../core/source-location.js";
import { isExactDouble } from "../core/exact-json.js";
import { checkGivenValues } from "./check-given-values.js";
import { checkJunctors } from "./check-junctors.js";
import { isKnownFormat } from "../schema/formats.js";
import { re2Hint } from "../schema/patterns.js";
import type { Reporter } from "./reporter.js";
import { fieldOf, type Schema } from "../schema/schema.js";
import type { CheckContext, Checked, Where } from "./check-context.js";

export function checkSchema(context: CheckContext, root: Schema, path: string): void {
  const { origins } = context;
  const visit = (checked: Checked): void => {
    const { schema, path: at } = checked;
    const place = origins.of(schema) ?? checked.at;
    checkNode(context, { ...checked, at: place });
    const { isInMap } = checked;
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      visit({ schema: inner, path: `${at}.${name}`, at: place, isInMap });
    if (schema.items !== undefined) visit({ schema: schema.items, path: `${at}[]`, at: place, isInMap });
    if (schema.additionalProperties !== undefined) {
      visit({ schema: schema.additionalProperties, path: `${at}{}`, at: place, isInMap: true });
    }
  };
  visit({ schema: root, path, at: undefined, isWhole: true, isInMap: false });
}

function checkNode(context: CheckContext, checked: Checked): void {
  const { reporter, origins, patterns } = context;
  const { schema, path } = checked;
  if (origins.isUnreadable(schema)) return;
  const where = (keyword?: keyof Schema): SourceLocation | undefined => origins.of(schema, keyword) ?? checked.at;
  checkType(reporter, where, schema, path);
  checkList(reporter, where, schema);
  checkEmbedded(reporter, where, schema);
  checkBounds(reporter, where, schema);
  if (schema.format !== undefined && !isKnownFormat(schema.format, schema.type)) {
    const message = `the API server knows no format ${schema.format} of type ${schema.type ?? "unknown"}, and ignores it`;
    reporter.warn("schema/unknown-format", where("format"), message, "Correct it, or write a @pattern.");
  }
  checkJunctors(context, where, schema);
  const compiled = schema.pattern === undefined ? undefined : patterns.compile(schema.pattern);
  if (typeof compiled === "object")
    reporter.error("schema/invalid", where("pattern"), `the pattern does not compile: ${compiled.fault}`, re2Hint);
  else if (schema.pattern !== undefined) checkSlashes(reporter, where, schema.pattern);
  checkGivenValues(context, where, checked);
}

/** As JavaScript writes regular expressions: behind a slash, nothing begins, and before one nothing ends. */
function checkSlashes(reporter: Reporter, where: Where, pattern: string): void {
  const [, flags] = /\/([a-z]*)$/.exec(pattern) ?? [];
  if (flags === undefined || !pattern.startsWith("/")) return;
  const inner = pattern.slice(1, -flags.length - 1);
  if (!inner.startsWith("^") && !inner.endsWith("$")) return;
  const message = `no value is valid: the slashes are part of the pattern ${pattern}`;
  const hint = `Write it without them: @pattern ${flags.includes("i") ? "(?i)" : ""}${inner}`;
  reporter.mistake("schema/invalid", where("pattern"), message, hint);
}

function checkType(reporter: Reporter, where: Where, schema: Schema, path: string): void {
  const isAnything = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isIntOrString = schema["x-kubernetes-int-or-string"] === true;
  if (schema.type === undefined && !isAnything && !isIntOrString) {
    const hint = "Write what it is, or put @preserveUnknownFields on the field to allow anything.";
    reporter.error("schema/invalid", where(), `${path} may be anything, and nobody says that this is meant`, hint);
  }
  if (isIntOrString && isAnything) {
    const hint = "Remove one of the two tags.";
    reporter.error(
      "schema/invalid",
      where("x-kubernetes-preserve-unknown-fields"),
      "an integer or string has no unknown fields",
      hint,
    );
  }
  if (schema.type === "array" && schema.items === undefined) {
    reporter.error(
      "schema/invalid",
      where("type"),
      `the items of the list ${path} have no schema`,
      "Write the type of its items: T[].",
    );
  }
}

function checkList(reporter: Reporter, where: Where, schema: Schema): void {
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"];
  const { items } = schema;
  if (keys !== undefined && listType !== "map") {
    reporter.error(
      "schema/invalid",
      where("x-kubernetes-list-map-keys"),
      "keys are for a list of type map",
      "Add @listType map.",
    );
    return;
  }
  if (items === undefined || listType === undefined || listType === "atomic") return;
  const fail = (message: string, hint: string, keyword: keyof Schema = "x-kubernetes-list-type"): void => {
    reporter.error("schema/invalid", where(keyword), message, hint);
  };
  if (items.nullable === true) fail(`the items of a list of type ${listType} cannot be null`, "Remove `| null`.");
  if (listType === "set") {
    const isScalar = items.type !== "object" && items.type !== "array";
    const isAtomic =
      items["x-kubernetes-map-type"] === "atomic" ||
      (items.type === "array" && (items["x-kubernetes-list-type"] ?? "atomic") === "atomic");
    if (!isScalar && !isAtomic)
      fail(
        "the items of a set must be scalars, or atomic",
        "Write @listType map with @listMapKey, or @listType atomic.",
      );
    return;
  }
  if (items.type !== "object")
    fail("the items of a list of type map must be objects", "Write @listType set, or @listType atomic.");
  else if (keys === undefined)
    fail("a list of type map needs a key", "Add @listMapKey with the field that tells its items apart.");
  const [twice] = (keys ?? []).filter((key, index, all) => all.indexOf(key) < index);
  if (twice !== undefined)
    fail(`the key ${twice} is there twice`, "Keep one of the two.", "x-kubernetes-list-map-keys");
  for (const key of items.type === "object" ? (keys ?? []) : [])
    checkKey(items, key, (message, hint) => fail(message, hint, "x-kubernetes-list-map-keys"));
}

function checkKey(items: Schema, key: string, fail: (message: string, hint: string) => void): void {
  const field = fieldOf(items, key);
  if (field === undefined) {
    fail(`the items have no field ${key}`, `Their fields are ${Object.keys(items.properties ?? {}).join(", ")}.`);
  } else if (field.type === "object" || field.type === "array") {
    fail(`the key ${key} is no scalar`, "Choose a field that is a string, a number or a boolean.");
  } else if (field.nullable === true) {
    fail(`the key ${key} cannot be null`, "Remove `| null` from the field.");
  } else if (items.required?.includes(key) !== true && field.default === undefined) {
    fail(
      `the key ${key} must be required or have a default`,
      `Write ${key}: without a question mark, or add @default to it.`,
    );
  }
}

function checkEmbedded(reporter: Reporter, where: Where, schema: Schema): void {
  if (schema["x-kubernetes-embedded-resource"] !== true) return;
  const isKept = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema.type !== "object" || (schema.properties === undefined && !isKept)) {
    const hint = "Add @preserveUnknownFields, or write an interface with the fields that are kept.";
    reporter.error(
      "schema/invalid",
      where("x-kubernetes-embedded-resource"),
      "an embedded resource must be an object with fields",
      hint,
    );
  } else if (schema.additionalProperties !== undefined) {
    const hint = "Write an interface, or @preserveUnknownFields.";
    reporter.error(
      "schema/invalid",
      where("x-kubernetes-embedded-resource"),
      "an embedded resource cannot be a map",
      hint,
    );
  }
}

const pairs = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

function checkBounds(reporter: Reporter, where: Where, schema: Schema): void {
  for (const [low, high] of pairs) {
    const [least, most] = [schema[low], schema[high]];
    if (least !== undefined && most !== undefined && least > most) {
      reporter.mistake(
        "schema/invalid",
        where(low),
        `no value is valid: @${low} ${least} is above @${high} ${most}`,
        "Correct one of them.",
      );
    }
  }
  checkExactness(reporter, where, schema);
  if (schema.multipleOf !== undefined && schema.multipleOf <= 0) {
    reporter.mistake(
      "schema/invalid",
      where("multipleOf"),
      "a multiple must be greater than zero",
      "Correct the number.",
    );
  }
}

/** The API server makes doubles of bounds, and 64-bit integers of those again. */
function checkExactness(reporter: Reporter, where: Where, schema: Schema): void {
  for (const keyword of ["minimum", "maximum", "multipleOf"] as const) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    const double = Number(bound);
    if (schema.type === "integer" && Math.abs(double) >= 2 ** 63 && double !== -(2 ** 63)) {
      const message = `@${keyword} ${bound} does not fit into 64 bits, and the API server takes it for another number`;
      const hint =
        keyword === "multipleOf" ? "Write a smaller number." : "Remove it: an integer has no more than 64 bits.";
      reporter.warn("schema/inexact-bound", where(keyword), message, hint);
    } else if (!isExactDouble(bound)) {
      const message = `the API server rounds @${keyword} ${bound} to ${BigInt(double)}`;
      const hint = "It keeps bounds as doubles. Write a number that is one, or a rule with @cel.";
      reporter.warn("schema/inexact-bound", where(keyword), message, hint);
    }
  }
}
