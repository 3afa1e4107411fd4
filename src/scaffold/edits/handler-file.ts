/** The file of a kind's handlers: made once, and added to afterwards, in the same way. */
import { addArguments, addLink, hasCall } from "../../refactor/chains.js";
import { addDeclaration, hasClass } from "../../refactor/declarations.js";
import type { EditedSource } from "../../refactor/edited-source.js";
import { addImports } from "../../refactor/imports.js";
import type { Placement } from "../placement.js";
import { handlerName, type WebhookType } from "../webhook/webhook-type.js";
import { editFile, type Unplaced } from "./edit-file.js";

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
export function editHandlers(placement: Placement, { file, spokes, types, ...kind }: Handlers): void {
  editFile(placement, file, placement.tree.read(file) ?? "", (edited) => [
    ...types.flatMap((type) => addHandler(edited, type, kind)),
    ...addSpokes(edited, spokes),
  ]);
}

function addHandler(
  edited: EditedSource,
  type: WebhookType,
  { kind, variable }: Pick<Handlers, "kind" | "variable">,
): Unplaced[] {
  const name = handlerName(type, kind);
  const { imported, print, method } = handlers[type];
  addImports(
    edited,
    "tsop",
    imported.map((each) => ({ name: each, isType: true })),
  );
  if (!hasClass(edited, name)) addDeclaration(edited, "handlers", print(name, kind, variable));
  return hasCall(edited, method) ? [] : addToChain(edited, `.${method}(new ${name}())`);
}

function addSpokes(edited: EditedSource, spokes: Handlers["spokes"]): Unplaced[] {
  if (spokes.length === 0) return [];
  for (const { constant, module } of spokes) addImports(edited, module, [{ name: constant }]);
  const names = spokes.map(({ constant }) => constant);
  return addArguments(edited, "withConversion", names)
    ? []
    : addToChain(edited, `.withConversion(${names.join(", ")})`);
}

function addToChain(edited: EditedSource, link: string): Unplaced[] {
  return addLink(edited, "webhooks", link, "complete")
    ? []
    : [{ marker: "webhooks", place: "one call of .complete() on manager.webhook(…)", code: link }];
}

interface Handler {
  readonly method: string;
  /** Types of tsop that the class needs. */
  readonly imported: readonly string[];
  readonly print: (name: string, kind: string, variable: string) => string;
}

const handlers: Readonly<Record<WebhookType, Handler>> = {
  defaulting: { method: "withDefaulter", imported: ["AdmissionContext", "Defaulter"], print: defaulter },
  validation: {
    method: "withValidator",
    imported: ["AdmissionContext", "ValidationResult", "Validator"],
    print: validator,
  },
};

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
