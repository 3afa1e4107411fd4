/** The file of a kind's handlers: made once, and added to afterwards, in the same way. */
import { reduceCode } from "../../machinery/code-text.js";
import { escapeRegExp, type Fragment, insertFragments } from "../../machinery/insert.js";
import type { Placement } from "../placement.js";

export type WebhookType = "defaulting" | "validation";

export interface Handlers {
  readonly file: string;
  readonly kind: string;
  /** What code calls an object of the kind. */
  readonly variable: string;
  readonly types: readonly WebhookType[];
  /** Where conversions are, and what their constants are called. */
  readonly spokes: readonly { readonly constant: string; readonly module: string }[];
}

/** Puts handlers into a file which is there, or has just been made. */
export function planHandlers(placement: Placement, { file, spokes, ...handlers }: Handlers): void {
  let text = placement.tree.read(file) ?? "";
  const fragments: Fragment[] = [];
  for (const type of handlers.types) {
    const { names, ...parts } = handlerOf(type, handlers);
    text = withTypeImports(text, names);
    fragments.push(...parts.fragments);
  }
  fragments.push(...spokes.map(({ constant, module }) => importOf(constant, module)));
  const present = withSpokes(text, spokes);
  text = present ?? text;
  if (spokes.length > 0 && present === undefined) {
    fragments.push({
      marker: "webhooks",
      code: `.withConversion(${spokes.map(({ constant }) => constant).join(", ")})`,
      evidence: /\.withConversion\(/,
    });
  }
  const result = insertFragments(text, file, fragments);
  for (const diagnostic of result.diagnostics) placement.problems.push(diagnostic);
  placement.change(file, result.text);
}

function handlerOf(
  type: WebhookType,
  { kind, variable }: Pick<Handlers, "kind" | "variable">,
): { readonly names: readonly string[]; readonly fragments: readonly Fragment[] } {
  const name = type === "defaulting" ? `${kind}Defaulter` : `${kind}Validator`;
  const call = type === "defaulting" ? ".withDefaulter(" : ".withValidator(";
  return {
    names:
      type === "defaulting" ? ["AdmissionContext", "Defaulter"] : ["AdmissionContext", "ValidationResult", "Validator"],
    fragments: [
      {
        marker: "handlers",
        code: type === "defaulting" ? defaulter(name, kind, variable) : validator(name, kind, variable),
        evidence: new RegExp(`\\bclass ${name}\\b`),
        isBlock: true,
      },
      { marker: "webhooks", code: `${call}new ${name}())`, evidence: new RegExp(escapeRegExp(call)) },
    ],
  };
}

function defaulter(name: string, kind: string, variable: string): string {
  return `
/** Fills in what a ${kind} leaves open, before it is judged and stored. */
export class ${name} implements Defaulter<${kind}> {
  default(${variable}: ${kind}, context: AdmissionContext<${kind}>): void {
    context.log.debug("filling in", { operation: context.request.operation });

    // YOUR DEFAULTS GO HERE: change ${variable}. It may be asked twice about one request, and must then have nothing left to
    // change. What is the same for all objects is better said in the types, with @default.
  }
}`.trimStart();
}

function validator(name: string, kind: string, variable: string): string {
  return `
/** Judges a ${kind} before it is stored. What is not implemented here is not asked for: validateDelete, for instance. */
export class ${name} implements Validator<${kind}> {
  validateCreate(${variable}: ${kind}, context: AdmissionContext<${kind}>): ValidationResult {
    context.log.debug("judging", { operation: context.request.operation });

    // YOUR RULES GO HERE: return what is wrong, such as field.invalid("spec.size", 0, "must be greater than zero").
    // What needs neither other objects nor code is better said in the types, with @minimum, @pattern, @cel and the like.
    return [];
  }

  validateUpdate(old: ${kind}, ${variable}: ${kind}, context: AdmissionContext<${kind}>): ValidationResult {
    // What may not change is compared with old here.
    return this.validateCreate(${variable}, context);
  }
}`.trimStart();
}

function importOf(constant: string, module: string): Fragment {
  return {
    marker: "imports",
    code: `import { ${constant} } from "${module}";`,
    evidence: new RegExp(`\\b${constant}\\b[^;]*from"${escapeRegExp(module)}"`),
  };
}

/** Adds names to the import of types from tsop, where it stands as one would write it; else as one more import. */
function withTypeImports(text: string, names: readonly string[]): string {
  const found = /^import (type )?\{([^}]*)\} from (["'])tsop\3;?$/m.exec(text);
  const head = found?.[0] ?? "";
  const present = (found?.[2] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const isPresent = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(reduceCode(head));
  const missing = names.filter((name) => !isPresent(name));
  if (missing.length === 0) return text;
  if (found === null) {
    return insertFragments(text, "", [
      { marker: "imports", code: `import type { ${missing.join(", ")} } from "tsop";` },
    ]).text;
  }
  const prefix = found[1] === undefined ? "type " : "";
  const all = [...present, ...missing.map((name) => prefix + name)].toSorted((a, b) =>
    bare(a) < bare(b) ? -1 : bare(a) > bare(b) ? 1 : 0,
  );
  const printed = head.replace(/\{[^{}]*\}/, () => `{ ${all.join(", ")} }`);
  return text.replace(head, () => printed);
}

/** Adds a name to the import from a module that is there, or makes one. */
export function withImport(text: string, module: string, name: string): string {
  const found = new RegExp(`^import \\{([^}]*)\\} from (["'])${escapeRegExp(module)}\\2;?$`, "m").exec(text);
  if (found === null) {
    return insertFragments(text, "", [{ marker: "imports", code: `import { ${name} } from "${module}";` }]).text;
  }
  const present = (found[1] ?? "").split(",").map((each) => each.trim());
  if (present.includes(name)) return text;
  const all = [...present.filter((each) => each !== ""), name].toSorted();
  return text.replace(found[0], (head) => head.replace(/\{[^{}]*\}/, () => `{ ${all.join(", ")} }`));
}

function bare(name: string): string {
  return name.replace(/^type /, "");
}

/** Adds spokes to a conversion that is there; undefined where there is none. */
function withSpokes(text: string, spokes: Handlers["spokes"]): string | undefined {
  const found = /\.withConversion\(([^()]*)\)/.exec(text);
  if (found === null) return undefined;
  const present = (found[1] ?? "").split(",").map((name) => name.trim());
  const missing = spokes.map(({ constant }) => constant).filter((constant) => !present.includes(constant));
  const all = [...present.filter((name) => name !== ""), ...missing];
  return text.replace(found[0], () => `.withConversion(${all.join(", ")})`);
}
