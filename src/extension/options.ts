import type { Clock } from "../core/clock.js";
import type { CustomResourceDefinition } from "../k8s/apiextensions/v1.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { KubeConfigLike } from "../kube/from-kube-config.js";
import type { Kind, KubeObject } from "../kube/objects.js";
import type { Logger } from "../runtime/logger.js";
import type { Defaulter, Validator } from "../runtime/webhook/admission.js";
import type { WebhookCertificateOptions } from "../runtime/webhook/certificates/certificate-timing.js";
import type { Spoke } from "../runtime/webhook/conversion.js";
import type { ExtensionSubresource } from "./subresources/subresources.js";
import type { ResourceStorage } from "./storage.js";

/** A kind that an extension API server serves. */
export interface ExtensionResource<T extends KubeObject = KubeObject> {
  /**
   * The names, versions, schemas, columns and subresources of the kind, in the form of a CustomResourceDefinition, as
   * `tsop manifests` generates it from types. Nothing is created in the cluster.
   */
  readonly definition: CustomResourceDefinition;
  readonly storage: ResourceStorage<T>;
  /** Sets defaults beyond those of the schema, like a webhook's. */
  readonly defaulter?: Defaulter<T>;
  /** Checks objects beyond the schema, like a webhook's. */
  readonly validator?: Validator<T>;
  /**
   * Subresources of your own, by name: {@link textSubresource}, {@link objectSubresource}, {@link streamSubresource}. They exist in all versions. The
   * definition declares `status` and `scale`.
   */
  readonly subresources?: Readonly<Record<string, ExtensionSubresource<T>>>;
  /** Converts between the versions, like a conversion webhook. Absent: the versions differ in their name only. */
  readonly conversion?: ExtensionConversion<T>;
}

/** The versions of a kind, and their conversions to the hub and back. */
export interface ExtensionConversion<Hub extends KubeObject> {
  readonly hub: Kind<Hub>;
  readonly spokes: readonly Spoke<Hub>[];
}

/** The options of {@link createExtensionServer}. */
export interface ExtensionServerOptions {
  readonly resources: readonly ExtensionResource[];
  /**
   * The connection to the main API server, if it does not come from a kubeconfig on disk. Default: `KUBECONFIG`, the pod's account
   * or `~/.kube/config`.
   */
  readonly config?: ClusterConfig | KubeConfigLike;
  /**
   * Default: the environment chooses, as in the manifests of `tsop create apiserver`. `APISERVER_CERT_SECRET` and
   * `APISERVER_SERVICE` name the Secret and the Service, and `APISERVER_CERT_PATH` a folder, which has precedence. Without these
   * variables, the server creates a certificate for loopback at each start.
   */
  readonly certificate?: ExtensionCertificate;
  /** Default: `APISERVER_PORT`, or 6443. 0 chooses a free one. */
  readonly port?: number;
  /** The address to listen on. Default: `APISERVER_BIND_ADDRESS`, or all addresses. */
  readonly host?: string;
  /** Default: lines on stderr. */
  readonly log?: Logger;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** The certificate of the server, which the APIService's `caBundle` must verify for the name `SERVICE.NAMESPACE.svc`. */
export type ExtensionCertificate =
  /** Read again when the files change. The default names are those of a Secret of type `kubernetes.io/tls`. */
  | { readonly folder: string; readonly certName?: string; readonly keyName?: string }
  | OwnExtensionCertificate
  /** Created at the start with a new authority: {@link OpenExtensionServer.caBundle}. Valid for loopback and these names. */
  | { readonly names: readonly string[] };

/**
 * The server creates the certificate, stores it in the Secret, which all replicas share, and writes its authority to every
 * APIService that names the Service. It replaces both in time, like a manager for its webhooks. The account needs `get`, `list`,
 * `watch` and `update` for the Secret, and `list`, `watch` and `patch` for its APIServices.
 *
 * @example
 * ```ts
 * import type { OwnExtensionCertificate } from "tsop/apiserver";
 *
 * export const certificate: OwnExtensionCertificate = { secret: "readings-cert", service: "readings" };
 * ```
 */
export interface OwnExtensionCertificate extends WebhookCertificateOptions {
  /** The name of the Secret. It may exist, without data. */
  readonly secret: string;
  /** The name of the Service in the APIServices. */
  readonly service: string;
}
