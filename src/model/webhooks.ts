/** The webhooks that an operator's code registers: the input of their configurations. */
import type { SourceLocation } from "../core/source-location.js";
import type { Tag } from "./annotations.js";

export type WebhookOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** What is asked: a defaulter, a validator, or a handler of its own. */
export type WebhookHandler = "defaulter" | "validator" | "any";

/** An admission webhook, registered once, for one kind. */
export interface WebhookModel {
  readonly handler: WebhookHandler;
  /** The kind that it is registered for; undefined for a handler of its own. */
  readonly kind: { readonly apiVersion: string; readonly kind: string } | undefined;
  /** What the handler answers; undefined where the code does not tell. */
  readonly operations: readonly WebhookOperation[] | undefined;
  /** Where the code says that it is served: nowhere in particular, or where nobody can tell from the code. */
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
  /** The other versions; undefined where the code does not tell. */
  readonly spokes: readonly { readonly apiVersion: string; readonly kind: string }[] | undefined;
  readonly why: string;
  readonly at: SourceLocation;
}

export interface WebhooksModel {
  readonly admissions: readonly WebhookModel[];
  readonly conversions: readonly ConversionModel[];
  /** `@webhookConfiguration` tags, which stand in any comment. */
  readonly configurations: readonly Tag[];
}

export const noWebhooks: WebhooksModel = { admissions: [], conversions: [], configurations: [] };
