/**
 * Checks the API server's requirements for `allOf`, `anyOf`, `oneOf` and `not`: they restrict values, and describe nothing.
 */
import { nearest } from "../core/suggest.js";
import { fieldOf, type Schema } from "../schema/schema.js";
import { type Patterns, re2Hint } from "../schema/patterns.js";
import type { CheckContext, Where } from "./check-context.js";

const junctors = ["allOf", "anyOf", "oneOf", "not"] as const;

/** The keywords that restrict values; a structural schema allows no others inside a logical operator. */
const restrictions: ReadonlySet<string> = new Set([
  ...["format", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "pattern", "minItems", "maxItems", "minProperties", "maxProperties"],
  ...["required", "properties", "items", ...junctors],
]);

export function checkJunctors({ reporter, origins, patterns }: CheckContext, where: Where, schema: Schema): void {
  for (const keyword of junctors) {
    for (const branch of branchesOf(schema, keyword)) {
      if (isIntOrStringForm(schema, keyword, branch)) continue;
      // A second pattern for a field has its own tag, which contains no logical operator.
      const tag = origins.of(branch, "pattern");
      const inside = tag === undefined ? `inside ${keyword}, ` : "";
      const report =
        (severity: "error" | "mistake") =>
        (message: string, hint: string): void =>
          reporter[severity]("schema/invalid", tag ?? where(keyword), `${inside}${message}`, hint);
      const check: BranchCheck = { fail: report("error"), doubt: report("mistake"), patterns };
      checkBranch(branch, schema, check);
    }
  }
}

interface BranchCheck {
  /** Reports a fault that the API server rejects. */
  readonly fail: (message: string, hint: string) => void;
  /** Reports a fault that the API server accepts. */
  readonly doubt: (message: string, hint: string) => void;
  readonly patterns: Patterns;
}

function checkBranch(branch: Schema, structure: Schema | undefined, check: BranchCheck): void {
  const { fail, doubt, patterns } = check;
  const compiled = branch.pattern === undefined ? undefined : patterns.compile(branch.pattern);
  if (typeof compiled === "object") fail(`the pattern does not compile: ${compiled.fault}`, re2Hint);
  for (const keyword of Object.keys(branch)) {
    if (restrictions.has(keyword)) continue;
    const near = nearest(keyword, restrictions);
    const hint = near === undefined ? "Write it on the field itself." : `Did you mean ${near}?`;
    const report = keyword === "example" || keyword === "externalDocs" ? doubt : fail;
    report(`${keyword} is not allowed`, hint);
  }
  for (const [name, inner] of Object.entries(branch.properties ?? {})) {
    const described = fieldOf(structure, name);
    if (name === "metadata") fail("the field metadata cannot be restricted here", "Remove it, or write a CEL rule.");
    else if (described === undefined)
      doubt(`${name} is not a field`, `The fields are ${Object.keys(structure?.properties ?? {}).join(", ")}.`);
    else checkBranch(inner, described, check);
  }
  if (branch.items !== undefined) {
    if (structure?.items === undefined) doubt("there are no items to restrict", "Remove items.");
    else checkBranch(branch.items, structure.items, check);
  }
  for (const keyword of junctors) {
    for (const inner of branchesOf(branch, keyword)) {
      if (structure === undefined || !isIntOrStringForm(structure, keyword, inner))
        checkBranch(inner, structure, check);
    }
  }
}

function branchesOf(schema: Schema, keyword: (typeof junctors)[number]): readonly Schema[] {
  if (keyword !== "not") return Array.isArray(schema[keyword]) ? (schema[keyword] ?? []) : [];
  return schema.not === undefined ? [] : [schema.not];
}

/**
 * Returns whether it is `anyOf: [{type: integer}, {type: string}]`, which is valid for every integer or string, directly or
 * first inside an allOf.
 */
function isIntOrStringForm(structure: Schema, keyword: (typeof junctors)[number], branch: Schema): boolean {
  if (structure["x-kubernetes-int-or-string"] !== true) return false;
  if (keyword === "allOf") return JSON.stringify(branch.anyOf) === JSON.stringify(intOrString);
  return (
    keyword === "anyOf" && Object.keys(branch).length === 1 && (branch.type === "integer" || branch.type === "string")
  );
}

const intOrString: readonly Schema[] = [{ type: "integer" }, { type: "string" }];
