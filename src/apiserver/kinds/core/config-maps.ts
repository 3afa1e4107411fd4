/** Source: kubernetes/pkg/registry/core/configmap/strategy.go, ValidateConfigMap. */
import { type ApiObject, textMapOf } from "../../api-object.js";
import { type FieldError, invalid, tooLong } from "../../../core/field-error.js";
import type { KindRules } from "../kind-rules.js";
import { must } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { checkConfigMapKey } from "../validation/names.js";
import { maxDataSize, validateImmutableData } from "./immutable-data.js";

const beKey = must.haveForm(checkConfigMapKey);

export const configMaps: KindRules = {
  validate: validateConfigMap,
  validateUpdate: (configMap, old) => [
    ...validateImmutableData(configMap, old, ["data", "binaryData"]),
    ...validateConfigMap(configMap),
  ],
  cells: cell.named(
    (configMap) => ["data", "binaryData"].flatMap((name) => Object.keys(textMapOf(configMap, name))).length,
  ),
};

function validateConfigMap(configMap: ApiObject): FieldError[] {
  const data = textMapOf(configMap, "data");
  const binaryData = textMapOf(configMap, "binaryData");
  const size =
    Object.values(data).reduce((sum, value) => sum + Buffer.byteLength(value), 0) +
    Object.values(binaryData).reduce((sum, value) => sum + Buffer.byteLength(value, "base64"), 0);
  return [
    ...Object.keys(data).flatMap((key) => [
      ...beKey(key, `data[${key}]`),
      ...(Object.hasOwn(binaryData, key)
        ? [invalid(`data[${key}]`, key, "duplicate of key present in binaryData")]
        : []),
    ]),
    ...Object.keys(binaryData).flatMap((key) => beKey(key, `binaryData[${key}]`)),
    // Go prints the empty path like this.
    ...(size > maxDataSize ? [tooLong("[]", maxDataSize)] : []),
  ];
}
