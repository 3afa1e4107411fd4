/** Makes data/common-types.json from the data of the default version; UPDATE_GOLDEN=1 on test/extension/common-types.test.ts writes it. */
import { closureOf, builtInSchema, commonSchemas, meta } from "../../src/apiserver/openapi/schemas.js";
import type { JsonObject } from "../../src/core/json.js";
import { readProtobufMessages } from "../../src/apiserver/protobuf-messages.js";
import { GoFields } from "../../src/schema/go-fields.js";
import { defaultVersion } from "../../src/schema/kubernetes-versions.js";
import { OpenApiData } from "../../src/schema/openapi-data.js";

/** The group version of the messages that every kind shares. */
const metaMessages = "meta.k8s.io/v1";

/** Returns the contents of the file. */
export function commonTypes(): string {
  const data = new OpenApiData(defaultVersion);
  const fields = new GoFields(defaultVersion);
  // The documents take the descriptions of `metadata` from these.
  const shapes = ["io.k8s.api.core.v1.ConfigMap", "io.k8s.api.core.v1.ConfigMapList"];
  const shared = [...commonSchemas, `${meta}.ObjectMeta`, `${meta}.ListMeta`];
  const schemas: JsonObject = {
    ...closureOf(shared, (name) => builtInSchema(data, name)),
    ...Object.fromEntries(shapes.map((name) => [name, builtInSchema(data, name)] as const)),
  };
  const goFields = Object.fromEntries(Object.keys(schemas).map((name) => [name, fields.fields(name)]));
  const { [metaMessages]: messages = [] } = readProtobufMessages(defaultVersion);
  return `${JSON.stringify({ schemas, goFields, messages: { [metaMessages]: messages } }, null, 1)}\n`;
}
