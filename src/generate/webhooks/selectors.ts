/** Reads `@namespaceSelector` and `@objectSelector`: kubectl's syntax, or the object itself as JSON. */
import { TsopError } from "../../core/errors.js";
import { isJsonObject, type JsonValue } from "../../core/json.js";
import { type LabelRequirement, SelectorFault } from "../../core/label-selector.js";
import { readLabelRequirements } from "../../kube/label-selector.js";
import type { Tag } from "../../model/annotations.js";
import type { Reporter } from "../reporter.js";
import { textOf } from "../tags/context.js";
import type { Draft } from "./draft.js";
import { isLabelValue, isQualifiedName } from "../../core/name-forms.js";

type Selectors = { readonly [field in "namespaceSelector" | "objectSelector"]?: JsonValue };

export function selectorsOf(reporter: Reporter, { model }: Draft): Selectors {
  const selectors: { -readonly [Field in keyof Selectors]: Selectors[Field] } = {};
  for (const tag of model.tags) {
    const { effect } = tag.record;
    if (effect.kind !== "webhookSelector") continue;
    if (selectors[effect.field] !== undefined) {
      const hint = "Keep one of them, and separate its parts with commas.";
      reporter.error("tag/conflict", tag.at, `${tag.spelling} is given twice`, hint);
    }
    const requirements = readRequirements(reporter, tag);
    checkRequirements(reporter, tag, requirements);
    selectors[effect.field] = selectorOf(requirements);
  }
  return selectors;
}

function selectorOf(requirements: readonly LabelRequirement[]): JsonValue {
  const isPlain = ({ operator, values }: LabelRequirement): boolean => operator === "In" && values.length === 1;
  const keys = requirements.map(({ key }) => key);
  // A label with two requirements cannot be a key of the map twice.
  const labels = requirements.filter((each) => isPlain(each) && keys.indexOf(each.key) === keys.lastIndexOf(each.key));
  const expressions = requirements.filter((each) => !labels.includes(each));
  return {
    matchLabels:
      labels.length === 0 ? undefined : Object.fromEntries(labels.map(({ key, values }) => [key, values[0]])),
    matchExpressions:
      expressions.length === 0
        ? undefined
        : expressions.map(({ key, operator, values }) => ({
            key,
            operator,
            values: values.length === 0 ? undefined : values,
          })),
  };
}

function readRequirements(reporter: Reporter, tag: Tag): LabelRequirement[] {
  const text = textOf(tag).trim();
  try {
    return text.startsWith("{") ? readObject(text) : readLabelRequirements(text);
  } catch (error) {
    if (!(error instanceof TsopError || error instanceof SyntaxError || error instanceof SelectorFault)) throw error;
    const message = error instanceof SyntaxError ? `it is not JSON: ${error.message}` : error.message;
    reporter.error("webhook/invalid", tag.at, `${tag.spelling}: ${message}`, hint);
    return [];
  }
}

const hint =
  'Write it as kubectl does: app=web,tier!=db,env in (dev,test),!old; or as JSON: {"matchLabels": {"app": "web"}}';

/** @throws SyntaxError for invalid JSON, SelectorFault for an invalid selector */
function readObject(text: string): LabelRequirement[] {
  const { matchLabels = {}, matchExpressions = [], ...others } = objectOf(JSON.parse(text), "the selector");
  refuseOthers(others, "matchLabels and matchExpressions");
  if (!Array.isArray(matchExpressions)) throw new SelectorFault("matchExpressions is not a list");
  const labels = Object.entries(objectOf(matchLabels, "matchLabels"));
  return [
    ...labels.map(([key, value]): LabelRequirement => ({ key, operator: "In", values: [textIn(value, key)] })),
    ...matchExpressions.map((expression, index) => readExpression(expression, `matchExpressions[${index}]`)),
  ];
}

function readExpression(expression: unknown, place: string): LabelRequirement {
  const { key, operator, values = [], ...others } = objectOf(expression, place);
  refuseOthers(others, "key, operator and values");
  const known = ["In", "NotIn", "Exists", "DoesNotExist"] as const;
  const found = known.find((each) => each === operator);
  if (found === undefined) throw new SelectorFault(`${place}.operator: one of ${known.join(", ")}`);
  if (!Array.isArray(values)) throw new SelectorFault(`${place}.values is not a list`);
  return {
    key: textIn(key, `${place}.key`),
    operator: found,
    values: values.map((value) => textIn(value, `${place}.values`)),
  };
}

function objectOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (isJsonObject(value)) return value;
  throw new SelectorFault(`${place} is not an object`);
}

function textIn(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw new SelectorFault(`${place} is not a string`);
}

function refuseOthers(others: Readonly<Record<string, unknown>>, known: string): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new SelectorFault(`unknown field ${unknown}; the fields are ${known}`);
}

/** Reports what the API server rejects. */
function checkRequirements(reporter: Reporter, tag: Tag, requirements: readonly LabelRequirement[]): void {
  const fail = (message: string, how: string): void => {
    reporter.error("webhook/invalid", tag.at, `${tag.spelling}: ${message}`, how);
  };
  for (const { key, operator, values } of requirements) {
    if (!isQualifiedName(key))
      fail(`${JSON.stringify(key)} cannot be the key of a label`, "For example: app, or example.com/team");
    if (operator === "Gt" || operator === "Lt") {
      fail("labels of a webhook's selector cannot be compared by size", "Use =, !=, in, notin, or the key alone.");
    } else if ((operator === "In" || operator === "NotIn") && values.length === 0) {
      fail(`${operator} needs values`, "For example: env in (dev,test)");
    } else if ((operator === "Exists" || operator === "DoesNotExist") && values.length > 0) {
      fail(`${operator} has no values`, "Remove values.");
    }
    for (const value of values.filter((each) => !isLabelValue(each))) {
      fail(
        `${JSON.stringify(value)} cannot be the value of a label`,
        'Write at most 63 letters, digits, "-", "_" and ".".',
      );
    }
  }
}
