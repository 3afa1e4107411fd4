/** Edits the file of a kind's handlers. tsop creates the file once, and later adds to it in the same way. */
import { addArguments, addLink, addOptions, hasCall } from "../../refactor/chains.js";
import { addDeclaration, hasClass } from "../../refactor/declarations.js";
import type { EditedSource } from "../../refactor/edited-source.js";
import { addImports } from "../../refactor/imports.js";
import type { Placement } from "../placement.js";
import { handlerName, type WebhookType } from "../webhook/webhook-type.js";
import { editFile, type Unplaced } from "./edit-file.js";

export interface Handlers {
  readonly file: string;
  readonly kind: string;
  readonly types: readonly Handler[];
  /** The modules of the conversions, and the names of their constants. */
  readonly spokes: readonly { readonly constant: string; readonly module: string }[];
}

/** A handler to add. */
interface Handler {
  readonly type: WebhookType;
  /** The code of its class. */
  readonly code: string;
  /** The path at which the operator serves it; undefined for the default path. */
  readonly path: string | undefined;
}

/** Adds handlers to an existing or a new file. */
export function editHandlers(placement: Placement, { file, kind, spokes, types }: Handlers): void {
  editFile(placement, file, placement.tree.read(file) ?? "", (edited) => [
    ...types.flatMap((handler) => addHandler(edited, handler, handlerName(handler.type, kind))),
    ...addSpokes(edited, spokes),
  ]);
}

/** Imports the types that the class of a handler needs. */
export function importHandlerTypes(edited: EditedSource, type: WebhookType): void {
  addImports(
    edited,
    "tsop",
    handlers[type].imported.map((each) => ({ name: each, isType: true })),
  );
}

function addHandler(edited: EditedSource, { type, code, path }: Handler, name: string): Unplaced[] {
  const { method } = handlers[type];
  importHandlerTypes(edited, type);
  if (!hasClass(edited, name)) addDeclaration(edited, "handlers", code);
  const options = path === undefined ? "" : `{ path: ${JSON.stringify(path)} }`;
  if (!hasCall(edited, method)) {
    return addToChain(edited, `.${method}(${[`new ${name}()`, options].filter(Boolean).join(", ")})`);
  }
  return path === undefined || addOptions(edited, method, options)
    ? []
    : [{ place: `one call of .${method}() without other options`, code: options }];
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

interface Registration {
  readonly method: string;
  /** The types of tsop that the class imports. */
  readonly imported: readonly string[];
}

export const handlers: Readonly<Record<WebhookType, Registration>> = {
  defaulting: { method: "withDefaulter", imported: ["AdmissionContext", "Defaulter"] },
  validation: { method: "withValidator", imported: ["AdmissionContext", "ValidationResult", "Validator"] },
};
