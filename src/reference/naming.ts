/** Finds the names of types: from the sources, or from the structure of a CRD's schema. */
import type { Origins } from "../generate/origins.js";
import type { BuiltInTypes } from "../import/built-in-types.js";
import { useKeywords, withoutKeywords } from "../import/keywords.js";
import { KnownTypes } from "../import/known-types.js";
import type { KnownTypeName, TypeName, ValueDescriptions } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";

/** The facts about a schema besides its keywords. */
export interface Named {
  readonly name?: TypeName;
  /** The keywords of the named type, without those of its use. */
  readonly schema?: Schema;
  readonly known?: KnownTypeName;
  readonly description?: string;
  readonly values?: ValueDescriptions;
}

/** @param path - the names of the fields that lead to the schema */
export type Naming = (schema: Schema, path: readonly string[]) => Named;

/** Names the types of a schema that the sources generate. */
export function namesOfSources(origins: Origins, builtIn: () => BuiltInTypes): Naming {
  return (schema, path) => {
    const { named, knownType, description, valueDescriptions, isImported } = origins.about(schema);
    const found =
      named === undefined && isImported === true && schema.properties !== undefined
        ? builtIn().find(withoutKeywords(schema, useKeywords), path)
        : undefined;
    return {
      ...(named === undefined ? {} : { name: named.name, schema: named.schema }),
      ...(found === undefined ? {} : { name: { kind: "kubernetes", ...found } }),
      ...(knownType === undefined || !fits(schema, knownType) ? {} : { known: knownType }),
      ...(description === undefined ? {} : { description }),
      ...(valueDescriptions === undefined ? {} : { values: valueDescriptions }),
    };
  };
}

/** Names the types of a published CRD, which contains only their structure. */
export function namesOfStructure(builtIn: () => BuiltInTypes): Naming {
  const knownTypes = new KnownTypes();
  return (schema, path) => {
    const bare = withoutKeywords(schema, useKeywords);
    const known = knownTypes.find(bare);
    if (known !== undefined) return { known };
    const found = schema.properties === undefined ? undefined : builtIn().find(bare, path);
    if (found !== undefined) return { name: { kind: "kubernetes", ...found } };
    return schema.type === "string" && schema.format === "date-time" ? { known: "Time" } : {};
  };
}

/** Returns whether a schema is still of the known type: tags can change the type of a field. */
function fits(schema: Schema, known: KnownTypeName): boolean {
  switch (known) {
    case "Quantity":
    case "IntOrString":
      return schema["x-kubernetes-int-or-string"] === true;
    case "Time":
    case "MicroTime":
    case "Duration":
    case "Base64":
      return schema.type === "string";
    case "Condition":
    case "ObjectMeta":
    case "RawExtension":
      return schema.type === "object";
    case "Int32":
    case "Int64":
    case "Integer":
      return schema.type === "integer";
    case "Double":
      return schema.type === "number";
  }
}
