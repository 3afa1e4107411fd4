/**
 * The types that objects of every kind share: `metadata`, `Status`, the options of a delete. A copy of the part of data/1.35
 * that an extension API server needs, so that its bundle stays small: scripts/k8s/common-types.ts makes it.
 */
import { readFileSync } from "node:fs";
import { MessageTable } from "../apiserver/protobuf/message-table.js";
import { createProtobufCodec, type ProtobufCodec } from "../apiserver/protobuf/protobuf-codec.js";
import { BuiltInTypes } from "../apiserver/types/built-in-types.js";
import type { TypeNode } from "../apiserver/types/type-node.js";
import { defaultVersion } from "../schema/kubernetes-versions.js";
import type { OpenApiSchema, OpenApiSchemas } from "../schema/openapi-data.js";

export interface CommonTypes {
  readonly openApi: OpenApiSchemas;
  /** `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`. */
  readonly objectMeta: TypeNode;
  /** Encodes what every kind shares: the options of a delete, errors. */
  readonly protobuf: () => ProtobufCodec;
}

interface CommonData {
  readonly schemas: Readonly<Record<string, OpenApiSchema>>;
  readonly goFields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly messages: Readonly<Record<string, readonly string[]>>;
}

export function readCommonTypes(): CommonTypes {
  const text = readFileSync(new URL("../../data/common-types.json", import.meta.url), "utf8");
  const { schemas, goFields, messages } = JSON.parse(text) as CommonData;
  const openApi: OpenApiSchemas = {
    version: defaultVersion,
    schema: (name) => (Object.hasOwn(schemas, name) ? schemas[name] : undefined),
    // Its own groups are the only ones.
    findKind: () => undefined,
    module: () => undefined,
  };
  const types = new BuiltInTypes(openApi, {
    fields: (name) => (Object.hasOwn(goFields, name) ? (goFields[name] ?? {}) : {}),
  });
  const objectMeta = types.named("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  return { openApi, objectMeta, protobuf: () => createProtobufCodec(new MessageTable(messages)) };
}
