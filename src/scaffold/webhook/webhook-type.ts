export type WebhookType = "defaulting" | "validation";

/** What the class is called that does it. */
export function handlerName(type: WebhookType, kind: string): string {
  return type === "defaulting" ? `${kind}Defaulter` : `${kind}Validator`;
}
