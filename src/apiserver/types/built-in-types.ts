import type { OpenApiSchema, OpenApiSchemas } from "../../schema/openapi-data.js";
import { referredSchema } from "../../schema/referred-schema.js";
import type { GoFields } from "../../schema/go-fields.js";
import { BuiltInNode } from "./built-in-node.js";
import { specialNodes } from "./special-nodes.js";
import type { TypeNode } from "./type-node.js";
import { untypedNode } from "./untyped-nodes.js";

const schemaName = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

/** The types of Kubernetes' own kinds, from its OpenAPI. A server has one instance, which creates each type's node once. */
export class BuiltInTypes {
  readonly #data: Pick<OpenApiSchemas, "schema" | "findKind">;
  readonly #goFields: Pick<GoFields, "fields">;
  readonly #nodes = new Map<string, TypeNode>();

  constructor(data: Pick<OpenApiSchemas, "schema" | "findKind">, goFields: Pick<GoFields, "fields">) {
    this.#data = data;
    this.#goFields = goFields;
  }

  /** Returns undefined for a kind that is not built in. */
  ofKind(apiVersion: string, kind: string): TypeNode | undefined {
    const name = this.#data.findKind(apiVersion, kind);
    return name === undefined ? undefined : this.named(name);
  }

  /** Returns the type with the full schema name: `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`. */
  named(name: string): TypeNode {
    let node = this.#nodes.get(name);
    if (node === undefined) this.#nodes.set(name, (node = this.#make(name)));
    return node;
  }

  #make(name: string): TypeNode {
    const special = specialNodes.get(name);
    if (special !== undefined) return special;
    if (!name.startsWith(`${schemaName}Or`)) return this.#node(this.#schema(name), name);
    return untypedNode({ mapType: "granular", typeName: bareName(name), alternative: () => this.named(schemaName) });
  }

  #schema(name: string): OpenApiSchema {
    const schema = this.#data.schema(name);
    if (schema === undefined) throw new Error(`Kubernetes' OpenAPI has no ${name}`);
    return schema;
  }

  /** Returns the type of a field, of list items, or of map values. Traits beside a reference override the type's own. */
  #resolve(schema: OpenApiSchema): TypeNode {
    const name = referredSchema(schema);
    if (name === undefined) return this.#node(schema);
    const traits = ownTraits(schema);
    const isPlain = Object.keys(traits).length === 0 || specialNodes.has(name);
    return isPlain ? this.named(name) : this.#node({ ...this.#schema(name), ...traits }, name);
  }

  #node(schema: OpenApiSchema, name?: string): TypeNode {
    return new BuiltInNode(schema, {
      resolve: (inner) => this.#resolve(inner),
      ...(name === undefined ? {} : { typeName: bareName(name), goFields: () => this.#goFields.fields(name) }),
    });
  }
}

function bareName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Returns the traits beside a reference. The only defaults there are empty objects, which have no effect here. */
function ownTraits(schema: OpenApiSchema): OpenApiSchema {
  const traits = ["x-kubernetes-map-type", "x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key"] as const;
  return Object.fromEntries(traits.filter((trait) => trait in schema).map((trait) => [trait, schema[trait]]));
}
