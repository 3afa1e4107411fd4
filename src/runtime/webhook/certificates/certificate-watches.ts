import { defined } from "../../../core/defined.js";
import { Secret } from "../../../k8s/core/v1.js";
import type { Kind, ObjectKey } from "../../../kube/objects.js";
import { Cache, checkCaches } from "../../cache/cache.js";
import type { Informer } from "../../cache/informer.js";
import { apiServices, bundlePlaces, definitions, type ServiceCaller, webhookConfigurations } from "./ca-bundles.js";
import type { CertificateClient } from "./certificate-rights.js";
import type { Surroundings } from "../../surroundings.js";

export interface CertificateWatchesOptions extends Surroundings {
  readonly client: CertificateClient;
  readonly secret: Required<ObjectKey>;
  readonly service: Required<ObjectKey>;
  /** What this process serves: admission, conversions, an extension API. */
  readonly serves: { readonly admission: boolean; readonly conversion: boolean; readonly extension: boolean };
}

/** An object that names the Service. */
interface BundleTarget {
  readonly kind: Kind;
  readonly object: ServiceCaller;
}

export interface BundleTargets {
  readonly known: readonly BundleTarget[];
  /** Whether all of them are known. */
  readonly isComplete: boolean;
}

/**
 * Watches the Secret, and all objects that may name the Service. Uses its own cache, so that the operator does not wait
 * for it.
 */
export class CertificateWatches {
  readonly #cache: Cache;
  readonly #informers: Informer<ServiceCaller>[];
  readonly #service: Required<ObjectKey>;

  constructor(options: CertificateWatchesOptions, onChange: () => void) {
    const { secret, service, serves } = options;
    this.#service = service;
    const isNamespaced = (kind: Kind): Promise<boolean> => Promise.resolve(kind.kind === "Secret");
    this.#cache = new Cache({ ...options, namespaces: [], isNamespaced });
    const keepNothing = (object: Secret): Secret => ({ ...object, data: {} }); // the Secret is read again whenever its data is needed
    const selection = { fields: `metadata.name=${secret.name}`, namespaces: [secret.namespace] };
    this.#cache.informerFor(Secret, { ...selection, transform: keepNothing }).onChange(onChange);
    const kinds = [
      ...(serves.admission ? webhookConfigurations : []),
      ...(serves.conversion ? [definitions] : []),
      ...(serves.extension ? [apiServices] : []),
    ];
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

  /** Returns the objects that name the Service, as far as they are known. */
  targets(): BundleTargets {
    const known = this.#informers.flatMap((informer) =>
      Array.from(informer.values(), (object) => ({ kind: informer.kind, object })).filter(
        ({ object }) => bundlePlaces(object, this.#service).length > 0,
      ),
    );
    return { known, isComplete: this.#informers.every(({ isSynced }) => isSynced) };
  }

  /** Throws if an object is not known yet, or no longer up to date. */
  check(): void {
    checkCaches([this.#cache]);
  }
}

/** Keeps only the fields that are needed here: CRDs are large, and those of other programs are not read. */
function onlyPlaces({ apiVersion, kind, metadata, webhooks, spec }: ServiceCaller): ServiceCaller {
  const { conversion, service, caBundle } = spec ?? {};
  const { name, uid, resourceVersion } = metadata;
  return {
    ...{ apiVersion, kind, metadata: defined({ name, uid, resourceVersion }) },
    ...(webhooks && {
      webhooks: webhooks.map((each) => defined({ name: each.name, clientConfig: each.clientConfig })),
    }),
    ...(spec && { spec: defined({ conversion, service, caBundle }) }),
  };
}
