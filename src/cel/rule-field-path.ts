import { fieldOf, type Schema } from "../schema/schema.js";

/** Returns the fault of a rule's `fieldPath`, which begins at the schema of the rule. */
export function checkFieldPath(text: string, schema: Schema): string | undefined {
  if (/[\n\r]/.test(text)) return "it has a line break";
  let current = schema;
  let rest = text;
  while (rest !== "") {
    const step = /^\.([^.[\]]+|[.[\]])/s.exec(rest) ?? /^\[('(?:[^'\\]|\\[^])*')\]/.exec(rest);
    if (step === null) return `"${rest}" is neither .name nor ['name']`;
    const name = nameOf(step[1] ?? "");
    if (name === undefined) return `${step[0]} has an escape that is not known`;
    let next: Schema | undefined;
    if (current.properties !== undefined) next = fieldOf(current, name);
    else if (current.additionalProperties !== undefined) next = current.additionalProperties;
    else return `nothing is below ${text.slice(0, text.length - rest.length) || "a value of this type"}`;
    if (next === undefined) return `there is no field ${text.slice(0, text.length - rest.length)}${step[0]}`;
    current = next;
    rest = rest.slice(step[0].length);
  }
  return undefined;
}

function nameOf(step: string): string | undefined {
  if (!step.startsWith("'") || !step.endsWith("'") || step.length < 2) return step;
  const inner = step.slice(1, -1);
  const isKnown = [...inner.matchAll(/\\([^])/g)].every(([, character = ""]) => "abfnrtv'\\".includes(character));
  return isKnown
    ? inner.replace(/\\([^])/g, (_escape, character: string) => controls[character] ?? character)
    : undefined;
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
