import { type GroupVersionData, placeOf, referenceOf, type Schema } from "./openapi.js";

/** Schemas with handwritten TypeScript in src/kube: named scalars, and the shapes that all objects share. */
const scalars: Readonly<Record<string, string>> = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": "Quantity",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Duration": "Duration",
  "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": "MicroTime",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Time": "Time",
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": "IntOrString",
};
const sharedTypes: ReadonlySet<string> = new Set([
  "Condition",
  "ListMeta",
  "ManagedFieldsEntry",
  "ObjectMeta",
  "OwnerReference",
  "Status",
  "StatusCause",
  "StatusDetails",
]);
/** Schemas that are less specific than their meaning: any value, or a choice that Kubernetes' OpenAPI v3 leaves open. */
const openTypes: Readonly<Record<string, string>> = {
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": "object",
  "io.k8s.apimachinery.pkg.runtime.RawExtension": "unknown",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": "unknown",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray":
    "JSONSchemaProps | JSONSchemaProps[]",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool": "JSONSchemaProps | boolean",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray": "JSONSchemaProps | string[]",
};

/** All modules by name (`apps/v1`). */
export type Modules = ReadonlyMap<string, GroupVersionData>;

/** Returns the text of src/k8s/<module>.ts. */
export function renderModule(module: string, modules: Modules): string {
  return new ModuleRenderer(module, modules).render();
}

class ModuleRenderer {
  readonly #module: string;
  readonly #modules: Modules;
  readonly #data: GroupVersionData;
  /** Module → imported names, for the import lines. */
  readonly #imports = new Map<string, Set<string>>();

  constructor(module: string, modules: Modules) {
    const data = modules.get(module);
    if (data === undefined) throw new Error(`no data for ${module}`);
    this.#module = module;
    this.#modules = modules;
    this.#data = data;
  }

  render(): string {
    const declarations = Object.keys(this.#data.schemas)
      .toSorted()
      .map((name) => this.#declaration(name, this.#schema(name)))
      .filter((text) => text !== "");
    if (this.#module === "meta/v1") declarations.unshift(this.#sharedExports());
    const values = new Set(["defineKind"]);
    const imports = [...this.#imports]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => {
        const list = [...names].toSorted().map((name) => (values.has(name) ? name : `type ${name}`));
        return list.every((name) => name.startsWith("type "))
          ? `import type { ${list.map((name) => name.slice(5)).join(", ")} } from "${from}";`
          : `import { ${list.join(", ")} } from "${from}";`;
      });
    const header = `// Made by \`npm run generate:k8s\` from data/openapi/${this.#module}.json: change that, or the script.`;
    return `${[header, ...imports].join("\n")}\n\n${declarations.join("\n")}`;
  }

  #schema(name: string): Schema {
    const schema = this.#data.schemas[name];
    if (schema === undefined) throw new Error(`no schema ${name}`);
    return schema;
  }

  #sharedExports(): string {
    return `export type { ${[...sharedTypes].toSorted().join(", ")} } from "../../kube/objects.js";\n`;
  }

  #declaration(name: string, schema: Schema): string {
    const type = placeOf(name)?.type;
    if (type === undefined || name in scalars || name === "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1") return "";
    if (this.#module === "meta/v1" && sharedTypes.has(type)) return "";
    const comment = docComment(schema.description, "");
    const open = openTypes[name];
    if (open !== undefined) return `${comment}export type ${type} = ${open};\n`;
    if (schema.properties === undefined) return `${comment}export type ${type} = ${this.#typeOf(schema)};\n`;
    const kind = kindOf(schema, type, this.#data.apiVersion);
    const fields = this.#fields(schema, kind);
    const body = `${comment}export interface ${type} {\n${fields.join("")}}\n`;
    if (kind === undefined || !this.#data.resources.some((resource) => resource.kind === kind)) return body;
    this.#import("../../kube/objects.js", "defineKind");
    const value = `/* @__PURE__ */ defineKind<${type}>("${this.#data.apiVersion}", "${kind}")`;
    return `${body}export const ${type} = ${value};\n`;
  }

  #fields(schema: Schema, kind: string | undefined): string[] {
    const required = new Set(schema.required);
    const isKind = kind !== undefined;
    const isList = isKind && kind.endsWith("List") && schema.properties?.["items"] !== undefined;
    return Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const comment = docComment(property.description, "  ");
      if (isKind && name === "apiVersion") return `  apiVersion: "${this.#data.apiVersion}";\n`;
      if (isKind && name === "kind") return `  kind: "${kind}";\n`;
      const isOwnMeta = isKind && name === "metadata" && !isList;
      if (isOwnMeta) {
        this.#import("../../kube/objects.js", "ObjectMeta");
        return `  metadata: ObjectMeta;\n`;
      }
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
      const type = this.#typeOf(property, isList && name === "items");
      return `${comment}  ${key}${required.has(name) ? "" : "?"}: ${type};\n`;
    });
  }

  /** @param whole - an object of a kind is whole here, with its apiVersion, as the items of a list are */
  #typeOf(schema: Schema, whole = false): string {
    const reference = referenceOf(schema);
    if (reference !== undefined) return this.#reference(reference, whole);
    switch (schema.type) {
      case "string":
        return this.#stringType(schema);
      case "integer":
        return this.#scalar(schema.format === "int32" ? "Int32" : schema.format === "int64" ? "Int64" : "Integer");
      case "number":
        return this.#scalar("Double");
      case "boolean":
        return "boolean";
      case "array":
        return arrayOf(this.#typeOf(schema.items ?? {}, whole));
      case "object":
        return typeof schema.additionalProperties === "object"
          ? `Record<string, ${this.#typeOf(schema.additionalProperties)}>`
          : "Record<string, unknown>";
      default:
        return "unknown";
    }
  }

  #stringType(schema: Schema): string {
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.format === "byte") return this.#scalar("Base64");
    if (schema.format === "date-time") return this.#scalar("Time");
    return "string";
  }

  #scalar(name: string): string {
    this.#import("../../kube/scalars.js", name);
    return name;
  }

  #reference(name: string, whole: boolean): string {
    const scalar = scalars[name];
    if (scalar !== undefined) return this.#scalar(scalar);
    const place = placeOf(name);
    if (place === undefined || name.endsWith(".FieldsV1")) return openTypes[name] ?? "unknown";
    if (place.module === "meta/v1" && sharedTypes.has(place.type)) {
      this.#import("../../kube/objects.js", place.type);
      // In a template, whose object has no name yet, and not in an object itself.
      return place.type === "ObjectMeta" ? "Partial<ObjectMeta>" : place.type;
    }
    if (place.module !== this.#module) this.#import(relative(place.module), place.type);
    const target = this.#modules.get(place.module);
    const schema = target?.schemas[name];
    if (target === undefined || schema === undefined)
      throw new Error(`${this.#module} refers to ${name}, which does not exist`);
    if (whole || kindOf(schema, place.type, target.apiVersion) === undefined) return place.type;
    this.#import("../../kube/objects.js", "Embedded");
    return `Embedded<${place.type}>`;
  }

  #import(from: string, name: string): void {
    let names = this.#imports.get(from);
    if (names === undefined) this.#imports.set(from, (names = new Set()));
    names.add(name);
  }
}

/** Returns the name of the kind, if the schema is a kind: an object that can exist on its own. */
function kindOf(schema: Schema, type: string, apiVersion: string): string | undefined {
  const properties = schema.properties ?? {};
  if (apiVersion === "" || !("apiVersion" in properties && "kind" in properties && "metadata" in properties))
    return undefined;
  const identities = schema["x-kubernetes-group-version-kind"] ?? [];
  return identities.some(({ kind }) => kind === type) ? type : undefined;
}

function relative(module: string): string {
  return `../${module}.js`;
}

function arrayOf(type: string): string {
  return type.includes(" | ") ? `(${type})[]` : `${type}[]`;
}

/** Returns the first paragraph, wrapped. */
function docComment(description: string | undefined, indent: string): string {
  const [paragraph = ""] = (description ?? "").split(/\n\s*\n/);
  const words = paragraph
    .replaceAll("*/", "*\\/")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return "";
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + word.length > 110) {
      lines.push(line);
      line = "";
    }
    // At the start of a line, a word that begins with @ would be a tag.
    line = line === "" ? word.replace(/^@/, "\\@") : `${line} ${word}`;
  }
  lines.push(line);
  return lines.length === 1
    ? `${indent}/** ${line} */\n`
    : `${indent}/**\n${lines.map((text) => `${indent} * ${text}\n`).join("")}${indent} */\n`;
}
