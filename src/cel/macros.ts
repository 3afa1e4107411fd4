/** The macros of the API server's environment: calls that the parser replaces with folds. */
import type { CallExpression, Comprehension, Expression, ExpressionFault, Literal } from "./expression.js";

/** The variable that collects the result of a macro's fold. No text can name it. */
export const accumulatorName = "@result";

/** Its former name. The variable of a macro must not have that name. */
const formerAccumulatorName = "__result__";

/** Returns the expansion of a call, or undefined if the call is not a macro. */
export function expandMacro(call: CallExpression): Expression | ExpressionFault | undefined {
  const { name, target, args } = call;
  if (target === undefined) return name === "has" && args.length === 1 ? presenceTest(call) : undefined;
  const expand = Object.hasOwn(macros, `${name}/${args.length}`) ? macros[`${name}/${args.length}`] : undefined;
  return expand?.({ at: call.at, target, args });
}

/** Returns the numbers of arguments with which a name is a macro, for the hint about a wrong number. */
export function macroArities(name: string): readonly number[] {
  return Object.keys(macros)
    .filter((key) => key.startsWith(`${name}/`))
    .map((key) => Number(key.slice(name.length + 1)));
}

interface Use {
  readonly at: number;
  readonly target: Expression;
  readonly args: readonly Expression[];
}

type Expand = (use: Use) => Expression | ExpressionFault;

const macros: Readonly<Record<string, Expand>> = {
  "all/2": (use) => overOne(use, (_variable, [predicate]) => allOf(use.at, predicate)),
  "all/3": (use) => overTwo(use, (_variable, [predicate]) => allOf(use.at, predicate)),
  "exists/2": (use) => overOne(use, (_variable, [predicate]) => anyOf(use.at, predicate)),
  "exists/3": (use) => overTwo(use, (_variable, [predicate]) => anyOf(use.at, predicate)),
  "exists_one/2": (use) => overOne(use, (_variable, [predicate]) => oneOf(use.at, predicate)),
  "exists_one/3": (use) => overTwo(use, (_variable, [predicate]) => oneOf(use.at, predicate)),
  "existsOne/3": (use) => overTwo(use, (_variable, [predicate]) => oneOf(use.at, predicate)),
  "filter/2": (use) => overOne(use, (variable, [predicate]) => gather(use.at, variable, predicate)),
  "map/2": (use) => overOne(use, (_variable, [transform]) => gather(use.at, transform)),
  "map/3": (use) => overOne(use, (_variable, [predicate, transform]) => gather(use.at, transform, predicate)),
  "transformList/3": (use) => overTwo(use, (_variable, [transform]) => gather(use.at, transform)),
  "transformList/4": (use) => overTwo(use, (_variable, [filter, transform]) => gather(use.at, transform, filter)),
  "transformMap/3": (use) => overTwo(use, (key, [transform]) => insert(use.at, [key, transform])),
  "transformMap/4": (use) => overTwo(use, (key, [filter, transform]) => insert(use.at, [key, transform], filter)),
  "transformMapEntry/3": (use) => overTwo(use, (_key, [entry]) => insert(use.at, [entry])),
  "transformMapEntry/4": (use) => overTwo(use, (_key, [filter, entry]) => insert(use.at, [entry], filter)),
  "optMap/2": (use) => throughOptional(use, (bound) => callTo(use.at, "optional.of", bound)),
  "optFlatMap/2": (use) => throughOptional(use, (bound) => bound),
  "sortBy/2": sortBy,
};

function presenceTest({ at, signAt = at, args }: CallExpression): Expression | ExpressionFault {
  const [select] = args;
  return select?.kind === "select"
    ? { kind: "select", at, signAt, operand: select.operand, field: select.field, isTest: true }
    : { at, message: "has() needs a field, as in has(self.name)" };
}

type Fold = Pick<Comprehension, "initial" | "condition" | "step" | "result">;
type Body = (variable: Expression, rest: readonly Expression[]) => Fold;

function overOne({ at, target, args: [variable, ...rest] }: Use, body: Body): Expression | ExpressionFault {
  const name = variableName(variable, at);
  if (typeof name !== "string") return name;
  const fold = body(identifier(at, name), rest);
  return { kind: "comprehension", at, range: target, variable: name, accumulator: accumulatorName, ...fold };
}

function overTwo({ at, target, args: [first, second, ...rest] }: Use, body: Body): Expression | ExpressionFault {
  const name = variableName(first, at);
  if (typeof name !== "string") return name;
  const name2 = variableName(second, at);
  if (typeof name2 !== "string") return name2;
  if (name === name2) return { at: second?.at ?? at, message: `both variables are named "${name}"` };
  const fold = body(identifier(at, name), rest);
  const names = { variable: name, variable2: name2, accumulator: accumulatorName };
  return { kind: "comprehension", at, range: target, ...names, ...fold };
}

function variableName(argument: Expression | undefined, at: number): string | ExpressionFault {
  if (argument?.kind !== "identifier") {
    return { at: argument?.at ?? at, message: "the first argument of a macro must be the name of a variable" };
  }
  return argument.name === formerAccumulatorName
    ? { at: argument.at, message: `a variable cannot be named "${argument.name}"` }
    : argument.name;
}

function allOf(at: number, predicate: Expression | undefined): Fold {
  return {
    initial: literal(at, { type: "bool", value: true }),
    condition: callTo(at, "@not_strictly_false", accumulator(at)),
    step: callTo(at, "_&&_", accumulator(at), given(predicate)),
    result: accumulator(at),
  };
}

function anyOf(at: number, predicate: Expression | undefined): Fold {
  return {
    initial: literal(at, { type: "bool", value: false }),
    condition: callTo(at, "@not_strictly_false", callTo(at, "!_", accumulator(at))),
    step: callTo(at, "_||_", accumulator(at), given(predicate)),
    result: accumulator(at),
  };
}

function oneOf(at: number, predicate: Expression | undefined): Fold {
  const one = literal(at, { type: "int", value: 1n });
  return {
    initial: literal(at, { type: "int", value: 0n }),
    condition: literal(at, { type: "bool", value: true }),
    step: callTo(at, "_?_:_", given(predicate), callTo(at, "_+_", accumulator(at), one), accumulator(at)),
    result: callTo(at, "_==_", accumulator(at), literal(at, { type: "int", value: 1n })),
  };
}

/** Builds a list of one value for each element (that passes the filter). */
function gather(at: number, value: Expression | undefined, filter?: Expression): Fold {
  const list: Expression = { kind: "list", at, elements: [{ value: given(value), isOptional: false }] };
  return {
    initial: { kind: "list", at, elements: [] },
    condition: literal(at, { type: "bool", value: true }),
    step: filtered(at, callTo(at, "_+_", accumulator(at), list), filter),
    result: accumulator(at),
  };
}

/** Builds a map with one entry for each element (that passes the filter). */
function insert(at: number, entry: readonly (Expression | undefined)[], filter?: Expression): Fold {
  return {
    initial: { kind: "map", at, entries: [] },
    condition: literal(at, { type: "bool", value: true }),
    step: filtered(at, callTo(at, "cel.@mapInsert", accumulator(at), ...entry.map(given)), filter),
    result: accumulator(at),
  };
}

function filtered(at: number, step: Expression, filter: Expression | undefined): Expression {
  return filter === undefined ? step : callTo(at, "_?_:_", filter, step, accumulator(at));
}

function throughOptional(
  { at, target, args: [variable, transform] }: Use,
  wrap: (bound: Expression) => Expression,
): Expression | ExpressionFault {
  const name = variableName(variable, at);
  if (typeof name !== "string") return name;
  const value: Expression = { kind: "call", at, name: "value", target: copy(target), args: [] };
  return callTo(
    at,
    "_?_:_",
    { kind: "call", at, name: "hasValue", target, args: [] },
    wrap(bind(at, name, value, given(transform))),
    callTo(at, "optional.none"),
  );
}

function sortBy(use: Use): Expression | ExpressionFault {
  const { at, target } = use;
  const sortable = ["list", "select", "identifier", "comprehension", "call"];
  if (!sortable.includes(target.kind)) return { at: target.at, message: "sortBy needs a list" };
  const name = "@__sortBy_input__";
  const keys = overOne({ ...use, target: identifier(at, name) }, (_variable, [key]) => gather(at, key));
  if (!("kind" in keys)) return keys;
  return bind(at, name, target, {
    kind: "call",
    at,
    name: "@sortByAssociatedKeys",
    target: identifier(at, name),
    args: [keys],
  });
}

/** Builds a fold over nothing, whose accumulator is a variable with a value. */
function bind(at: number, name: string, value: Expression, result: Expression): Expression {
  return {
    kind: "comprehension",
    at,
    range: { kind: "list", at, elements: [] },
    variable: "#unused",
    accumulator: name,
    initial: value,
    condition: literal(at, { type: "bool", value: false }),
    step: identifier(at, name),
    result,
  };
}

/** Copies nodes, because each node must occur once in a tree: passes store their findings by node. */
function copy(tree: Expression): Expression {
  return structuredClone(tree);
}

const accumulator = (at: number): Expression => identifier(at, accumulatorName);
const identifier = (at: number, name: string): Expression => ({ kind: "identifier", at, name });
const literal = (at: number, value: Literal): Expression => ({ kind: "literal", at, value });
const callTo = (at: number, name: string, ...args: readonly Expression[]): Expression => ({
  kind: "call",
  at,
  name,
  args,
});

function given(argument: Expression | undefined): Expression {
  if (argument === undefined) throw new Error("a macro is found by its number of arguments");
  return argument;
}
