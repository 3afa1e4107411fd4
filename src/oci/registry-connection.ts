/** Sends requests to one address, such as a registry, its token server, or the storage to which it redirects. */
import { createReadStream } from "node:fs";
import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import { createAgentPool } from "../kube/agents.js";
import { proxyFromEnvironment } from "../kube/proxy.js";
import { toTransportError } from "../kube/transport-error.js";

/** The body of an upload: bytes, or a file. */
export type Body = Uint8Array | { readonly file: string; readonly size: number };

export interface RegistryRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

export interface RegistryResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body. The caller must read it to its end, or call `discard`. */
  readonly stream: AsyncIterable<Uint8Array>;
  discard(): void;
}

export interface ConnectionOptions {
  readonly tlsVerify: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface Connections {
  /** Returns the response, whatever its status is. @throws TransportError, or the reason of the signal */
  send(request: RegistryRequest): Promise<RegistryResponse>;
  close(): void;
}

/** The milliseconds without a byte after which a request fails. A registry may compute a digest for some seconds. */
const idleTimeoutMs = 60_000;

/** Creates connections that keep their sockets until `close`. */
export function createConnections({ tlsVerify, env, signal }: ConnectionOptions): Connections {
  const pools = new Map<string, ReturnType<typeof createAgentPool>>();
  const poolOf = ({ origin }: URL): ReturnType<typeof createAgentPool> => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const proxyUrl = proxyFromEnvironment(origin, env);
    const config = {
      source: origin,
      context: undefined,
      server: origin,
      namespace: "",
      tls: { insecureSkipVerify: !tlsVerify },
      auth: { kind: "none" },
      ...(proxyUrl === undefined ? {} : { proxyUrl }),
    } as const;
    const pool = createAgentPool(config, systemClock);
    pools.set(origin, pool);
    return pool;
  };
  return {
    async send(request) {
      signal.throwIfAborted();
      const { requests: agent } = await poolOf(request.url).get({ headers: {} });
      return exchange(request, agent, signal);
    },
    close() {
      for (const pool of pools.values()) pool.close();
    },
  };
}

async function exchange(
  { method, url, headers = {}, body }: RegistryRequest,
  agent: http.Agent,
  signal: AbortSignal,
): Promise<RegistryResponse> {
  const size = body === undefined ? undefined : body instanceof Uint8Array ? body.length : body.size;
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method,
    agent,
    signal,
    timeout: idleTimeoutMs,
    headers: {
      "user-agent": "tsop",
      ...headers,
      ...(size === undefined
        ? method === "POST"
          ? { "content-length": "0" }
          : {}
        : { "content-length": String(size) }),
    },
  });
  const explain = (error: unknown): unknown => (signal.aborted ? signal.reason : toTransportError(error, url.origin));
  request.on("timeout", () => request.destroy(Object.assign(new Error("no response"), { code: "ETIMEDOUT" })));
  try {
    const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.on("error", reject);
    });
    // A registry may respond before it has read the whole body: the response then counts, not the broken upload.
    const sent = body === undefined || body instanceof Uint8Array ? end(request, body) : upload(request, body);
    const response = await Promise.race([
      answer,
      sent.then(
        () => answer,
        () => answer,
      ),
    ]);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      stream: chunks(response, explain),
      discard: () => void response.resume(),
    };
  } catch (error) {
    throw explain(error);
  }
}

function end(request: http.ClientRequest, body: Uint8Array | undefined): Promise<void> {
  request.end(body);
  return Promise.resolve();
}

function upload(request: http.ClientRequest, { file }: { readonly file: string }): Promise<void> {
  return pipeline(createReadStream(file), request);
}

async function* chunks(
  response: http.IncomingMessage,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array; // no encoding is set
    if (!response.complete) throw Object.assign(new Error("the response is incomplete"), { code: "ECONNRESET" });
  } catch (error) {
    throw explain(error);
  }
}

/** Reads the body of a response. @throws TsopError `image/bad-registry` for a body over the limit */
export async function readBody(response: RegistryResponse, limit: number, where: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.stream) {
    size += part.length;
    if (size > limit) {
      throw new TsopError("image/bad-registry", `${where} returned more than ${limit / 1024 / 1024} MiB`, {});
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
