import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Registry } from "prom-client";
import type { Clock } from "../../core/clock.js";
import { createSecureServer } from "../http/secure-server.js";
import type { CertificateFiles } from "../http/serving-certificate.js";
import type { Logger } from "../logger.js";
import type { MetricsGuard } from "./metrics-guard.js";

export interface MetricsServerOptions {
  readonly registry: Registry;
  readonly log: Logger;
  readonly clock: Clock;
  /** What is served beside `/metrics`, by path. */
  readonly handlers?: ReadonlyMap<string, RequestListener>;
  /** HTTPS for those whom `guard` lets in; undefined: plain HTTP for everybody. */
  readonly secure: { readonly guard: MetricsGuard; readonly files: CertificateFiles | undefined } | undefined;
}

/** Makes the server, not listening yet. @throws TsopError `files/read-failed` when there is no certificate to read */
export async function createMetricsServer(options: MetricsServerOptions): Promise<Server> {
  const { secure, clock } = options;
  const listener = serveMetrics(options);
  if (secure === undefined) return createHttpServer(listener);
  const { files } = secure;
  if (files === undefined) {
    const { createSelfSignedCertificate } = await import("../http/self-signed-certificate.js");
    return createHttpsServer(await createSelfSignedCertificate(clock.now()), listener);
  }
  const hint = "Check --metrics-cert-path, --metrics-cert-name and --metrics-cert-key.";
  return createSecureServer(listener, { ...options, files, purpose: "metrics", hint });
}

function serveMetrics({ registry, log, secure, handlers }: MetricsServerOptions): RequestListener {
  const answer = async (
    path: string,
    method: string,
    authorization: string | undefined,
  ): Promise<[number, string] | RequestListener> => {
    const handler = handlers?.get(path);
    if (path !== "/metrics" && handler === undefined) return [404, "404 page not found\n"];
    if (secure !== undefined) {
      const verdict = await secure.guard(authorization, path, method.toLowerCase());
      if (verdict === 401) return [401, "Unauthorized\n"];
      if (verdict === 403) return [403, "Forbidden\n"];
    }
    if (handler !== undefined) return handler;
    return method === "GET" || method === "HEAD" ? [200, await registry.metrics()] : [405, "Method Not Allowed\n"];
  };
  return (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    answer(path, request.method ?? "GET", request.headers.authorization)
      .then((answered) => {
        if (typeof answered !== "function") return answered;
        answered(request, response);
        return undefined;
      })
      .catch((error: unknown): [number, string] => {
        log.error("cannot serve metrics", { error });
        return [500, "Internal Server Error\n"];
      })
      .then((answered) => {
        if (answered === undefined || response.headersSent) return;
        const [status, text] = answered;
        const type = status === 200 ? registry.contentType : "text/plain; charset=utf-8";
        response.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff" });
        response.end(request.method === "HEAD" ? undefined : text);
      })
      .catch((error: unknown) => log.debug("an answer could not be sent", { error }));
  };
}
