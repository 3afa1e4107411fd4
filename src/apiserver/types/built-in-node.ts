import type { Json } from "../../core/json.js";
import type { OpenApiSchema } from "../../schema/openapi-data.js";
import type { GoField, TypeNode } from "./type-node.js";
import { atomicNode, deducedNode } from "./untyped-nodes.js";

export interface BuiltInSurroundings {
  /** Returns the type of a field, of list items, or of map values. */
  resolve(schema: OpenApiSchema): TypeNode;
  /** The name of a named type. */
  readonly typeName?: string;
  goFields?(): Readonly<Record<string, string>>;
}

/** A node for a schema in Kubernetes' OpenAPI. It creates its inner nodes on first use and keeps them. */
export class BuiltInNode implements TypeNode {
  readonly type: TypeNode["type"];
  readonly format?: string;
  readonly typeName?: string;
  readonly default?: Json;
  readonly fieldNames: readonly string[];
  readonly keepsUnknown: boolean;
  readonly isEmbeddedResource = false;
  readonly nullable = false;
  readonly required: readonly string[];
  readonly listType: TypeNode["listType"];
  readonly listMapKeys: readonly string[];
  readonly mapType: TypeNode["mapType"];
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly #schema: OpenApiSchema;
  readonly #surroundings: BuiltInSurroundings;
  readonly #goFields = new Map<string, GoField>();
  readonly #fields = new Map<string, TypeNode>();
  #values: TypeNode | undefined;
  #items: TypeNode | undefined;

  constructor(schema: OpenApiSchema, surroundings: BuiltInSurroundings) {
    this.#schema = schema;
    this.#surroundings = surroundings;
    this.type = schema.type ?? "any";
    this.fieldNames = Object.keys(schema.properties ?? {});
    this.keepsUnknown = isOpen(schema);
    this.required = schema.required ?? [];
    this.listType = schema["x-kubernetes-list-type"] ?? "atomic";
    this.listMapKeys = schema["x-kubernetes-list-map-keys"] ?? [];
    this.mapType = schema["x-kubernetes-map-type"] ?? "granular";
    if (schema.format !== undefined) this.format = schema.format;
    if (surroundings.typeName !== undefined) this.typeName = surroundings.typeName;
    if (schema.default !== undefined) this.default = schema.default as Json;
    const patchStrategy = schema["x-kubernetes-patch-strategy"];
    if (patchStrategy !== undefined) this.patchStrategy = patchStrategy;
    const patchMergeKey = schema["x-kubernetes-patch-merge-key"];
    if (patchMergeKey !== undefined) this.patchMergeKey = patchMergeKey;
  }

  field(name: string): TypeNode | undefined {
    const { properties } = this.#schema;
    if (properties === undefined || !Object.hasOwn(properties, name)) return this.values;
    let node = this.#fields.get(name);
    if (node === undefined) {
      const schema = properties[name] ?? {};
      this.#fields.set(name, (node = this.#surroundings.resolve(schema)));
    }
    return node;
  }

  goField(name: string): GoField | undefined {
    let field = this.#goFields.get(name);
    if (field !== undefined) return field;
    const fields = this.#surroundings.goFields?.() ?? {};
    if (!Object.hasOwn(fields, name)) return undefined;
    this.#goFields.set(name, (field = readGoField(fields[name] ?? "")));
    return field;
  }

  get values(): TypeNode | undefined {
    const { additionalProperties } = this.#schema;
    if (additionalProperties === undefined) return this.keepsUnknown ? deducedNode : undefined;
    return (this.#values ??= this.#surroundings.resolve(additionalProperties));
  }

  get items(): TypeNode | undefined {
    const { items } = this.#schema;
    if (items === undefined) return this.type === "any" ? atomicNode : undefined;
    return (this.#items ??= this.#surroundings.resolve(items));
  }
}

/** An object without any declaration is open, and so is a schema without a type. */
function isOpen({ type, properties, additionalProperties }: OpenApiSchema): boolean {
  if (type === undefined) return true;
  return type === "object" && properties === undefined && additionalProperties === undefined;
}

/** Reads a field such as `*int32,omitempty`. */
function readGoField(text: string): GoField {
  const [type = "", ...options] = text.split(",");
  return {
    type: type.replace(/^\*/, ""),
    isPointer: type.startsWith("*"),
    isOmittedWhenEmpty: options.includes("omitempty"),
    isOmittedWhenZero: options.includes("omitzero"),
  };
}
