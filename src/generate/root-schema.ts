import type { KindModel } from "../model/model.js";
import type { Reporter } from "./reporter.js";
import type { Origins } from "./origins.js";
import { fieldOf, innerSchemas, type Schema, type ValidationRule } from "../schema/schema.js";
import { keywordsOf } from "./tags/keywords.js";
import { isDeepStrictEqual } from "node:util";
import { truncateDescription } from "../schema/truncate-description.js";
import type { CrdSettings } from "./crd-version.js";

/** Completes the whole object: adds the fields of every object, and checks the rules for the root only. */
export function finishRoot(
  reporter: Reporter,
  origins: Origins,
  kind: KindModel,
  built: Schema,
  hasStatusSubresource: boolean,
): Schema {
  const given = givenKeywords(kind);
  const own = Object.entries(built.properties ?? {});
  for (const [name, schema] of own) {
    if (fieldOf(given, name) === undefined) checkTopLevelField(reporter, origins, kind, name, schema);
  }
  checkMetadata(reporter, origins, built, fieldOf(given, "metadata"));
  const root: Schema = {
    ...built,
    properties: {
      apiVersion: {
        type: "string",
        description: "The API group and the version of this object's schema, such as apps/v1.",
        ...fieldOf(given, "apiVersion"),
      },
      kind: { type: "string", description: "The kind of this object, in CamelCase.", ...fieldOf(given, "kind") },
      ...Object.fromEntries(own.filter(([name]) => !objectFields.has(name))),
      metadata: { type: "object", ...fieldOf(given, "metadata") },
    },
  };
  // As in Go, a redeclared `metadata: ObjectMeta` is required.
  const isKept = (name: string): boolean =>
    name === "metadata" || !objectFields.has(name) || given.required?.includes(name) === true;
  const required = built.required?.filter(isKept) ?? [];
  if (required.length > 0) root.required = required;
  else delete root.required;
  origins.move(built, root);
  checkRoot(reporter, origins, root, hasStatusSubresource);
  return root;
}

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Returns the keywords of the kind's own schema tag. The code that applies the tag already reports its faults. */
function givenKeywords({ annotations }: KindModel): Schema {
  const tag = annotations.tags.find(({ record, path }) => record.effect.kind === "schemaKeywords" && path.length === 0);
  return tag === undefined ? {} : keywordsOf(tag).keywords;
}

/** Checks that a kind restricts only the name and generateName of its objects, as the API server requires. */
function checkMetadata(reporter: Reporter, origins: Origins, root: Schema, metadata: Schema | undefined): void {
  const { properties = {} } = metadata ?? {};
  const [other] = [
    ...Object.keys(metadata ?? {}).filter((keyword) => keyword !== "type" && keyword !== "properties"),
    ...Object.keys(properties)
      .filter((name) => name !== "name" && name !== "generateName")
      .map((name) => `properties.${name}`),
  ];
  if (metadata === undefined || other === undefined) return;
  const message = `a schema can restrict only name and generateName of metadata, not ${other}`;
  const hint = "Remove it: a webhook can check the rest.";
  reporter.error("schema/invalid", origins.of(root, "properties"), message, hint);
}

function checkTopLevelField(reporter: Reporter, origins: Origins, kind: KindModel, name: string, schema: Schema): void {
  if (!objectFields.has(name)) return;
  const declared =
    kind.type.type.kind === "object" ? kind.type.type.fields.find((field) => field.name === name) : undefined;
  const isInherited = declared?.use.type.kind === "known" && declared.annotations.tags.length === 0;
  if (name === "metadata" && isInherited) return;
  const hint =
    "Remove it: CustomResource declares it. To restrict names, write @cel self.metadata.name.size() < 20 above the interface.";
  const at = declared?.at ?? origins.of(schema);
  reporter.error("schema/invalid", at, `a kind cannot redeclare the field ${name}`, hint);
}

const notBesideStatus = [
  ...(["minProperties", "maxProperties", "enum", "default", "allOf", "anyOf", "oneOf", "not"] as const),
  "x-kubernetes-map-type",
] as const;

/** Checks what apiextensions-apiserver forbids at the root, in general and with the status subresource. */
export function checkRoot(reporter: Reporter, origins: Origins, root: Schema, hasStatusSubresource: boolean): void {
  const fail = (keyword: keyof Schema, message: string, hint: string): void =>
    reporter.error("schema/invalid", origins.of(root, keyword), message, hint);
  if (root.nullable === true) fail("nullable", "a whole object cannot be null", "Remove @nullable.");
  for (const name of objectFields) {
    if (!hasDefault(fieldOf(root, name) ?? {})) continue;
    fail("properties", `${name} cannot have a default: every object has its own value`, "Remove the default.");
  }
  for (const keyword of hasStatusSubresource ? notBesideStatus : []) {
    if (root[keyword] === undefined) continue;
    const hint = "Put it on spec, or disable the status subresource with @noStatusSubresource.";
    fail(keyword, `with a status subresource, ${keyword} is not allowed on the kind itself`, hint);
  }
}

function hasDefault(schema: Schema): boolean {
  return schema.default !== undefined || innerSchemas(schema).some(hasDefault);
}

/**
 * Merges the rules of a schema. In server-side apply, the rules are a map by their text, so the API server accepts no text
 * twice. A rule that a type and a field of that type share becomes one rule; with a different message it is an error.
 */
export function uniteRules(reporter: Reporter, origins: Origins, schema: Schema): void {
  const rules = schema["x-kubernetes-validations"];
  if (rules !== undefined && rules.length > 1) {
    schema["x-kubernetes-validations"] = withoutRepeated(rules, (rule) => {
      const message = `the rule ${shorten(rule.rule)} occurs twice, with different messages or paths`;
      const hint = "Keep one of them: the API server identifies a rule by its text.";
      reporter.mistake("tag/conflict", origins.ofRule(rule) ?? origins.of(schema), message, hint);
    });
  }
  for (const inner of innerSchemas(schema)) uniteRules(reporter, origins, inner);
}

function withoutRepeated(
  rules: readonly ValidationRule[],
  onConflict: (rule: ValidationRule) => void,
): ValidationRule[] {
  const byText = new Map<string, ValidationRule>();
  for (const rule of rules) {
    const known = byText.get(rule.rule);
    if (known === undefined) byText.set(rule.rule, rule);
    else if (!isDeepStrictEqual(known, rule)) onConflict(rule);
  }
  return [...byText.values()];
}

function shorten(rule: string): string {
  const text = rule.trim().replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/**
 * Shortens descriptions in place. By default, this removes the descriptions of Kubernetes' own types, because they would make
 * most CRDs larger than clients can apply.
 */
export function limitDescriptions(origins: Origins, root: Schema, settings: CrdSettings): void {
  const visit = (schema: Schema, own: number | undefined, imported: number): void => {
    const tagged = origins.about(schema).descriptionLimit;
    const limits = { own: tagged ?? own, imported: tagged ?? imported };
    if (schema.description !== undefined) describe(schema, schema.description, limits.own);
    else describe(schema, origins.about(schema).importedDescription, limits.imported);
    for (const inner of innerSchemas(schema)) visit(inner, limits.own, limits.imported);
  };
  visit(root, settings.maxDescLen, settings.maxImportedDescLen ?? 0);
}

function describe(schema: Schema, text: string | undefined, limit: number | undefined): void {
  if (text === undefined) return;
  const shortened = limit === undefined ? text : truncateDescription(text, limit);
  if (shortened === "") delete schema.description;
  else schema.description = shortened;
}
