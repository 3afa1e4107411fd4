/** The view of a structural schema as the type that pruning, patches, and server-side apply use. */
import type { Json } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import { deducedNode } from "../types/untyped-nodes.js";
import { hasDefault, itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";

/** Returns the type of a resource. `objectMeta`: the type of its metadata, and of the metadata of embedded resources. */
export function typeOfResource(schema: JsonSchema, objectMeta: TypeNode): TypeNode {
  return new StructuralNode({ ...schema, type: "object" }, objectMeta, true);
}

const text: JsonSchema = { type: "string" };

class StructuralNode implements TypeNode {
  readonly type: TypeNode["type"];
  readonly format?: string;
  readonly default?: Json;
  readonly fieldNames: readonly string[];
  readonly keepsUnknown: boolean;
  readonly isEmbeddedResource: boolean;
  readonly nullable: boolean;
  readonly required: readonly string[];
  readonly listType: TypeNode["listType"];
  readonly listMapKeys: readonly string[];
  readonly mapType: TypeNode["mapType"];
  readonly #schema: JsonSchema;
  readonly #objectMeta: TypeNode;
  readonly #isResource: boolean;
  readonly #fields = new Map<string, TypeNode>();
  #values: TypeNode | undefined;
  #items: TypeNode | undefined;

  constructor(schema: JsonSchema, objectMeta: TypeNode, isRoot = false) {
    this.#schema = schema;
    this.#objectMeta = objectMeta;
    this.isEmbeddedResource = schema["x-kubernetes-embedded-resource"] === true;
    this.#isResource = isRoot || this.isEmbeddedResource;
    this.type = schema["x-kubernetes-int-or-string"] === true ? "any" : typeNamed(schema.type);
    const own = Object.keys(schema.properties ?? {});
    this.fieldNames = this.#isResource ? [...new Set(["apiVersion", "kind", "metadata", ...own])] : own;
    this.keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
    this.nullable = schema.nullable === true;
    this.required = schema.required ?? [];
    this.listType = oneOf(schema["x-kubernetes-list-type"], ["atomic", "set", "map"], "atomic");
    this.listMapKeys = schema["x-kubernetes-list-map-keys"] ?? [];
    this.mapType = oneOf(schema["x-kubernetes-map-type"], ["granular", "atomic"], "granular");
    if (schema.format !== undefined) this.format = schema.format;
    if (hasDefault(schema)) this.default = schema.default ?? null;
  }

  field(name: string): TypeNode | undefined {
    if (this.#isResource && name === "metadata") return this.#objectMeta;
    let schema = propertyOf(this.#schema, name);
    if (this.#isResource && (name === "apiVersion" || name === "kind")) schema ??= text;
    if (schema === undefined) return this.values;
    let node = this.#fields.get(name);
    if (node === undefined) this.#fields.set(name, (node = new StructuralNode(schema, this.#objectMeta)));
    return node;
  }

  get values(): TypeNode | undefined {
    const schema = valuesOf(this.#schema);
    if (schema !== undefined) return (this.#values ??= new StructuralNode(schema, this.#objectMeta));
    return this.keepsUnknown || this.#schema.additionalProperties === true ? deducedNode : undefined;
  }

  get items(): TypeNode | undefined {
    const schema = itemsOf(this.#schema);
    if (schema !== undefined) return (this.#items ??= new StructuralNode(schema, this.#objectMeta));
    return this.keepsUnknown ? deducedNode : undefined;
  }
}

function typeNamed(type: string | undefined): TypeNode["type"] {
  return oneOf(type, ["object", "array", "string", "integer", "number", "boolean"], "any");
}

function oneOf<Option extends string, Default extends string>(
  text: string | undefined,
  options: readonly Option[],
  otherwise: Default,
): Option | Default {
  return options.find((option) => option === text) ?? otherwise;
}
