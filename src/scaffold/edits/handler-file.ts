/** Edits the file of a kind's handlers. tsop creates the file once, and later adds to it in the same way. */
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
  /** The handlers to add, with the code of each class. */
  readonly types: readonly { readonly type: WebhookType; readonly code: string }[];
  /** The modules of the conversions, and the names of their constants. */
  readonly spokes: readonly { readonly constant: string; readonly module: string }[];
}

/** Adds handlers to an existing or a new file. */
export function editHandlers(placement: Placement, { file, kind, spokes, types }: Handlers): void {
  editFile(placement, file, placement.tree.read(file) ?? "", (edited) => [
    ...types.flatMap(({ type, code }) => addHandler(edited, type, handlerName(type, kind), code)),
    ...addSpokes(edited, spokes),
  ]);
}

function addHandler(edited: EditedSource, type: WebhookType, name: string, code: string): Unplaced[] {
  const { imported, method } = handlers[type];
  addImports(
    edited,
    "tsop",
    imported.map((each) => ({ name: each, isType: true })),
  );
  if (!hasClass(edited, name)) addDeclaration(edited, "handlers", code);
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
  /** The types of tsop that the class imports. */
  readonly imported: readonly string[];
}

export const handlers: Readonly<Record<WebhookType, Handler>> = {
  defaulting: { method: "withDefaulter", imported: ["AdmissionContext", "Defaulter"] },
  validation: { method: "withValidator", imported: ["AdmissionContext", "ValidationResult", "Validator"] },
};
