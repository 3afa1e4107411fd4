/** The limits of strings, and their formats. Only the first exceeded limit is reported. */
import { tooLong } from "../../core/field-error.js";
import { quoteText } from "../../core/go-text.js";
import type { Patterns } from "../../schema/patterns.js";
import type { JsonSchema } from "./json-schema.js";
import { checkOfFormat } from "./string-formats.js";
import { invalidValue, type ValueFault, type ValueResult, wrongType } from "./value-result.js";

export interface TextChecks {
  isValid(value: string): boolean;
  /** Returns the number of checks. */
  validate(value: string, path: string, result: ValueResult): number;
}

type TextCheck = (value: string, path: string) => ValueFault | undefined;

export function textChecks(schema: JsonSchema, format: string, patterns: Patterns): TextChecks {
  const limits = limitChecks(schema, patterns);
  const isOfFormat = checkOfFormat(format);
  const findBroken = (value: string, path: string): ValueFault | undefined => {
    for (const check of limits) {
      const fault = check(value, path);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return {
    isValid: (value) => findBroken(value, "") === undefined && isOfFormat?.(value) !== false,
    validate: (value, path, result) => {
      const broken = findBroken(value, path);
      if (broken !== undefined) result.add(broken);
      if (isOfFormat === undefined) return 1;
      if (!isOfFormat(value)) {
        const text = `${path} in body must be of type ${format}: ${quoteText(value)}`;
        result.add(wrongType(path, value, text));
      }
      return 2;
    },
  };
}

function limitChecks({ maxLength, minLength, pattern = "" }: JsonSchema, patterns: Patterns): readonly TextCheck[] {
  const checks: TextCheck[] = [];
  if (maxLength !== undefined) {
    checks.push((value, path) => {
      if (characters(value) <= maxLength) return undefined;
      const text = `${path} in body should be at most ${maxLength} chars long`;
      return { path, text, toError: (field) => tooLong(field, maxLength) };
    });
  }
  if (minLength !== undefined) {
    checks.push((value, path) => {
      if (characters(value) >= minLength) return undefined;
      return invalidValue(path, value, `${path} in body should be at least ${minLength} chars long`);
    });
  }
  if (pattern !== "") {
    // Compile the pattern for the first string: most schemas have more patterns than objects have strings.
    checks.push((value, path) => {
      const matches = patterns.compile(pattern);
      const isFault = typeof matches !== "function";
      if (!isFault && matches(value)) return undefined;
      const why = isFault ? `, but pattern is invalid: ${matches.fault}` : "";
      return invalidValue(path, value, `${path} in body should match '${pattern}${why}'`);
    });
  }
  return checks;
}

function characters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    if (code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) index += 1;
    count += 1;
  }
  return count;
}
