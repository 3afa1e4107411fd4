export const webhookTypes = ["defaulting", "validation"] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** What the class is called that does it. */
export function handlerName(type: WebhookType, kind: string): string {
  return type === "defaulting" ? `${kind}Defaulter` : `${kind}Validator`;
}
