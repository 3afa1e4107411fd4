import type { ts } from "ts-morph";
import type { TypeModel, TypeUse } from "../../model/type-model.js";
import { invalid, readType, refuse, type Scope, textOf, use, within } from "./reader.js";

/** Converts `v${Int32}` to a string that matches `^v-?[0-9]+$`, and a template of literals to all their combinations. */
export function readTemplate(scope: Scope, node: ts.TemplateLiteralTypeNode): TypeUse {
  let pattern = escapePattern(node.head.text);
  let values: string[] | undefined = [node.head.text];
  for (const span of node.templateSpans) {
    const { type } = readType(within(scope, "${}"), span.type);
    if (type.kind === "invalid") return invalid(scope, node);
    const part = patternOf(type);
    if (part === undefined) {
      const hint = "Write string, number or literals in the braces, or string with @pattern on the field.";
      return refuse(scope, span, `${textOf(scope, span.type)} cannot be part of a template literal`, hint);
    }
    pattern += part + escapePattern(span.literal.text);
    values = combine(values, type, span.literal.text);
  }
  if (values !== undefined) return use(scope, node, { kind: "enum", values });
  return use(scope, node, { kind: "text", pattern: `^${pattern}$` });
}

/** Returns undefined if there are too many combinations to list, or infinitely many. */
function combine(starts: readonly string[] | undefined, type: TypeModel, end: string): string[] | undefined {
  if (starts === undefined || type.kind !== "enum" || starts.length * type.values.length > 100) return undefined;
  return starts.flatMap((start) => type.values.map((value) => `${start}${String(value)}${end}`));
}

function patternOf(type: TypeModel): string | undefined {
  switch (type.kind) {
    case "string":
      return "(?s:.*)";
    case "boolean":
      return "(true|false)";
    case "number":
      return "-?[0-9]+(\\.[0-9]+)?";
    case "text":
      return type.pattern.replace(/^\^/, "").replace(/\$$/, "");
    case "enum":
      return type.values.length === 1
        ? escapePattern(String(type.values[0]))
        : `(${type.values.map((value) => escapePattern(String(value))).join("|")})`;
    case "known":
      return knownPatterns[type.name];
    default:
      return undefined;
  }
}

const knownPatterns: Readonly<Partial<Record<(TypeModel & { kind: "known" })["name"], string>>> = {
  Int32: "-?[0-9]+",
  Int64: "-?[0-9]+",
  Integer: "-?[0-9]+",
  Double: "-?[0-9]+(\\.[0-9]+)?",
};

/** Returns a pattern that matches exactly this text, in RE2 and in JavaScript. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
