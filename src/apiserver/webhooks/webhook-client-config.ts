/**
 * Where a webhook is, of admission as of conversion. A type, for an object of the API has an index and an interface has none.
 */
export type WebhookClientConfig = {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** Base64 of PEM. */
  readonly caBundle?: string;
};
