/**
 * The schema field at a path such as `.spec.name` or `.labels['a']`.
 * Source: ValidFieldPath in k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go.
 */
import { atKey, child } from "../../../core/field-error.js";
import { propertyOf, valuesOf, type JsonSchema } from "../json-schema.js";

export type FoundField =
  | { readonly path: string; readonly root: string; readonly schema: JsonSchema }
  | { readonly fault: string };

export interface FindFieldOptions {
  /** Default: true. */
  readonly allowsBrackets?: boolean;
}

const nowhere = "does not refer to a valid field";

export function findField(
  text: string,
  schema: JsonSchema,
  { allowsBrackets = true }: FindFieldOptions = {},
): FoundField {
  const tokens = text.match(/'(?:\\[^]|[^'\\])*'|[.[\]]|[^.[\]]+/g) ?? [];
  let current = schema;
  let path = "";
  let root = "";
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? "";
    if (token === "[" && !allowsBrackets) return { fault: "array notation is not allowed" };
    if (token !== "." && token !== "[") return { fault: `expected [ or . but got: ${token}` };
    const given = tokens[at + 1];
    if (given === undefined) return { fault: "unexpected end of JSON path" };
    const name = token === "." ? given : unquote(given);
    if (typeof name !== "string") return name;
    const isNamed = current.properties !== undefined && Object.keys(current.properties).length > 0;
    if (!isNamed && current.additionalProperties === undefined) return { fault: nowhere };
    const next = isNamed ? propertyOf(current, name) : valuesOf(current);
    if (next === undefined) return { fault: nowhere };
    path = isNamed ? child(path, name) : atKey(path, name);
    if (root === "") root = path;
    current = next;
    at += 2;
    if (token === ".") continue;
    const closing = tokens[at];
    if (closing === undefined) return { fault: "unexpected end of JSON path" };
    if (closing !== "]") return { fault: `expected ] but got ${closing}` };
    at += 1;
  }
  return { path, root, schema: current };
}

function unquote(text: string): string | { readonly fault: string } {
  if (text.length < 2 || !text.startsWith("'") || !text.endsWith("'")) {
    return { fault: `expected single quoted string but got ${text}` };
  }
  const inner = text.slice(1, -1);
  const unknown = [...inner.matchAll(/\\([^])/g)].find(([, sign = ""]) => !"abfnrtv'\\".includes(sign));
  if (unknown !== undefined) return { fault: `invalid string literal: invalid escape char ${unknown[0]}` };
  return inner.replace(/\\([^])/g, (_escape, sign: string) => controls[sign] ?? sign);
}

const controls: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
