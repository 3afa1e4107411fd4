import type { ApiObject } from "../api-object.js";
import type { DefinitionVersion } from "./definition.js";
import { printGo, valueAt } from "./scale-rules.js";

/** Fields that a field selector may name, by their paths without the leading dot. */
export function selectableFieldsOf({
  selectableFields = [],
}: DefinitionVersion): ReadonlyMap<string, (object: ApiObject) => string> {
  return new Map(
    selectableFields.map(({ jsonPath }) => {
      const read = (object: ApiObject): string => {
        const found = valueAt(object, jsonPath);
        return "fault" in found || found.value === undefined || found.value === null ? "" : printGo(found.value);
      };
      return [jsonPath.replace(/^\./, ""), read];
    }),
  );
}
