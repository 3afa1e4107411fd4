import type { Checked } from "./checked.js";
import type { CallExpression, Expression, ExpressionFault } from "./expression.js";
import { showType, type CelType } from "./types.js";

/** Faults of `"…%s…".format([…])`, where both the text and the list are written out. */
export function checkFormat(node: CallExpression, checked: Checked): ExpressionFault | undefined {
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
    if (value === undefined) return { at: node.at, message: `format has ${values.length} values for more places` };
    const takes = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (takes === undefined || precision === "") {
      const hint = "There are %s, %d, %f, %e, %b, %x, %X, %o, and %% for a percent sign.";
      return { at: node.at, message: `format does not know "${clause}" (character ${index + 1})`, hint };
    }
    const wrong = verb === "s" ? firstUnprintable(value, checked) : fits(value, takes, checked) ? undefined : value;
    if (wrong !== undefined) {
      return { at: wrong.at, message: `${clause} does not take ${showType(typeOf(wrong, checked))}` };
    }
  }
  return used < values.length
    ? { at: node.at, message: `format has ${values.length} values for ${used} places` }
    : undefined;
}

const printable: readonly CelType["kind"][] = [
  "list",
  "map",
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "timestamp",
  "bytes",
  "duration",
  "type",
  "null",
];

const verbs: Readonly<Record<string, readonly CelType["kind"][]>> = {
  s: printable,
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
  if (!fits(node, printable, checked)) return node;
  const parts =
    node.kind === "list"
      ? node.elements.map(({ value }) => value)
      : node.kind === "map"
        ? node.entries.flatMap(({ key, value }) => [key, value])
        : [];
  return parts.map((part) => firstUnprintable(part, checked)).find((part) => part !== undefined);
}
