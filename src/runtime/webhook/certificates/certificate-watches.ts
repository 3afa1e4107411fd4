import { defined } from "../../../core/defined.js";
import { Secret } from "../../../k8s/core/v1.js";
import type { Kind, ObjectKey } from "../../../kube/objects.js";
import { Cache, checkCaches } from "../../cache/cache.js";
import type { Informer } from "../../cache/informer.js";
import { bundlePlaces, definitions, type WebhookCaller, webhookConfigurations } from "./ca-bundles.js";
import type { CertificateClient } from "./certificate-rights.js";
import type { Surroundings } from "../../surroundings.js";

export interface CertificateWatchesOptions extends Surroundings {
  readonly client: CertificateClient;
  readonly secret: Required<ObjectKey>;
  readonly service: Required<ObjectKey>;
  /** Whether somebody asks this manager for admission, and for conversions. */
  readonly serves: { readonly admission: boolean; readonly conversion: boolean };
}

/** An object that names the Service. */
export interface BundleTarget {
  readonly kind: Kind;
  readonly object: WebhookCaller;
}

/** Watches the Secret, and whatever may name the Service. A cache of its own: nothing of the operator's waits for it. */
export class CertificateWatches {
  readonly #cache: Cache;
  readonly #informers: Informer<WebhookCaller>[];
  readonly #service: Required<ObjectKey>;

  constructor(options: CertificateWatchesOptions, onChange: () => void) {
    const { secret, service, serves } = options;
    this.#service = service;
    const isNamespaced = (kind: Kind): Promise<boolean> => Promise.resolve(kind.kind === "Secret");
    this.#cache = new Cache({ ...options, namespaces: [], isNamespaced });
    const keepNothing = (object: Secret): Secret => ({ ...object, data: {} }); // it is read anew whenever it matters
    const selection = { fields: `metadata.name=${secret.name}`, namespaces: [secret.namespace] };
    this.#cache.informerFor(Secret, { ...selection, transform: keepNothing }).onChange(onChange);
    const kinds = [...(serves.admission ? webhookConfigurations : []), ...(serves.conversion ? [definitions] : [])];
    this.#informers = kinds.map((kind) => {
      const informer = this.#cache.informerFor(kind, { transform: onlyPlaces });
      informer.onChange(({ object }) => {
        if (bundlePlaces(object, service).length > 0) onChange();
      });
      void informer.waitForSync().then(onChange);
      return informer;
    });
  }

  start(): void {
    this.#cache.start();
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  /** Whether all that names the Service is known. */
  get isSynced(): boolean {
    return this.#informers.every(({ isSynced }) => isSynced);
  }

  /** What names the Service, as far as it is known. */
  targets(): BundleTarget[] {
    return this.#informers.flatMap((informer) =>
      Array.from(informer.values(), (object) => ({ kind: informer.kind, object })).filter(
        ({ object }) => bundlePlaces(object, this.#service).length > 0,
      ),
    );
  }

  /** Throws where something is not known yet, or not any more. */
  check(): void {
    checkCaches([this.#cache]);
  }
}

/** CRDs are large, and others' are not looked at. */
function onlyPlaces({ apiVersion, kind, metadata, webhooks, spec }: WebhookCaller): WebhookCaller {
  const conversion = spec?.conversion;
  const { name, uid, resourceVersion } = metadata;
  return {
    ...{ apiVersion, kind, metadata: defined({ name, uid, resourceVersion }) },
    ...(webhooks && {
      webhooks: webhooks.map((each) => defined({ name: each.name, clientConfig: each.clientConfig })),
    }),
    ...(conversion && { spec: { conversion } }),
  };
}
