import { textsOfPattern } from "../../schema/pattern-text.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Schema } from "../../schema/schema.js";

/** Names for the entries of a map: those that its rules ask for, as far as one can see that, or else any. */
export function* sampleKeys(schema: Schema, patterns: Patterns): Generator<string> {
  const rules = (schema["x-kubernetes-validations"] ?? []).map(({ rule }) => rule);
  for (const rule of rules) {
    const list = /^self\.all\((\w+), ?\1 in \[(.*)\]\)$/s.exec(rule)?.[2];
    if (list !== undefined)
      yield* Array.from(list.matchAll(/'((?:[^'\\]|\\[^])*)'/g), ([, text = ""]) => unquote(text));
  }
  const minLength = Math.max(
    0,
    ...rules.map((rule) => Number(/^self\.all\((\w+), ?\1\.size\(\) >= (\d+)\)$/.exec(rule)?.[2] ?? 0)),
  );
  const maxLength = Math.min(
    ...rules.map((rule) => Number(/^self\.all\((\w+), ?\1\.size\(\) <= (\d+)\)$/.exec(rule)?.[2] ?? Infinity)),
  );
  const expressions = rules.map(
    (rule) => /^self\.all\((\w+), ?\1\.matches\('((?:[^'\\]|\\[^])*)'\)\)$/s.exec(rule)?.[2],
  );
  const asked = expressions.filter((text) => text !== undefined).map(unquote);
  const fits = asked.map((pattern) => patterns.compile(pattern));
  for (const key of candidates(asked, { minLength, maxLength }, patterns)) {
    if (key.length > maxLength) continue;
    if (fits.every((matches) => typeof matches !== "function" || matches(key))) yield key;
  }
}

interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

function* candidates(
  asked: readonly string[],
  { minLength, maxLength }: Lengths,
  patterns: Patterns,
): Generator<string> {
  yield "example".padEnd(minLength, "-example");
  if (maxLength < "example-32".length && minLength <= 1) yield* "abcdefghijklmnopqrstuvwxyz";
  for (let count = 2; count <= 32; count += 1) yield `example-${count}`.padEnd(minLength, "-example");
  for (const pattern of asked) yield* textsOfPattern(patterns, pattern, { minLength });
  for (let count = 33; count <= 1000; count += 1) yield `example-${count}`.padEnd(minLength, "-example");
}

/** The text of a literal of CEL. */
function unquote(literal: string): string {
  return literal.replaceAll(/\\([^])/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
}
