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
  /** What is added, and the code of each class. */
  readonly types: readonly { readonly type: WebhookType; readonly code: string }[];
  /** Where conversions are, and what their constants are called. */
  readonly spokes: readonly { readonly constant: string; readonly module: string }[];
}

/** Puts handlers into a file which is there, or has just been made. */
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
  /** Types of tsop that the class needs. */
  readonly imported: readonly string[];
}

const handlers: Readonly<Record<WebhookType, Handler>> = {
  defaulting: { method: "withDefaulter", imported: ["AdmissionContext", "Defaulter"] },
  validation: { method: "withValidator", imported: ["AdmissionContext", "ValidationResult", "Validator"] },
};
