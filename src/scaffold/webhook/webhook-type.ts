export const webhookTypes = ["defaulting", "validation"] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** The keys of PROJECT and the options for the path of a webhook. */
export const pathKeys = { defaulting: "defaultingPath", validation: "validationPath" } as const;

/** Returns the name of the handler class. */
export function handlerName(type: WebhookType, kind: string): string {
  return type === "defaulting" ? `${kind}Defaulter` : `${kind}Validator`;
}
