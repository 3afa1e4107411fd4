/** Finds what the API server rejects in a well-typed expression: invalid patterns, times and formats, and mixed lists. */
import { re2Hint, type Patterns } from "../schema/patterns.js";
import { pointAt } from "./check-faults.js";
import type { Checked } from "./checked.js";
import { fold } from "./constants.js";
import { printable } from "./format-text.js";
import type { CallExpression, Expression, ExpressionFault, ListExpression } from "./expression.js";
import { areSame, heldBy, showType, type CelType } from "./types.js";
import { walk } from "./walk.js";

export function checkLiterals(checked: Checked, patterns: Patterns): readonly ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  walk(checked.expression, (node, around) => {
    const isFormatted = around.some((outer) => outer.kind === "call" && outer.name === "format");
    if (node.kind === "call") {
      const fault =
        checkFormat(node, checked) ?? checkPattern(node, checked, patterns) ?? checkConversion(node, checked);
      if (fault !== undefined) faults.push(fault);
    } else if (!isFormatted) {
      faults.push(...checkMixed(node, checked));
    }
  });
  return faults;
}

const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

function checkPattern(node: CallExpression, checked: Checked, patterns: Patterns): ExpressionFault | undefined {
  if (!patternFunctions.has(node.name)) return undefined;
  // In matches(text, pattern), the server also compiles the text if it is a literal.
  const candidates = node.target === undefined ? node.args.slice(0, 2) : node.args.slice(0, 1);
  for (const candidate of candidates) {
    const folded = fold(candidate, checked);
    if (folded === undefined || "fault" in folded || typeof folded.constant !== "string") continue;
    const compiled = patterns.compile(folded.constant);
    if (typeof compiled === "function") continue;
    const message = `the pattern ${JSON.stringify(folded.constant)} does not compile: ${compiled.fault}`;
    return { at: candidate.at, message, hint: re2Hint };
  }
  return undefined;
}

function checkConversion(node: CallExpression, checked: Checked): ExpressionFault | undefined {
  const folded = fold(node, checked);
  return folded !== undefined && "fault" in folded ? { at: node.at, message: folded.fault } : undefined;
}

/** Reports lists and maps such as `[dyn(1), 2]`, which pass type checking, but which the API server still rejects. */
function checkMixed(node: Expression, checked: Checked): readonly ExpressionFault[] {
  // Of a list, the API server reports only the first element of another type.
  if (node.kind === "list") return mixedFaults(node.elements, checked).slice(0, 1);
  if (node.kind !== "map") return [];
  const keys = node.entries.map(({ key }) => ({ value: key, isOptional: false }));
  return [...mixedFaults(keys, checked), ...mixedFaults(node.entries, checked)];
}

function mixedFaults([first, ...others]: ListExpression["elements"], checked: Checked): readonly ExpressionFault[] {
  if (first === undefined) return [];
  const wanted = elementType(first, checked);
  return others.flatMap((element) => {
    const found = elementType(element, checked);
    return areSame(wanted, found) ? [] : [mixedFault(element.value, found, wanted)];
  });
}

function mixedFault(element: Expression, found: CelType, wanted: CelType): ExpressionFault {
  const [shown, expected] = [showType(found), showType(wanted)];
  return {
    at: element.at,
    message: `all elements must have one type, not ${shown} and ${expected}`,
    said: { at: pointAt(element), text: `expected type '${expected}' but found '${shown}'` },
  };
}

function elementType({ value, isOptional }: ListExpression["elements"][number], checked: Checked): CelType {
  const type = typeOf(value, checked);
  return isOptional ? (heldBy(type) ?? type) : type;
}

/** Returns the faults of `"…%s…".format([…])` if both the text and the list are literals. */
function checkFormat(node: CallExpression, checked: Checked): ExpressionFault | undefined {
  const [list] = node.args;
  const text =
    node.target?.kind === "literal" && node.target.value.type === "string" ? node.target.value.value : undefined;
  if (node.name !== "format" || text === undefined || list?.kind !== "list" || node.args.length !== 1) return undefined;
  const values = list.elements.map(({ value }) => value);
  let used = 0;
  for (const { 0: clause, index, groups } of text.matchAll(/%(?:%|(?:\.(?<precision>\d*))?(?<verb>[^]?))/g)) {
    if (clause === "%%") continue;
    const value = values[used++];
    const { precision, verb = "" } = groups ?? {};
    if (value === undefined)
      return { at: node.at, message: `format has ${values.length} values for more placeholders` };
    const takes = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (takes === undefined || precision === "") {
      const hint = "Use %s, %d, %f, %e, %b, %x, %X, %o, or %% for a percent sign.";
      return { at: node.at, message: `format does not support "${clause}" (character ${index + 1})`, hint };
    }
    const wrong = verb === "s" ? firstUnprintable(value, checked) : fits(value, takes, checked) ? undefined : value;
    if (wrong !== undefined) {
      return { at: wrong.at, message: `${clause} does not accept ${showType(typeOf(wrong, checked))}` };
    }
  }
  return used < values.length
    ? { at: node.at, message: `format has ${values.length} values for ${used} placeholders` }
    : undefined;
}

const shown: readonly CelType["kind"][] = [...printable, "list", "map", "null"];

const verbs: Readonly<Record<string, readonly CelType["kind"][]>> = {
  s: shown,
  d: ["int", "uint"],
  f: ["double", "string"],
  e: ["double", "string"],
  b: ["int", "uint", "bool"],
  x: ["int", "uint", "string", "bytes"],
  X: ["int", "uint", "string", "bytes"],
  o: ["int", "uint"],
};

function typeOf(node: Expression, checked: Checked): CelType {
  return checked.types.get(node) ?? { kind: "error" };
}

function fits(node: Expression, kinds: readonly CelType["kind"][], checked: Checked): boolean {
  const { kind } = typeOf(node, checked);
  return kind === "dyn" || kinds.includes(kind);
}

function firstUnprintable(node: Expression, checked: Checked): Expression | undefined {
  if (!fits(node, shown, checked)) return node;
  const parts =
    node.kind === "list"
      ? node.elements.map(({ value }) => value)
      : node.kind === "map"
        ? node.entries.flatMap(({ key, value }) => [key, value])
        : [];
  return parts.map((part) => firstUnprintable(part, checked)).find((part) => part !== undefined);
}
