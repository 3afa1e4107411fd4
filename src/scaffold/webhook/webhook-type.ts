export const webhookTypes = ["defaulting", "validation"] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** Returns the name of the handler class. */
export function handlerName(type: WebhookType, kind: string): string {
  return type === "defaulting" ? `${kind}Defaulter` : `${kind}Validator`;
}
