/** The messages of the API server for a rule that a value violates or that cannot be evaluated. */
import { quoteText } from "../core/go-text.js";
import type { ValidationRule } from "../schema/schema.js";
import { costExceeded, outOfBudget } from "./budgets.js";
import type { Evaluation } from "./evaluate.js";
import { isError } from "./values.js";

export interface RuleBudget {
  left: number;
}

/** Returns the fault of an evaluation, and subtracts its cost from the budget. */
export function faultOf({ value, cost }: Evaluation, rule: ValidationRule, budget: RuleBudget): string | undefined {
  const isOver = cost > budget.left;
  budget.left = isOver ? -1 : budget.left - cost;
  if (isOver) return outOfBudget;
  if (!isError(value)) return undefined;
  if (value.message === costExceeded) {
    budget.left = -1;
    return `'${value.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText(rule)}`;
  }
  return sayError(value.message, rule);
}

function sayError(fault: string, rule: ValidationRule): string {
  const shown = ruleText(rule);
  return fault.startsWith("no such overload")
    ? `'${fault}': call arguments did not match a supported operator, function or macro signature for rule: ${shown}`
    : `${fault} evaluating rule: ${shown}`;
}

const mostMessageBytes = 5 * 1024;

interface OwnMessage {
  readonly kind: "text" | "fault";
  readonly message: string;
}

/** Returns the result of a messageExpression if it is usable, or a fault if it costs too much. */
export function ownMessage(
  { value, cost }: Evaluation,
  { messageExpression }: ValidationRule,
  budget: RuleBudget,
): OwnMessage | undefined {
  const isOver = cost > budget.left;
  const isCancelled = isError(value) && value.message === costExceeded;
  budget.left = isOver || isCancelled ? -1 : budget.left - cost;
  if (isOver) {
    const message = outOfBudget.replace("validation failed", "messageExpression evaluation failed");
    return { kind: "fault", message };
  }
  if (isCancelled) {
    const shown = quoteText(messageExpression ?? "");
    const message = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${shown}`;
    return { kind: "fault", message };
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const isShown = text !== "" && !text.includes("\n") && new TextEncoder().encode(text).length <= mostMessageBytes;
  return isShown ? { kind: "text", message: text } : undefined;
}

export function defaultMessage(rule: ValidationRule): string {
  return (rule.message ?? "") === "" ? `failed rule: ${ruleText(rule)}` : (rule.message ?? "").trim();
}

function ruleText(rule: ValidationRule): string {
  return (rule.message ?? "") === "" ? rule.rule.trim() : (rule.message ?? "").trim();
}

/** Returns `.name['key']` as the API server prints it, `.name[key]`. */
export function normalized(target: string | undefined): string {
  if (target === undefined || target === "") return "";
  return target.replace(/\['((?:[^'\\]|\\[^])*)'\]/g, (_step, key: string) => `[${key.replace(/\\([^])/g, "$1")}]`);
}
