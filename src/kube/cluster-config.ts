/** All that is needed to talk to one API server: read from a kubeconfig or found in a pod. Plain data. */
export interface ClusterConfig {
  /** Where this was found: the path of a kubeconfig, or `in-cluster`. */
  readonly source: string;
  /** Name of the context; undefined in a pod. */
  readonly context: string | undefined;
  /** Address with scheme, and a base path where there is one: `https://10.0.0.1:6443`. No slash at the end. */
  readonly server: string;
  /** The context's namespace, or `default`. */
  readonly namespace: string;
  readonly tls: TlsConfig;
  readonly auth: AuthConfig;
  readonly impersonate?: Impersonation;
  /** Address of an HTTP proxy that connects to the server. */
  readonly proxyUrl?: string;
}

/** PEM text, given as it is or in a file that is read again when it changes. */
export type PemSource =
  { readonly kind: "data"; readonly data: string } | { readonly kind: "file"; readonly path: string };

export interface TlsConfig {
  /** Who may sign the server's certificate. Default: the authorities that Node knows. */
  readonly ca?: PemSource;
  /** Our own certificate and key. Both or none. */
  readonly cert?: PemSource;
  readonly key?: PemSource;
  /** Trust any certificate. Default false. */
  readonly insecureSkipVerify?: boolean;
  /** The name to look for in the server's certificate instead of the address. */
  readonly serverName?: string;
}

/** How to say who we are. A client certificate is in {@link TlsConfig}. */
export type AuthConfig =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "token-file"; readonly path: string }
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | ({ readonly kind: "exec" } & ExecConfig)
  | ({ readonly kind: "oidc" } & OidcConfig)
  | ({ readonly kind: "provider" } & AuthProviderConfig);

/** A login at an OpenID Connect provider. */
export interface OidcConfig {
  /** The kubeconfig and the user, for messages. */
  readonly where: string;
  /** Address with https://, without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The last token that is known. */
  readonly idToken?: string;
  /** What new ones are had with. */
  readonly refreshToken?: string;
  /** Who may sign the provider's certificate. Default: the authorities that Node knows. */
  readonly ca?: PemSource;
}

/** A login by an auth provider that `@kubernetes/client-node` knows. */
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
  /** Said when the program is not installed. */
  readonly installHint?: string;
  /** Tell the program which cluster it is for. */
  readonly clusterInfo?: Readonly<Record<string, unknown>>;
}

export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}
