/** The webhooks that an operator's code registers: the input of their configurations. */
import type { SourceLocation } from "../core/source-location.js";
import type { Tag } from "./annotations.js";

export type WebhookOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The type of handler: a defaulter, a validator, or a custom handler. */
export type WebhookHandler = "defaulter" | "validator" | "any";

/** An admission webhook, registered once, for one kind. */
export interface WebhookModel {
  readonly handler: WebhookHandler;
  /** The kind that it is registered for; undefined for a custom handler. */
  readonly kind: { readonly apiVersion: string; readonly kind: string } | undefined;
  /** The operations that the handler handles; undefined if the code does not reveal them. */
  readonly operations: readonly WebhookOperation[] | undefined;
  /** The path in the code: the default, or unknown if the code does not reveal it. */
  readonly path: { readonly kind: "default" | "unknown" } | { readonly kind: "said"; readonly text: string };
  /** The tags above the handler and above the call. */
  readonly tags: readonly Tag[];
  /** As in `…withValidator(new BarValidator())`. */
  readonly why: string;
  readonly at: SourceLocation;
}

/** A kind whose versions the operator converts. */
export interface ConversionModel {
  readonly hub: { readonly apiVersion: string; readonly kind: string };
  /** The other versions; undefined if the code does not reveal them. */
  readonly spokes: readonly { readonly apiVersion: string; readonly kind: string }[] | undefined;
  readonly why: string;
  readonly at: SourceLocation;
}

export interface WebhooksModel {
  readonly admissions: readonly WebhookModel[];
  readonly conversions: readonly ConversionModel[];
  /** `@webhookConfiguration` tags, which can be in any comment. */
  readonly configurations: readonly Tag[];
}

export const noWebhooks: WebhooksModel = { admissions: [], conversions: [], configurations: [] };
