import { Listener } from "../apiserver/http/listener.js";
import { type ServedHttp, serveHttp } from "../apiserver/http/serve-http.js";
import { systemClock, type Clock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import type { ServingCertificate } from "../core/serving-certificate.js";
import { linkSignals, type LinkedSignal } from "../core/linked-signal.js";
import { whenAborted } from "../core/until-aborted.js";
import { clusterConfigOf } from "../kube/from-kube-config.js";
import { createLiveClient, type HttpClient } from "../kube/http-client.js";
import { configOf, podNamespace } from "../runtime/create-manager.js";
import type { Logger } from "../runtime/logger.js";
import { currentProcess, loggerOf } from "../runtime/operator-process.js";
import { parseManagerFlags } from "../runtime/manager-flags.js";
import type { Runnable } from "../runtime/runnable.js";
import { openCertificate } from "./certificate.js";
import { createHandler } from "./create-handler.js";
import { type CheckedResource, checkResources } from "./definitions.js";
import { accessReviews } from "./delegation/access-reviews.js";
import { delegatedAuthentication } from "./delegation/authenticate.js";
import { tokenReviews } from "./delegation/token-reviews.js";
import { certificateFrom, hostFrom, portFrom } from "./environment.js";
import type { ExtensionCertificate, ExtensionServerOptions } from "./options.js";
import { followTrust, readTrust, untilReachable } from "./trust/follow-trust.js";
import type { KnownTrust } from "./trust/known-trust.js";

/** An extension API server that listens. */
export interface OpenExtensionServer {
  readonly port: number;
  /** The authority of a certificate that the server created itself, in PEM. The APIService needs it in base64. */
  readonly caBundle: string | undefined;
  /** Ends all requests and watches. */
  close(): Promise<void>;
}

/** See {@link createExtensionServer}. Every replica serves, whether it leads or not. */
export class ExtensionServer implements Runnable {
  readonly needsLeaderElection = false;
  readonly #parts: ServerParts;

  /** @internal */
  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /**
   * Starts to listen.
   *
   * @throws TsopError `extension/no-trust` if the server cannot read whom the main API server lets in;
   * `files/read-failed` if the certificate cannot be read; `runtime/port-unavailable`; the errors of the storages
   */
  open(): Promise<OpenExtensionServer> {
    return this.#open(linkSignals([]));
  }

  /** @param stop - fires when the server must stop, also while it waits for its certificate */
  async #open(stop: LinkedSignal): Promise<OpenExtensionServer> {
    const { resources, client, namespace, clock, log, port, host } = this.#parts;
    let trust: KnownTrust = await readTrust(client);
    if (trust.requestHeader === undefined) {
      log.warn("the API server does not identify itself: requests that it passes on are anonymous", {
        hint: "Start kube-apiserver with --requestheader-client-ca-file and --proxy-client-cert-file.",
      });
    }
    const parts = { ...this.#parts, random: Math.random };
    const certificate = await openCertificate(this.#parts.certificate, parts, stop.signal);
    const handler = await createHandler({
      ...{ resources, client, namespace, clock, log },
      authenticate: delegatedAuthentication({
        ...{ log, identifyToken: tokenReviews(client, clock) },
        trust: () => trust,
        now: () => Date.now(),
      }),
      decide: accessReviews(client, clock, log),
    });
    const listener = await listen(port, host, certificate.current, trust, serveHttp(handler.handle)).catch(
      async (error: unknown) => {
        stop.abort(error);
        await handler.close();
        throw error;
      },
    );
    let current: ServingCertificate = certificate.current;
    const renew = (): void => listener.renew(current, trust.pem);
    const onChange = (next: KnownTrust): void => {
      trust = next;
      renew();
    };
    const use = (next: ServingCertificate): void => {
      current = next;
      renew();
    };
    const followed = [followTrust({ ...parts, onChange }, stop.signal), certificate.follow(use)];
    log.info("serving an extension API", { port: listener.port });
    return {
      port: listener.port,
      caBundle: certificate.caBundle,
      close: async () => {
        stop.abort(new Error("the server has stopped"));
        handler.endStreams();
        await listener.close();
        await Promise.all(followed);
        await handler.close();
      },
    };
  }

  /** Serves until the signal fires. */
  async start(signal: AbortSignal): Promise<void> {
    try {
      await untilReachable({ ...this.#parts, random: Math.random }, signal);
      const server = await this.#open(linkSignals([signal]));
      await whenAborted(signal);
      await server.close();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#parts.client.close();
    }
  }
}

interface ServerParts {
  readonly resources: readonly CheckedResource[];
  readonly certificate: ExtensionCertificate;
  readonly port: number;
  readonly host: string;
  /** The namespace of the pod; undefined elsewhere. */
  readonly namespace: string | undefined;
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
}

async function listen(
  port: number,
  host: string,
  certificate: ServingCertificate,
  { pem }: KnownTrust,
  { handle, handleStream }: ServedHttp,
): Promise<Listener> {
  const clients = { requestCert: true, rejectUnauthorized: false, ...(pem === undefined ? {} : { ca: pem }) };
  try {
    return await Listener.open(port, certificate, handle, { host, handleStream, ...clients });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TsopError("runtime/port-unavailable", `the extension API server cannot listen on port ${port}: ${why}`, {
      hint: "Set another `port`.",
      cause: error,
    });
  }
}

/**
 * Creates an extension API server: it serves kinds behind the main API server, which passes on the requests for their group. What
 * the main API server does for the kinds of CRDs, this server does for its own: discovery, OpenAPI, validation, defaults, pruning,
 * versions, tables, server-side apply, watches, selectors, pages. Where the objects are is up to you
 * ({@link memoryStorage}, {@link fileStorage}, {@link virtualStorage}, or an {@link ObjectStorage} of your own).
 *
 * The main API server decides who a user is and what the user may do: the server accepts users that it names in headers over its
 * client certificate, certificates of its authority, and tokens that a TokenReview confirms; it asks with a SubjectAccessReview,
 * and keeps an answer for 10 seconds. The account needs the ClusterRole `system:auth-delegator`, the Role
 * `extension-apiserver-authentication-reader` of `kube-system`, and `get` for namespaces.
 *
 * @throws TsopError `extension/invalid-definition` with everything that is wrong with the definitions; `usage/invalid-argument` if
 * the environment contradicts itself; the errors of `loadKubeConfig`
 *
 * @example
 * ```ts
 * import { runManager } from "tsop";
 * import { createExtensionServer, type ExtensionResource } from "tsop/apiserver";
 *
 * export async function serve(resources: readonly ExtensionResource[]): Promise<void> {
 *   await runManager({ name: "readings" }, async (manager) => {
 *     manager.add(await createExtensionServer({ resources, log: manager.log }));
 *   });
 * }
 * ```
 */
export async function createExtensionServer(options: ExtensionServerOptions): Promise<ExtensionServer> {
  const resources = checkResources(options.resources);
  const { env } = currentProcess();
  const { certificate = certificateFrom(env), port = portFrom(env), host = hostFrom(env) ?? "" } = options;
  const flags = parseManagerFlags([], {});
  const config =
    options.config === undefined ? await configOf(flags) : clusterConfigOf(options.config, "createExtensionServer()");
  const client = createLiveClient(config, { userAgent: "tsop-apiserver" });
  const log = options.log ?? loggerOf(flags, currentProcess());
  const { clock = systemClock } = options;
  return new ExtensionServer({
    resources,
    certificate,
    port,
    host,
    namespace: podNamespace(config),
    client,
    clock,
    log,
  });
}
