import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";

/**
 * Rejects unknown options. JavaScript ignores a misspelled option, and the test would then not test what it claims.
 *
 * @param call - the name of the call in messages, such as `TestEnvironment.start()`
 * @throws TsopError `usage/invalid-argument`
 */
export function checkOptions(call: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const meant = nearest(first, known);
  const names = unknown.map((name) => `"${name}"`).join(", ");
  throw new TsopError("usage/invalid-argument", `${call} has no option ${names}`, {
    hint: meant === undefined ? `Its options: ${known.join(", ")}.` : `Did you mean "${meant}"?`,
  });
}

/** Rejects an option that must be a list and is not. @throws TsopError `usage/invalid-argument` */
export function checkList(call: string, name: string, value: unknown): void {
  if (value === undefined || Array.isArray(value)) return;
  throw new TsopError("usage/invalid-argument", `${call}: expected a list for ${name}, got ${JSON.stringify(value)}`, {
    hint: `Write ${name}: [${JSON.stringify(value)}].`,
  });
}
