/** Checks the rules of one CRD version like the API server (1.35) does when the CRD is created. */
import { Patterns } from "../schema/patterns.js";
import type { Schema, ValidationRule } from "../schema/schema.js";
import type { Checked } from "./checked.js";
import { compile, collectObjects, type CompileOptions } from "./compile.js";
import { costFactor, perCrd, perExpression } from "./budgets.js";
import { declareType, isCelName, type DeclaredType } from "./declared-type.js";
import { celName } from "../schema/cel-name.js";
import { estimateCost } from "./estimate-cost.js";
import type { ExpressionFault } from "./expression.js";
import { cardinalityOf, fitCost, type CostedRule, type Step } from "./fitting-bounds.js";
import { Functions } from "./functions.js";
import { checkFieldPath } from "./rule-field-path.js";
import { showBounds, type FittingBound, type RuleFinding } from "./rule-finding.js";
import { fieldPath, itemPath, valuePath } from "./schema-path.js";
import { showFaults } from "./show-faults.js";
import { add } from "./sizes.js";

export interface CheckRulesOptions {
  /** The cache of compiled patterns that this run shares. */
  readonly patterns?: Patterns;
  /** The most characters that the name of a resource has when the cost of a rule is estimated. Default: no limit. */
  readonly nameLength?: number | undefined;
  /** Whether a schema cannot get bounds because it belongs to an imported type. Default: false for all. */
  readonly isFixed?: (schema: Schema) => boolean;
}

/** Takes the finished schema of a version. Returns the findings in schema order; findings about the whole CRD come last. */
export function checkRules(root: Schema, options: CheckRulesOptions = {}): readonly RuleFinding[] {
  return new RuleChecker(options).check(root);
}

interface Place {
  readonly schema: Schema;
  readonly path: string;
  /** The steps from the root to this schema, inclusive. */
  readonly steps: readonly Step[];
  readonly declared: DeclaredType | undefined;
  /** The outermost list whose items cannot be correlated between the old and the new object. */
  readonly uncorrelated: string | undefined;
}

interface Use {
  readonly place: Place;
  readonly rule: ValidationRule;
  readonly index: number;
}

interface CompiledFault extends ExpressionFault {
  readonly compilation: NonNullable<RuleFinding["compilation"]>;
}

class RuleChecker {
  readonly #functions = new Functions();
  readonly #patterns: Patterns;
  readonly #isFixed: (schema: Schema) => boolean;
  readonly #nameLength: number | undefined;
  readonly #objects = new Map<string, DeclaredType>();
  readonly #findings: RuleFinding[] = [];
  readonly #costs: { readonly use: Use; readonly key: "rule" | "messageExpression"; readonly costed: CostedRule }[] =
    [];

  constructor({ patterns = new Patterns(), isFixed = () => false, nameLength }: CheckRulesOptions) {
    this.#patterns = patterns;
    this.#isFixed = isFixed;
    this.#nameLength = nameLength;
  }

  check(root: Schema): readonly RuleFinding[] {
    const steps = [{ schema: root, path: "" }];
    this.#visit({ schema: root, path: "", steps, declared: undefined, uncorrelated: undefined });
    this.#checkTotal();
    return this.#findings;
  }

  #visit(place: Place): void {
    const { schema, path, uncorrelated } = place;
    const rules = schema["x-kubernetes-validations"] ?? [];
    const declared = place.declared ?? (rules.length > 0 ? this.#declare(place) : undefined);
    for (const [index, rule] of rules.entries()) this.#checkRule({ place: { ...place, declared }, rule, index });
    const enter = (inner: Schema, innerPath: string, type: DeclaredType | undefined, list?: string): void => {
      const steps = [...place.steps, { schema: inner, path: innerPath }];
      this.#visit({ schema: inner, path: innerPath, steps, declared: type, uncorrelated: uncorrelated ?? list });
    };
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const type = isCelName(name) ? declared?.fields?.get(celName(name)) : undefined;
      // The metadata of a resource is always declared, so its type can belong to another schema.
      enter(inner, fieldPath(path, name), type?.schema === inner ? type : undefined);
    }
    if (schema.additionalProperties !== undefined) {
      enter(schema.additionalProperties, valuePath(path), declared?.item);
    }
    if (schema.items !== undefined) {
      const list = schema["x-kubernetes-list-type"] === "map" ? undefined : path;
      enter(schema.items, itemPath(path), declared?.item, list);
    }
  }

  #declare({ schema, path, steps }: Place): DeclaredType | undefined {
    const isResource = steps.length === 1 || schema["x-kubernetes-embedded-resource"] === true;
    const declared = declareType(schema, { isResource, path, nameLength: this.#nameLength });
    if (declared !== undefined) collectObjects(declared, this.#objects);
    return declared;
  }

  #checkRule(use: Use): void {
    const { place, rule } = use;
    this.#checkTexts(use);
    if (rule.rule.trim() === "") return;
    if (place.declared === undefined) {
      this.#report(use, "invisible", "rule", `rules cannot access ${place.path}, which has no type`, invisibleHint);
      return;
    }
    const checked = this.#compile(use, place.declared, "rule", rule.rule);
    if (checked === undefined) return;
    this.#checkCost(use, "rule", checked, place.declared);
    this.#checkOldSelf(use, [...checked.names.values()].includes("oldSelf"));
    if (rule.messageExpression === undefined || rule.messageExpression.trim() === "") return;
    const message = this.#compile(use, place.declared, "messageExpression", rule.messageExpression);
    if (message !== undefined) this.#checkCost(use, "messageExpression", message, place.declared);
  }

  /** Checks the parts of a rule that need no compilation. */
  #checkTexts(use: Use): void {
    const { place, rule } = use;
    const { message, messageExpression, reason, fieldPath: target } = rule;
    if (rule.rule.trim() === "") this.#report(use, "rule", "rule", "the rule is empty", "Write it, or remove it.");
    else if (message !== undefined && message !== "" && message.trim() === "") {
      this.#report(use, "message", "message", "the message is blank", "Write one, or remove it.");
    } else if (hasLineBreak(message)) {
      this.#report(use, "message", "message", "the message has a line break", "Write it on one line.");
    } else if (hasLineBreak(rule.rule) && (message ?? "") === "") {
      const hint = "Write a message of one line, or the rule in one line.";
      this.#report(use, "message", "message", "a rule of several lines has no message", hint);
    }
    if (messageExpression !== undefined && messageExpression !== "" && messageExpression.trim() === "") {
      this.#report(use, "messageExpression", "messageExpression", "it is blank", "Write one, or remove it.");
    }
    if (reason !== undefined && !reasons.includes(reason)) {
      this.#report(use, "reason", "reason", `unknown reason "${reason}"`, `Use one of ${reasons.join(", ")}.`);
    }
    const fault = target === undefined || target === "" ? undefined : checkFieldPath(target, place.schema);
    if (fault !== undefined) {
      const hint = "Start it at the field with the rule, as in .spec.name.";
      this.#report(use, "fieldPath", "fieldPath", `${target} leads to no field: ${fault}`, hint);
    }
  }

  #compile(use: Use, self: DeclaredType, key: "rule" | "messageExpression", text: string): Checked | undefined {
    const options: CompileOptions = {
      functions: this.#functions,
      patterns: this.#patterns,
      self,
      objects: this.#objects,
      isOldSelfOptional: use.rule.optionalOldSelf === true,
    };
    const compiled = compile(text, key === "rule" ? "bool" : "string", options);
    if (compiled.kind === "ok") return compiled.checked;
    const isResult = compiled.isResult === true;
    const compilation = { isResult, text: isResult ? "" : showFaults(text, compiled.faults) };
    for (const fault of compiled.faults) {
      // Faults of one compilation share the object: who reports a compilation once compares it.
      const { instantiation } = fault;
      const own = instantiation === undefined ? compilation : { ...compilation, instantiation };
      this.#reportFault(use, compiled.kind, key, text, { ...fault, compilation: own });
    }
    return undefined;
  }

  #checkCost(use: Use, key: "rule" | "messageExpression", checked: Checked, self: DeclaredType): void {
    const steps = key === "rule" ? use.place.steps : [];
    const once = estimateCost(checked, self);
    const cost = key === "rule" ? cardinalityOf(steps, self, once) : once;
    const costed: CostedRule = { checked, self, place: use.place.steps, isOnce: key === "messageExpression", cost };
    this.#costs.push({ use, key, costed });
    if (cost <= perExpression) return;
    const fits = fitCost([costed], perExpression, this.#isFixed);
    const message = `its estimated cost is ${costFactor(cost, perExpression)} times the limit of one expression`;
    this.#report(use, "cost", key, message, fitHint(fits), {
      cost: { estimate: cost, budget: perExpression },
      fits,
    });
  }

  #checkOldSelf(use: Use, isUsed: boolean): void {
    const { place, rule } = use;
    if (isUsed && place.uncorrelated !== undefined) {
      const message = `oldSelf is not available within ${place.uncorrelated}, whose items have no keys`;
      const hint =
        "Make it a list of type map with keys (@listType map, @listMapKey), or write the rule above the list.";
      this.#report(use, "oldSelf", "rule", message, hint);
    }
    if (!isUsed && rule.optionalOldSelf !== undefined) {
      const hint = "Remove it, or use oldSelf.";
      this.#report(use, "optionalOldSelf", "optionalOldSelf", "the rule does not use oldSelf", hint);
    }
  }

  #checkTotal(): void {
    const total = this.#costs.reduce((sum, { costed }) => add(sum, costed.cost), 0);
    if (total <= perCrd) return;
    const most = [...this.#costs].sort((left, right) => right.costed.cost - left.costed.cost);
    const [first] = most;
    if (first === undefined) return;
    const large = most.filter(({ costed }) => costed.cost >= perCrd / 100).slice(0, 4);
    const shown = large.map(
      ({ use, costed }) => `${use.place.path || "the root"} (${Math.round((costed.cost / total) * 100)}%)`,
    );
    const message = `the estimated cost of all rules is ${costFactor(total, perCrd)} times the limit of a CRD; most expensive: ${shown.join(", ")}`;
    const rules = most.map(({ costed }) => costed);
    const fits = fitCost(rules, perCrd, this.#isFixed);
    const cost = { estimate: total, budget: perCrd };
    const parts = large.map(({ use, key }) => ({ node: use.place.schema, index: use.index, key }));
    this.#report(first.use, "totalCost", first.key, message, fitHint(fits), { cost, fits, parts });
  }

  #reportFault(use: Use, kind: "syntax" | "type", key: RuleFinding["key"], text: string, fault: CompiledFault): void {
    const { compilation } = fault;
    const before = text.slice(0, fault.at).split("\n");
    const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const where = text.includes("\n")
      ? `line ${position.line}, column ${position.column}`
      : `column ${position.column}`;
    this.#report(use, kind, key, `${fault.message} (${where})`, fault.hint ?? "", { position, compilation });
  }

  #report(
    { place, index }: Use,
    kind: RuleFinding["kind"],
    key: RuleFinding["key"],
    message: string,
    hint: string,
    more: Pick<RuleFinding, "position" | "compilation" | "cost" | "fits" | "parts"> = {},
  ): void {
    this.#findings.push({ node: place.schema, path: place.path, index, kind, key, message, hint, ...more });
  }
}

const reasons: readonly string[] = [
  "FieldValueInvalid",
  "FieldValueForbidden",
  "FieldValueRequired",
  "FieldValueDuplicate",
];
const invisibleHint = "Give it a type, or write the rule on a field that has one.";

function hasLineBreak(text: string | undefined): boolean {
  return text !== undefined && /[\n\r]/.test(text.trim());
}

function fitHint(fits: readonly (readonly FittingBound[])[]): string {
  if (fits.length === 0)
    return "Simplify it: no bound reduces its cost enough. The estimate treats the result of string(…) as unlimited.";
  const ways = fits.map((bounds) => showBounds(bounds).join(" and "));
  return `${ways.join(", or ")} would make it fit.`;
}
