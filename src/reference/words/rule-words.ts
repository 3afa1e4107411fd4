/** Says what a CEL rule requires, if it has one of the usual forms. The expression itself stays exact. */
import { accumulatorName } from "../../cel/macros.js";
import type { Comprehension, Expression } from "../../cel/expression.js";
import { parse } from "../../cel/parse.js";
import { printExactJson } from "../../core/exact-json.js";
import { code, type Inline, joinLines, type Line } from "../formats/block.js";

/** Returns undefined for a rule of another form. */
export function wordsOfRule(rule: string): Line | undefined {
  // A longer rule has no short form in words.
  if (rule.length > longest) return undefined;
  const parsed = parse(rule);
  return "fault" in parsed ? undefined : condition(parsed.expression);
}

const longest = 400;

const relations: Readonly<Record<string, string>> = {
  "_==_": "equals",
  "_!=_": "differs from",
  "_<_": "is less than",
  "_<=_": "is at most",
  "_>_": "is greater than",
  "_>=_": "is at least",
};

const tests: Readonly<Record<string, string>> = {
  startsWith: "starts with",
  endsWith: "ends with",
  contains: "contains",
  matches: "matches the pattern",
};

function condition(node: Expression): Line | undefined {
  if (node.kind === "select" && node.isTest) return sentence(subject({ ...node, isTest: false }), "is set");
  if (node.kind === "select" || node.kind === "identifier") return sentence(subject(node), "is true");
  if (node.kind === "comprehension") return forEach(node);
  if (node.kind !== "call") return undefined;
  const { name, target, args } = node;
  const [left, right] = args;
  if (name === "!_") return negation(left);
  if (name === "_&&_") return joined(conjuncts(node, "_&&_"), ", and ");
  if (name === "_||_") return implication(conjuncts(node, "_||_"));
  if (name === "_?_:_") return choice(args);
  if (name === "@in") return sentence(subject(left), "is one of", subject(right));
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation !== undefined && target === undefined) return sentence(subject(left), relation, subject(right));
  const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
  return test === undefined || target === undefined ? undefined : sentence(subject(target), test, subject(left));
}

/** The operands of a chain of one operator. */
function conjuncts(node: Expression, name: string): Expression[] {
  if (node.kind !== "call" || node.name !== name) return [node];
  return node.args.flatMap((each) => conjuncts(each, name));
}

function joined(nodes: readonly Expression[], separator: string): Line | undefined {
  const lines = nodes.map((node) => (nodes.length === 1 ? condition(node) : operand(node)));
  return isComplete(lines) ? joinLines(lines, separator) : undefined;
}

/** A condition that consists of others, inside another condition. */
function operand(node: Expression): Line | undefined {
  const line = condition(node);
  const isChain = node.kind === "call" && ["_&&_", "_||_", "_?_:_"].includes(node.name);
  return line !== undefined && (isChain || node.kind === "comprehension") ? ["(", ...line, ")"] : line;
}

/** `!a || b` means: if a, then b. */
function implication(nodes: readonly Expression[]): Line | undefined {
  const given = nodes.flatMap((each) => (each.kind === "call" && each.name === "!_" ? each.args.slice(0, 1) : []));
  const rest = nodes.filter((each) => !(each.kind === "call" && each.name === "!_"));
  if (given.length === 0 || rest.length === 0) return joined(nodes, ", or ");
  const [premise, conclusion] = [joined(given, " and "), joined(rest, ", or ")];
  return premise === undefined || conclusion === undefined ? undefined : ["if ", ...premise, ": ", ...conclusion];
}

function choice([test, yes, no]: readonly Expression[]): Line | undefined {
  if (test === undefined || yes === undefined || no === undefined) return undefined;
  const [premise, then, otherwise] = [condition(test), condition(yes), condition(no)];
  if (premise === undefined) return undefined;
  if (isTrue(no)) return then === undefined ? undefined : ["if ", ...premise, ": ", ...then];
  return then === undefined || otherwise === undefined
    ? undefined
    : ["if ", ...premise, ": ", ...then, "; otherwise: ", ...otherwise];
}

function negation(node: Expression | undefined): Line | undefined {
  if (node?.kind === "select" && node.isTest) return sentence(subject({ ...node, isTest: false }), "is not set");
  if (node?.kind === "select" || node?.kind === "identifier") return sentence(subject(node), "is false");
  if (node?.kind !== "call") return undefined;
  if (node.name === "@in") return sentence(subject(node.args[0]), "is none of", subject(node.args[1]));
  const inner = operand(node);
  return inner === undefined ? undefined : ["it is not the case that ", ...inner];
}

/** `list.all(x, …)` and `list.exists(x, …)`, which the parser has replaced with folds. */
function forEach({ range, variable, variable2, step }: Comprehension): Line | undefined {
  if (step.kind !== "call" || variable2 !== undefined) return undefined;
  const [accumulator, predicate] = step.args;
  if (accumulator?.kind !== "identifier" || accumulator.name !== accumulatorName || predicate === undefined)
    return undefined;
  const quantifier = step.name === "_&&_" ? "for every" : step.name === "_||_" ? "for at least one" : undefined;
  const [items, inner] = [subject(range), condition(predicate)];
  if (quantifier === undefined || items === undefined || inner === undefined) return undefined;
  return [`${quantifier} `, code(variable), " in ", ...items, ": ", ...inner];
}

function sentence(left: Line | undefined, verb: string, right?: Line): Line | undefined {
  if (left === undefined) return undefined;
  if (verb !== "is set" && verb !== "is not set" && verb !== "is true" && verb !== "is false" && right === undefined)
    return undefined;
  return [...left, ` ${verb}`, ...(right === undefined ? [] : [" ", ...right])];
}

/** Returns the words for a value: a field, a length, a literal. */
function subject(node: Expression | undefined): Line | undefined {
  if (node === undefined) return undefined;
  const path = pathOf(node);
  if (path !== undefined) return path;
  switch (node.kind) {
    case "literal":
      return node.value.type === "null"
        ? [code("null")]
        : "value" in node.value
          ? literal(node.value.value)
          : undefined;
    case "list": {
      const items = node.elements.map(({ value }) => subject(value));
      return isComplete(items) && items.length > 0 ? joinLines(items, ", ") : undefined;
    }
    case "call":
      return node.name === "size" ? sizeOf(node.target ?? node.args[0]) : undefined;
    default:
      return undefined;
  }
}

function literal(value: bigint | number | string | boolean | Uint8Array): Line | undefined {
  return value instanceof Uint8Array ? undefined : [code(printExactJson(value))];
}

function sizeOf(node: Expression | undefined): Line | undefined {
  const inner = subject(node);
  return inner === undefined ? undefined : ["the size of ", ...inner];
}

/** `self.a.b` is the field `a.b`; `oldSelf.a.b` is its previous value. */
function pathOf(node: Expression): Line | undefined {
  const names: string[] = [];
  let inner = node;
  while (inner.kind === "select" && !inner.isTest) {
    names.unshift(inner.field);
    inner = inner.operand;
  }
  if (inner.kind !== "identifier") return undefined;
  const path = names.join(".");
  const isOld = inner.name === "oldSelf";
  if (!isOld && inner.name !== "self") return [code([inner.name, ...names].join("."))];
  const value: Inline = path === "" ? "value" : code(path);
  if (isOld) return ["the previous ", value];
  return path === "" ? ["the value"] : [value];
}

function isTrue(node: Expression): boolean {
  return node.kind === "literal" && node.value.type === "bool" && node.value.value;
}

function isComplete(lines: readonly (Line | undefined)[]): lines is readonly Line[] {
  return lines.every((line) => line !== undefined);
}
