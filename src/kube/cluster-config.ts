/** The connection to one API server, read from a kubeconfig or found in a pod. Plain data. */
export interface ClusterConfig {
  /** The source of this configuration: the path of a kubeconfig, or `in-cluster`. */
  readonly source: string;
  /** The name of the context; undefined in a pod. */
  readonly context: string | undefined;
  /** The address with scheme and optional base path: `https://10.0.0.1:6443`. No slash at the end. */
  readonly server: string;
  /** The context's namespace, or `default`. */
  readonly namespace: string;
  readonly tls: TlsConfig;
  readonly auth: AuthConfig;
  readonly impersonate?: Impersonation;
  /** The address of an HTTP proxy that connects to the server. */
  readonly proxyUrl?: string;
}

/** PEM text, either inline or in a file. A file is read again when it changes. */
export type PemSource =
  | { readonly kind: "data"; readonly data: string }
  | { readonly kind: "file"; readonly path: string };

export interface TlsConfig {
  /** The certificate authorities that may sign the server's certificate. Default: the authorities that Node trusts. */
  readonly ca?: PemSource;
  /** The client certificate and its key. Set both or neither. */
  readonly cert?: PemSource;
  readonly key?: PemSource;
  /** Accepts any server certificate. Default false. */
  readonly insecureSkipVerify?: boolean;
  /** The name to expect in the server's certificate instead of the address. */
  readonly serverName?: string;
}

/** The credentials of the client. {@link TlsConfig} contains the client certificate. */
export type AuthConfig =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "token-file"; readonly path: string }
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | ({ readonly kind: "exec" } & ExecConfig)
  | ({ readonly kind: "oidc" } & OidcConfig)
  | ({ readonly kind: "provider" } & AuthProviderConfig);

/** A login with an OpenID Connect provider. */
export interface OidcConfig {
  /** The kubeconfig and the user, for messages. */
  readonly where: string;
  /** The issuer's address with https://, without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The last known token. */
  readonly idToken?: string;
  /** The token that requests new tokens. */
  readonly refreshToken?: string;
  /**
   * The certificate authorities that may sign the provider's certificate. Default: the authorities that Node trusts.
   */
  readonly ca?: PemSource;
}

/** A login with an auth provider that `@kubernetes/client-node` supports. */
export interface AuthProviderConfig {
  /** The kubeconfig and the user, for messages. */
  readonly where: string;
  readonly name: "gcp" | "azure";
  readonly config: Readonly<Record<string, string>>;
}

/** A program that prints credentials (an ExecCredential). */
export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  /** The hint to show when the program is not installed. */
  readonly installHint?: string;
  /** The description of the cluster that the program gets. */
  readonly clusterInfo?: Readonly<Record<string, unknown>>;
}

export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}
