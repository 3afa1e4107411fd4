/** Reads `@matchCondition`: a name and an expression, which the API server compiles when it accepts the configuration. */
import { objectTypes, variableTypes } from "../../cel/admission-variables.js";
import { compileExpression } from "../../cel/compile.js";
import { Functions } from "../../cel/functions.js";
import { showType } from "../../cel/types.js";
import type { JsonValue } from "../../core/json.js";
import type { Tag } from "../../model/annotations.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Fault, Reporter } from "../reporter.js";
import { textOf } from "../tags/context.js";
import type { Draft } from "./draft.js";
import { isQualifiedName } from "../../core/name-forms.js";

const maxConditions = 64;

interface Context {
  readonly reporter: Reporter;
  readonly patterns: Patterns;
}

export function matchConditionsOf({ reporter, patterns }: Context, { model }: Draft): JsonValue | undefined {
  const tags = model.tags.filter(({ record }) => record.effect.kind === "matchCondition");
  const names = new Set<string>();
  const conditions = tags.map((tag) => {
    const [, name = "", expression = ""] = /^(\S+)(?:\s+(\S.*))?$/s.exec(textOf(tag).trim()) ?? [];
    const fault = faultOf(name, expression, names, patterns);
    if (fault !== undefined) report(reporter, tag, fault);
    names.add(name);
    return { name, expression };
  });
  const [beyond] = tags.slice(maxConditions);
  if (beyond !== undefined) {
    report(reporter, beyond, {
      message: `a webhook can have ${maxConditions} conditions, and this handler has ${tags.length}`,
      hint: "Join some of them with &&.",
    });
  }
  return conditions.length === 0 ? undefined : conditions;
}

const form = "Write a name and an expression: @matchCondition not-dry-run !request.dryRun";

function report(reporter: Reporter, tag: Tag, { message, hint }: Fault): void {
  reporter.error("webhook/invalid", tag.at, `${tag.spelling}: ${message}`, hint);
}

function faultOf(name: string, expression: string, taken: ReadonlySet<string>, patterns: Patterns): Fault | undefined {
  if (!isQualifiedName(name))
    return { message: `${JSON.stringify(name)} cannot be the name of a condition`, hint: form };
  if (expression === "") return { message: "the expression is missing", hint: form };
  if (taken.has(name)) return { message: `the condition ${name} already exists`, hint: "Give each a unique name." };
  const variables = variableTypes({ hasParams: false, hasAuthorizer: true });
  const environment = { functions: new Functions(), patterns, variables, objects: objectTypes() };
  const compiled = compileExpression(expression, environment);
  if (compiled.kind !== "ok") {
    const [first] = compiled.faults;
    return {
      message: `the expression of ${name}: ${first?.message ?? "it does not compile"}`,
      hint: first?.hint ?? visible,
    };
  }
  const given = showType(compiled.type);
  if (given === "bool") return undefined;
  return {
    message: `the expression of ${name} returns ${given}, not bool`,
    hint:
      given === "dyn" ? "Convert it: bool(…)." : "Write an expression that is true for the requests of the webhook.",
  };
}

const visible = "It can use request, object, oldObject, namespaceObject and authorizer.";
