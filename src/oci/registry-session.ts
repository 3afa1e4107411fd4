/** The requests to one registry: its address, the login, redirects, and repetition. */
import { setTimeout as delay } from "node:timers/promises";
import { TsopError } from "../core/errors.js";
import { field, readJson, text } from "../core/json-fields.js";
import { oneLine } from "../core/visible.js";
import { retryAfterMs } from "../kube/retry.js";
import { TransportError } from "../kube/transport-error.js";
import { registryAddresses } from "./image-name.js";
import {
  type Connections,
  createConnections,
  readBody,
  type RegistryRequest,
  type RegistryResponse,
} from "./registry-connection.js";
import { answerChallenge, readChallenge, type RegistryCredentials, unauthorized } from "./registry-login.js";

export interface SessionOptions {
  /** The registry, as in image names: `docker.io`, `127.0.0.1:5000`. */
  readonly registry: string;
  /** Whether the registry needs a trusted certificate. False also allows plain HTTP. */
  readonly tlsVerify: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: () => Promise<RegistryCredentials | undefined>;
  readonly signal: AbortSignal;
  /** Waits before a request is repeated. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export type SessionRequest = Omit<RegistryRequest, "url"> & {
  /** The permissions that the request needs, in the words of the token specification. */
  readonly scope: string;
  readonly query?: Readonly<Record<string, string>>;
} & ({ readonly path: string } | { readonly location: string });

export interface Session {
  readonly name: string;
  /** Returns the response after the login, redirects and repetition. */
  send(request: SessionRequest): Promise<RegistryResponse>;
  /** Repeats an action while its connection breaks or the registry is overloaded. */
  repeat<T>(action: () => Promise<T>): Promise<T>;
  close(): void;
}

const mostAttempts = 5;
const mostRedirects = 5;
const longestWait = 30_000;

/** The response of an overloaded registry: the request may be repeated. */
class Overloaded extends Error {
  readonly waitMs: number | undefined;
  readonly response: RegistryResponse;
  constructor(response: RegistryResponse, waitMs: number | undefined) {
    super(`status ${response.status}`);
    this.response = response;
    this.waitMs = waitMs;
  }
}

export function createSession(options: SessionOptions): Session {
  const { registry, tlsVerify, env, signal, wait = waitFor } = options;
  const addresses = registryAddresses(registry, tlsVerify);
  const connections = createConnections({ tlsVerify: tlsVerify && addresses.length === 1, env, signal });
  const tokens = new Map<string, string>();
  let base: Promise<URL> | undefined;
  let credentials: Promise<RegistryCredentials | undefined> | undefined;

  const login = async (scope: string, response: RegistryResponse, address: URL): Promise<string> => {
    const challenge = readChallenge(response.headers["www-authenticate"]);
    response.discard();
    if (challenge === undefined) throw unauthorized(registry, "requires a login that tsop does not support");
    credentials ??= options.credentials();
    return answerChallenge(challenge, scope, {
      connections,
      registry,
      isEncrypted: address.protocol === "https:",
      credentials: await credentials,
    });
  };

  const addressOf = async (): Promise<URL> => {
    base ??= findAddress(addresses, connections);
    try {
      return await base;
    } catch (error) {
      base = undefined; // the next attempt asks again
      throw error;
    }
  };

  const sendOnce = async (request: SessionRequest): Promise<RegistryResponse> => {
    const address = await addressOf();
    const { scope } = request;
    const url = urlOf(request, address);
    const attempt = (): Promise<RegistryResponse> => {
      const token = url.origin === address.origin ? tokens.get(scope) : undefined;
      const headers = { ...request.headers, ...(token === undefined ? {} : { authorization: token }) };
      return follow({ ...request, url, headers }, connections, registry);
    };
    const response = await attempt();
    if (response.status !== 401) return response;
    tokens.set(scope, await login(scope, response, address));
    const second = await attempt();
    if (second.status !== 401) return second;
    second.discard();
    tokens.delete(scope);
    throw unauthorized(registry, "rejects the credentials");
  };

  const repeat = async <T>(action: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await action();
      } catch (error) {
        const asked = error instanceof Overloaded ? error.waitMs : undefined;
        const isTemporary =
          error instanceof Overloaded || (error instanceof TransportError && isTemporaryFailure(error));
        if (!isTemporary || attempt >= mostAttempts) throw explained(error, registry);
        await wait(Math.min(asked ?? 200 * 2 ** attempt, longestWait), signal);
      }
    }
  };

  return {
    name: registry,
    async send(request) {
      // The steps of an upload depend on each other, so the whole upload is repeated.
      const isStep = request.method === "POST" || request.method === "PATCH" || "location" in request;
      const action = async (): Promise<RegistryResponse> => {
        const response = await sendOnce(request);
        if (response.status !== 429 && response.status < 500) return response;
        response.discard();
        throw new Overloaded(response, retryAfterMs(response.headers["retry-after"], Date.now()));
      };
      return isStep ? action() : repeat(action);
    },
    repeat,
    close: () => connections.close(),
  };
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal });
}

function isTemporaryFailure({ failure }: TransportError): boolean {
  return failure === "reset" || failure === "timeout" || failure === "refused";
}

function explained(error: unknown, registry: string): unknown {
  if (error instanceof Overloaded) {
    return new TsopError(
      "image/unreachable",
      `the registry ${registry} returned status ${error.response.status} ${mostAttempts} times`,
      {
        hint: "Repeat the command later. What the registry already has is not sent again.",
      },
    );
  }
  if (!(error instanceof TransportError)) return error;
  const { hint = "Check the name of the image and the network." } =
    error.failure === "tls" ? { hint: "If you trust the registry, pass --tls-verify=false." } : {};
  return new TsopError("image/unreachable", `the registry ${registry} cannot be reached: ${error.message}`, {
    hint,
    cause: error,
  });
}

/** Returns the first address that responds. An address with TLS comes first; a plain server breaks its handshake. */
async function findAddress(addresses: readonly string[], connections: Connections): Promise<URL> {
  let failure: unknown;
  for (const address of addresses) {
    const url = new URL(address);
    if (addresses.length === 1) return url;
    try {
      (await connections.send({ method: "GET", url: new URL("/v2/", url) })).discard();
      return url;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function urlOf(request: SessionRequest, address: URL): URL {
  const url = "path" in request ? new URL(`/v2/${request.path}`, address) : new URL(request.location, address);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.append(name, value);
  return url;
}

/** Follows the redirects of a read. A registry sends its clients to a storage that must not see their credentials. */
async function follow(request: RegistryRequest, connections: Connections, registry: string): Promise<RegistryResponse> {
  let current = request;
  for (let count = 0; ; count += 1) {
    const response = await connections.send(current);
    const { location } = response.headers;
    const isRead = current.method === "GET" || current.method === "HEAD";
    if (!isRead || ![301, 302, 303, 307, 308].includes(response.status) || location === undefined) return response;
    response.discard();
    const url = new URL(location, current.url);
    const isDowngrade = current.url.protocol === "https:" && url.protocol !== "https:";
    if (count >= mostRedirects || isDowngrade || !/^https?:$/.test(url.protocol)) {
      throw new TsopError(
        "image/bad-registry",
        `the registry ${registry} redirects to ${oneLine(url.origin)}, which tsop does not follow`,
        {},
      );
    }
    const headers = Object.entries(current.headers ?? {}).filter(
      ([name]) => url.origin === current.url.origin || name !== "authorization",
    );
    current = { ...current, url, headers: Object.fromEntries(headers) };
  }
}

export function bodyOf(response: RegistryResponse): Promise<Buffer> {
  return readBody(response, 1024 * 1024, "the registry");
}

/** Returns the error of a response: its status, and the messages of the registry. */
export async function failedRequest(response: RegistryResponse, registry: string, does: string): Promise<TsopError> {
  const errors = field(readJson((await bodyOf(response)).toString("utf8")), "errors");
  const said = (Array.isArray(errors) ? (errors as unknown[]) : [])
    .slice(0, 3)
    .map((error) => text(error, "message") ?? text(error, "code") ?? "")
    .filter((message) => message !== "")
    .join("; ");
  const detail = oneLine(said === "" ? `status ${response.status}` : `${said} (status ${response.status})`);
  if (response.status === 401 || response.status === 403) {
    return unauthorized(registry, `denies ${does}: `, detail);
  }
  return new TsopError("image/refused", `the registry ${registry} rejected ${does}: ${detail}`, {
    hint: "Check the name of the repository. What the registry already has is not sent again.",
  });
}
