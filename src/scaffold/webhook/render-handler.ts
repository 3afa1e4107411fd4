import type { Names } from "../naming.js";
import type { Placement } from "../placement.js";
import { handlerName, type WebhookType } from "./webhook-type.js";

const handlerTemplates = { defaulting: "webhook/defaulter.ts.hbs", validation: "webhook/validator.ts.hbs" } as const;

/** Returns the code of the class. */
export function renderHandler({ templates }: Placement, type: WebhookType, kind: string, { variable }: Names): string {
  return templates.render(handlerTemplates[type], { name: handlerName(type, kind), kind, variable }).trimEnd();
}
