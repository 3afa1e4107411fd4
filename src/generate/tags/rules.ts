/** Tags that become CEL rules. */
import type { RecordArgument } from "../../model/annotations.js";
import type { TagEffect } from "../../model/tag-record.js";
import { celName } from "../../schema/cel-name.js";
import { fieldOf, type ValidationRule } from "../../schema/schema.js";
import { conflict, set, type TagUse } from "./context.js";

export function applyOneOf(use: TagUse, count: (TagEffect & { kind: "oneOf" })["count"]): void {
  const { schema, tag } = use;
  if (tag.argument.kind !== "words") return;
  const names = tag.argument.value;
  for (const name of names) {
    if (fieldOf(schema, name) === undefined) {
      conflict(use, `there is no field ${name}`, `The fields are ${Object.keys(schema.properties ?? {}).join(", ")}.`);
      return;
    }
    if (schema.required?.includes(name) === true) {
      conflict(use, `field ${name} is required, so there is no choice`, `Make it optional: ${name}?`);
      return;
    }
  }
  const list = `[${names.join(" ")}]`;
  const present = names.map((name) => `has(self.${celName(name)})`);
  const sum = present.map((term) => `(${term}?1:0)`).join("+");
  const rules = {
    atMostOne: { rule: `${sum} <= 1`, message: `at most one of the fields in ${list} may be set` },
    exactlyOne: { rule: `${sum} == 1`, message: `exactly one of the fields in ${list} must be set` },
    atLeastOne: { rule: present.join("||"), message: `at least one of the fields in ${list} must be set` },
  };
  addRule(use, rules[count]);
}

export function addRule(use: TagUse, rule: RecordArgument): void {
  const { origins, schema, tag } = use;
  const fault = faultOfRule(rule);
  if (fault !== undefined) {
    conflict(use, ...fault);
    return;
  }
  // The grammar of the tag guarantees the fields of a rule and their types.
  const added = { ...rule } as unknown as ValidationRule;
  origins.setRule(added, tag.at);
  set(use, "x-kubernetes-validations", [...(schema["x-kubernetes-validations"] ?? []), added]);
}

const reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

/** Returns what the API server rejects without compiling the rule. */
function faultOfRule({ rule, message, reason }: RecordArgument): [message: string, hint: string] | undefined {
  if (typeof reason === "string" && !reasons.includes(reason)) {
    return [`unknown reason ${reason}`, `Use one of ${reasons.join(", ")}.`];
  }
  if (String(rule).trim() === "") return ["the rule is empty", "Write what must hold for self."];
  if (typeof message === "string" && /^\s*$|\n/.test(message)) {
    return ["the message must be one line of text", "Write one line."];
  }
  if (String(rule).includes("\n") && message === undefined) {
    return ["a rule of several lines needs a message", 'Add a message: {rule: "…", message: "…"}'];
  }
  return undefined;
}
