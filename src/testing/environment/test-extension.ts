import { extensionHost, grantDelegation, type ListeningServer } from "../../cluster/extension-registration.js";
import type { Client } from "../../kube/client.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import type { Logger } from "../../runtime/logger.js";
import { currentProcess, loggerOf } from "../../runtime/operator-process.js";
import type { TestUser } from "./options.js";

export type { ListeningServer };

/**
 * The connection, the certificate and the log of a test's extension API server: options of `createExtensionServer`.
 *
 * @example
 * ```ts
 * import { createExtensionServer, type ExtensionResource } from "tsop/apiserver";
 * import type { ExtensionServerFlags } from "tsop/testing";
 *
 * export const serverAt = (flags: ExtensionServerFlags, resource: ExtensionResource) =>
 *   createExtensionServer({ ...flags, resources: [resource] });
 * ```
 */
export interface ExtensionServerFlags {
  /** The connection of the server's user. */
  readonly config: ClusterConfig;
  readonly certificate: { readonly names: readonly string[] };
  /** 0: a free one. */
  readonly port: number;
  /** Loopback. */
  readonly host: string;
  readonly log: Logger;
}

export async function serverFlags(admin: Client, { name, config }: TestUser): Promise<ExtensionServerFlags> {
  await grantDelegation(admin, name, new AbortController().signal);
  return {
    ...{ config, certificate: { names: [extensionHost] }, port: 0, host: "127.0.0.1" },
    log: loggerOf({ logFormat: undefined, logLevel: "warn" }, currentProcess()),
  };
}
