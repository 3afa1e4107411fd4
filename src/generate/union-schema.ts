/**
 * Builds schemas of objects with several forms. A structural schema lists every field once, for all forms. The valid
 * combinations of fields are a restriction of values in `oneOf` (or `anyOf`, if a value can have two forms).
 */
import type { SourceLocation } from "../core/source-location.js";
import type { ObjectType } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";
import { isRequired } from "./object-schema.js";
import type { TagContext } from "./tags/context.js";
import { joinDeclarations } from "./join-declarations.js";

interface Form {
  readonly schema: Schema;
  readonly required: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** One of the forms, with its own schema. */
export interface UnionMember {
  readonly type: ObjectType;
  readonly schema: Schema;
}

export function unionSchema(context: TagContext, members: readonly UnionMember[], at: SourceLocation): Schema {
  const forms = members.map(({ type, schema }): Form => ({
    schema,
    required: new Set(type.fields.filter(isRequired).map(({ name }) => name)),
    names: new Set(type.fields.map(({ name }) => name)),
  }));
  const properties: Record<string, Schema> = {};
  for (const { schema } of forms) {
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      properties[name] = known === undefined ? { ...inner } : joinDeclarations(context, known, inner, name, at);
      context.origins.move(inner, properties[name]);
    }
  }
  const common = Object.keys(properties).filter((name) => forms.every(({ required }) => required.has(name)));
  const schema: Schema = { type: "object", properties };
  if (common.length > 0) schema.required = common.toSorted();
  if (forms.some((form) => form.schema["x-kubernetes-preserve-unknown-fields"] === true))
    schema["x-kubernetes-preserve-unknown-fields"] = true;
  const discriminators = findDiscriminators(forms, common);
  const branches = forms.map((form) => branchOf(form, properties, discriminators, new Set(common)));
  const keyword = isExclusive(forms, discriminators) ? "oneOf" : "anyOf";
  if (branches.some((branch) => Object.keys(branch).length === 0)) return schema;
  schema[keyword] =
    discriminators.length === 0 && isSimpleChoice(forms, new Set(common))
      ? (branches.map(({ required }) => ({ required })) as Schema[])
      : branches;
  context.origins.set(schema, keyword, at);
  return schema;
}

/** Finds the required fields whose literals no two forms share. */
function findDiscriminators(forms: readonly Form[], common: readonly string[]): readonly string[] {
  return common.filter((name) => {
    const values = forms.flatMap(({ schema }) => schema.properties?.[name]?.enum ?? []);
    const isLiteral = forms.every(({ schema }) => schema.properties?.[name]?.enum !== undefined);
    return isLiteral && new Set(values).size > 1;
  });
}

function branchOf(
  form: Form,
  properties: Readonly<Record<string, Schema>>,
  discriminators: readonly string[],
  common: ReadonlySet<string>,
): Schema {
  const branch: Schema = {};
  const tests = discriminators.map((name) => [name, { enum: [...(form.schema.properties?.[name]?.enum ?? [])] }]);
  if (tests.length > 0) branch.properties = Object.fromEntries(tests) as Record<string, Schema>;
  const required = [...form.required].filter((name) => discriminators.includes(name) || !common.has(name));
  if (required.length > 0) branch.required = required.toSorted();
  const foreign = Object.keys(properties).filter((name) => !form.names.has(name));
  if (foreign.length === 1) branch.not = { required: foreign };
  else if (foreign.length > 1) branch.not = { anyOf: foreign.map((name) => ({ required: [name] })) };
  return branch;
}

/** Returns whether requiring one field already excludes the others, as in `{ a: A } | { b: B }`. */
function isSimpleChoice(forms: readonly Form[], common: ReadonlySet<string>): boolean {
  const own = forms.map(({ names }) => [...names].filter((name) => !common.has(name)));
  const isSingle = own.every(
    (names, index) => names.length === 1 && forms[index]?.required.has(names[0] ?? "") === true,
  );
  return isSingle && new Set(own.flat()).size === forms.length;
}

/**
 * Returns whether no value has two forms: a literal distinguishes them, or a field that one requires and the other does not
 * have.
 */
function isExclusive(forms: readonly Form[], discriminators: readonly string[]): boolean {
  return forms.every((one, index) =>
    forms.slice(index + 1).every((other) => {
      const isToldByLiteral = discriminators.some((name) => {
        const values = other.schema.properties?.[name]?.enum ?? [];
        return one.schema.properties?.[name]?.enum?.every((value) => !values.includes(value)) === true;
      });
      const requires = (form: Form, against: Form): boolean =>
        [...form.required].some((name) => !against.names.has(name));
      return isToldByLiteral || requires(one, other) || requires(other, one);
    }),
  );
}
