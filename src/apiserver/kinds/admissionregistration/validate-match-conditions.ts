/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateMatchConditions). */
import { duplicate, type FieldError, invalid, required, tooMany } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { textOf } from "../../json-fields.js";
import { ExpressionCompiler } from "../../admission/expressions/expression-compiler.js";
import { checkExpression } from "./validate-expressions.js";
import { checkQualifiedName } from "../validation/names.js";

const maxConditions = 64;

/** They know nothing of the variables of a policy, whatever the plugin that runs them knows. */
export function validateMatchConditions(
  conditions: readonly JsonObject[],
  path: string,
  hasParams = false,
): FieldError[] {
  if (conditions.length === 0) return [];
  const scope = { compiler: new ExpressionCompiler(), hasParams, variables: undefined };
  const names = conditions.map((condition) => textOf(condition, "name"));
  return [
    ...(conditions.length > maxConditions ? [tooMany(path, conditions.length, maxConditions)] : []),
    ...conditions.flatMap((condition, index) => {
      const at = `${path}[${index}]`;
      const name = names[index] ?? "";
      const expression = textOf(condition, "expression").trim();
      return [
        ...(expression === ""
          ? [required(`${at}.expression`)]
          : checkExpression(expression, `${at}.expression`, ["bool"], scope)),
        ...(name === ""
          ? [required(`${at}.name`)]
          : checkQualifiedName(name).map((fault) => invalid(`${at}.name`, name, fault))),
        ...(name !== "" && names.indexOf(name) < index ? [duplicate(`${at}.name`, name)] : []),
      ];
    }),
  ];
}
