import {
  isOptionalController,
  type OptionalController,
  optionalControllers,
} from "../apiserver/controllers/optional-controllers.js";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";

/**
 * Parses the names of controllers: several separated by commas. Returns undefined if the user gives none.
 *
 * @throws TsopError `usage/invalid-argument` with all unknown names
 */
export function parseControllers(texts: readonly string[] | undefined): readonly OptionalController[] | undefined {
  if (texts === undefined) return undefined;
  const names = texts.flatMap((text) => text.split(",")).map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  const unknown = given.filter((name) => !isOptionalController(name));
  if (unknown.length > 0) {
    throw new TsopError("usage/invalid-argument", `--controllers: ${unknown.map(problemOf).join("; ")}`, {
      hint: `Name one or more of: ${optionalControllers.join(", ")}.`,
    });
  }
  return given.filter(isOptionalController);
}

function problemOf(name: string): string {
  const suggestion =
    optionalControllers.find((each) => each === `${name}-controller`) ?? nearest(name, optionalControllers);
  const hint = suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`;
  return `unknown controller ${JSON.stringify(name)}${hint}`;
}
