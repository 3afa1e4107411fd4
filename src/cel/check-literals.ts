/** What the API server refuses of an expression whose types are right: patterns, times, formats, mixed lists. */
import { re2Hint, type Patterns } from "../schema/patterns.js";
import { checkFormat } from "./check-format.js";
import type { Checked } from "./checked.js";
import { fold } from "./constants.js";
import type { CallExpression, Expression, ExpressionFault } from "./expression.js";
import { areSame, heldBy, showType, type CelType } from "./types.js";
import { walk } from "./walk.js";

export function checkLiterals(checked: Checked, patterns: Patterns): readonly ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  walk(checked.expression, (node, around) => {
    const isFormatted = around.some((outer) => outer.kind === "call" && outer.name === "format");
    const fault =
      node.kind === "call"
        ? (checkFormat(node, checked) ?? checkPattern(node, checked, patterns) ?? checkConversion(node, checked))
        : isFormatted
          ? undefined
          : checkMixed(node, checked);
    if (fault !== undefined) faults.push(fault);
  });
  return faults;
}

const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

function checkPattern(node: CallExpression, checked: Checked, patterns: Patterns): ExpressionFault | undefined {
  if (!patternFunctions.has(node.name)) return undefined;
  // Of matches(text, pattern) the server compiles the text as well, when it is written out.
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

/** `dyn(1)` beside `2` passes the check of types, and is refused still. */
function checkMixed(node: Expression, checked: Checked): ExpressionFault | undefined {
  const groups =
    node.kind === "list"
      ? [node.elements]
      : node.kind === "map"
        ? [node.entries.map(({ key }) => ({ value: key, isOptional: false })), node.entries]
        : [];
  for (const [first, ...others] of groups) {
    if (first === undefined) continue;
    const wanted = elementType(first, checked);
    const wrong = others.find((element) => !areSame(wanted, elementType(element, checked)));
    if (wrong === undefined) continue;
    const found = showType(elementType(wrong, checked));
    return { at: wrong.value.at, message: `elements are of one type: ${found} beside ${showType(wanted)}` };
  }
  return undefined;
}

function elementType(
  { value, isOptional }: { readonly value: Expression; readonly isOptional: boolean },
  checked: Checked,
): CelType {
  const type = checked.types.get(value) ?? { kind: "error" };
  return isOptional ? (heldBy(type) ?? type) : type;
}
