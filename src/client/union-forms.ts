/**
 * Finds the forms of an object in its schema, which lists all fields once, and restricts their combinations with `oneOf`
 * or `anyOf`.
 */
import type { ExactJsonValue } from "../core/json.js";
import type { Schema } from "../schema/schema.js";

export interface Form {
  /** The fields that this form requires, in addition to those that all forms require. */
  readonly required: ReadonlySet<string>;
  /** The fields that this form does not have. */
  readonly absent: ReadonlySet<string>;
  /** The values of fields that distinguish the forms. */
  readonly literals: ReadonlyMap<string, readonly ExactJsonValue[]>;
}

/** A union of more forms would be hard to read, and slow to check. */
const mostForms = 16;

/** @returns undefined if the schema has one form, or says more than which fields and literals belong together */
export function formsOf({ oneOf, anyOf }: Schema, names: ReadonlySet<string>): readonly Form[] | undefined {
  const branches = oneOf ?? anyOf;
  if (branches === undefined || (oneOf !== undefined && anyOf !== undefined)) return undefined;
  if (branches.length < 2 || branches.length > mostForms) return undefined;
  const forms = branches.map(readForm);
  if (!forms.every((form) => form !== undefined && fieldsOf(form).every((name) => names.has(name)))) return undefined;
  const known = forms.filter((form) => form !== undefined);
  return oneOf === undefined ? known : known.map((form) => withoutOthers(form, known));
}

function fieldsOf({ required, absent, literals }: Form): string[] {
  return [...required, ...absent, ...literals.keys()];
}

function readForm({ properties = {}, required = [], not, ...rest }: Schema): Form | undefined {
  const absent = not === undefined ? [] : absentIn(not);
  const literals = Object.entries(properties).map(([name, field]): [string, ExactJsonValue[] | undefined] => {
    const { enum: values, ...more } = field;
    return [name, Object.keys(more).length === 0 ? values : undefined];
  });
  const known = literals.flatMap(([name, values]): [string, ExactJsonValue[]][] =>
    values === undefined ? [] : [[name, values]],
  );
  if (Object.keys(rest).length > 0 || absent === undefined || known.length < literals.length) return undefined;
  return { required: new Set(required), absent: new Set(absent), literals: new Map(known) };
}

/** Reads `{required: [a]}`, or an `anyOf` of them. */
function absentIn(not: Schema): readonly string[] | undefined {
  const { anyOf = [not], ...others } = not;
  if (not.anyOf !== undefined && Object.keys(others).length > 0) return undefined;
  const names = anyOf.map(({ required = [], ...rest }) =>
    required.length === 1 && Object.keys(rest).length === 0 ? required[0] : undefined,
  );
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** An object has only one form: it lacks a field that is all that another form requires. */
function withoutOthers(form: Form, forms: readonly Form[]): Form {
  const excluded = forms.flatMap(({ required, absent, literals }) => {
    const [only, ...more] = required;
    const isAll = only !== undefined && more.length === 0 && absent.size === 0 && literals.size === 0;
    return isAll && !form.required.has(only) ? [only] : [];
  });
  return { ...form, absent: new Set([...form.absent, ...excluded]) };
}
