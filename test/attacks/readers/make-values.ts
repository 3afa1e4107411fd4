/** Values of a size. */
import type { TypeNode } from "../../../src/apiserver/types/type-node.js";
import { BuiltInTypes } from "../../../src/apiserver/types/built-in-types.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { GoFields } from "../../../src/schema/go-fields.js";
import { OpenApiData } from "../../../src/schema/openapi-data.js";

export const types = new BuiltInTypes(new OpenApiData(), new GoFields());

export function typeOf(apiVersion: string, kind: string): TypeNode {
  const type = types.ofKind(apiVersion, kind);
  if (type === undefined) throw new Error(`no ${kind}`);
  return type;
}

export const listOf = (size: number, item: (index: number) => Json): Json[] =>
  Array.from({ length: size }, (_, at) => item(at));
export const mapOf = (size: number, value: (index: number) => Json = () => 1): JsonObject =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, value(at)]));
