/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateMatchConditions). */
import { duplicate, type FieldError, invalid, required, tooMany } from "../../field-error.js";
import type { JsonObject } from "../../json.js";
import { textOf } from "../../json-fields.js";
import { checkQualifiedName } from "../validation/names.js";

const maxConditions = 64;

/** Whether an expression compiles is told by the plugin that runs it. */
export function validateMatchConditions(conditions: readonly JsonObject[], path: string): FieldError[] {
  const names = conditions.map((condition) => textOf(condition, "name"));
  return [
    ...(conditions.length > maxConditions ? [tooMany(path, conditions.length, maxConditions)] : []),
    ...conditions.flatMap((condition, index) => {
      const at = `${path}[${index}]`;
      const name = names[index] ?? "";
      return [
        ...(textOf(condition, "expression").trim() === "" ? [required(`${at}.expression`)] : []),
        ...(name === ""
          ? [required(`${at}.name`)]
          : checkQualifiedName(name).map((fault) => invalid(`${at}.name`, name, fault))),
        ...(name !== "" && names.indexOf(name) < index ? [duplicate(`${at}.name`, name)] : []),
      ];
    }),
  ];
}
