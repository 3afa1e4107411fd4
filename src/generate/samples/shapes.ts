/** The forms that the value of a schema must choose between, from its logical operators and from rules that count fields. */
import { celName } from "../../schema/cel-name.js";
import { type Schema, lowerBounds, tighten, upperBounds } from "../../schema/schema.js";

export interface Form {
  /** The constraints of the form. */
  readonly branch: Schema;
  /** The fields that identify the form. */
  readonly shows: readonly string[];
}

/** One point of a schema with a choice, and its alternatives. */
interface ChoicePoint {
  readonly forms: readonly Form[];
  /** Whether the choice defines what the value is, and not only which fields are required. */
  readonly isUnion: boolean;
}

export function choicePoints(schema: Schema): ChoicePoint[] {
  const points: ChoicePoint[] = [];
  for (const branches of [schema.oneOf, schema["x-kubernetes-int-or-string"] === true ? undefined : schema.anyOf]) {
    if (branches === undefined || branches.length === 0) continue;
    points.push({ forms: branches.map((branch) => ({ branch, shows: branch.required ?? [] })), isUnion: true });
  }
  for (const { rule } of schema["x-kubernetes-validations"] ?? []) {
    const point = pointOfRule(rule, Object.keys(schema.properties ?? {}));
    if (point !== undefined) points.push(point);
  }
  return points;
}

/** The form to use at one point of a schema. */
export interface Chosen {
  readonly point: number;
  readonly form: number;
}

const maxShapes = 24;

/** Returns the schema without logical operators, form by form; the first forms of all points come first. */
export function shapesOf(schema: Schema, chosen?: Chosen): Schema[] {
  const alternatives = [
    ...(schema.allOf ?? []).map((branch) => shapesOf(branch)),
    ...choicePoints(schema).map(({ forms }, point) =>
      (chosen?.point === point ? forms.slice(chosen.form, chosen.form + 1).map(insistent) : forms).flatMap(
        ({ branch }) => shapesOf(branch),
      ),
    ),
  ];
  return alternatives.reduce(
    (shapes, branches) =>
      shapes.flatMap((shape) => branches.map((branch) => mergeBranch(shape, branch))).slice(0, maxShapes),
    [withoutJunctors(schema)],
  );
}

/** Returns a form that requires its own fields, even if they are optional. */
function insistent({ branch, shows }: Form): Form {
  return { branch: { ...branch, required: [...(branch.required ?? []), ...shows] }, shows };
}

/** Returns the choice in a rule that counts which of several fields are set. */
function pointOfRule(rule: string, fields: readonly string[]): ChoicePoint | undefined {
  const text = rule.replaceAll(/\s/g, "");
  const counted = countOf(text);
  if (counted === undefined) return undefined;
  const names = counted.terms.map((term) => fields.find((field) => celName(field) === term));
  if (!names.every((name) => name !== undefined) || names.length < 2) return undefined;
  const forms = names.map((name): Form => {
    const others = names.filter((other) => other !== name);
    const alone: Schema = { not: { anyOf: others.map((other) => ({ required: [other] })) } };
    if (counted.sign === ">=") return { branch: { required: [name] }, shows: [name] };
    return { branch: counted.sign === "==" ? { ...alone, required: [name] } : alone, shows: [name] };
  });
  return { forms, isUnion: counted.sign !== ">=" };
}

interface Count {
  readonly sign: "==" | "<=" | ">=";
  readonly terms: readonly string[];
}

/**
 * Parses rules such as `(has(self.a)?1:0)+(has(self.b)?1:0)==1`, `[has(self.a),has(self.b)].filter(x,x==true).size()==1`,
 * `has(self.a)||has(self.b)`.
 */
function countOf(text: string): Count | undefined {
  const sum = /^(?:\(has\(self\.\w+\)\?1:0\)\+?)+(==|<=|>=)1$/.exec(text);
  const list = /^\[(?:has\(self\.\w+\),?)+\]\.filter\((\w+),(?:\1==true|\1)\)\.size\(\)(==|<=|>=)1$/.exec(text);
  const isAny = /^has\(self\.\w+\)(?:\|\|has\(self\.\w+\))+$/.test(text);
  const sign = sum?.[1] ?? list?.[2] ?? (isAny ? ">=" : undefined);
  if (sign !== "==" && sign !== "<=" && sign !== ">=") return undefined;
  return { sign, terms: Array.from(text.matchAll(/has\(self\.(\w+)\)/g), ([, term = ""]) => term) };
}

/**
 * Narrows the schema, or another branch, by a branch of its logical operators: combines the constraints of both, without
 * their logical operators. This is an approximation for creating a value, which the whole schema then validates.
 */
function mergeBranch(whole: Schema, branch: Schema): Schema {
  const merged = withoutJunctors(whole);
  mergeBounds(merged, branch);
  const values = branch.enum;
  if (values !== undefined) merged.enum = whole.enum?.filter((value) => values.includes(value)) ?? values;
  mergeFields(merged, branch);
  const [items, entries] = [whole.items ?? branch.items, whole.additionalProperties ?? branch.additionalProperties];
  if (items !== undefined) merged.items = branch.items === undefined ? items : mergeBranch(items, branch.items);
  if (entries !== undefined) {
    merged.additionalProperties =
      branch.additionalProperties === undefined ? entries : mergeBranch(entries, branch.additionalProperties);
  }
  return merged;
}

function withoutJunctors(schema: Schema): Schema {
  const bare = { ...schema };
  delete bare.allOf;
  delete bare.anyOf;
  delete bare.oneOf;
  return bare;
}

function mergeBounds(merged: Schema, branch: Schema): void {
  for (const keyword of [...lowerBounds, ...upperBounds]) tighten(merged, keyword, branch[keyword]);
  if (branch.exclusiveMinimum === true) merged.exclusiveMinimum = true;
  if (branch.exclusiveMaximum === true) merged.exclusiveMaximum = true;
  if (branch.pattern !== undefined) merged.pattern ??= branch.pattern;
  if (branch.format !== undefined) merged.format ??= branch.format;
  if (branch.multipleOf !== undefined) merged.multipleOf ??= branch.multipleOf;
}

function mergeFields(merged: Schema, branch: Schema): void {
  const required = new Set([...(merged.required ?? []), ...(branch.required ?? [])]);
  if (required.size > 0) merged.required = [...required];
  const foreign = foreignFields(branch.not);
  const fields = new Map(Object.entries(merged.properties ?? {}));
  for (const [name, narrowed] of Object.entries(branch.properties ?? {})) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? narrowed : mergeBranch(known, narrowed));
  }
  for (const name of foreign) fields.delete(name);
  if (fields.size > 0 || merged.properties !== undefined) merged.properties = Object.fromEntries(fields);
  if (branch.not !== undefined)
    merged.not = merged.not === undefined ? branch.not : { anyOf: [merged.not, branch.not] };
}

/** Returns the fields that must be absent individually, not in combination. */
function foreignFields(not: Schema | undefined): string[] {
  const { required = [], anyOf = [] } = not ?? {};
  return [...(required.length === 1 ? required : []), ...anyOf.flatMap(foreignFields)];
}
