import type { RequestListener } from "node:http";
import type { Registry } from "prom-client";
import { createGuardedServer, createGuardedTlsServer, type Handler, sendText } from "../http/guarded-server.js";
import { type CertificateFiles, createSecureServer } from "../http/secure-server.js";
import { type CertifiedServer, createOwnTlsServer } from "../webhook/certificates/own-certificates.js";
import type { OwnCertificate } from "../webhook/webhook-server.js";
import type { MetricsGuard } from "./metrics-guard.js";
import type { Surroundings } from "../surroundings.js";

export interface MetricsServerOptions extends Pick<Surroundings, "log" | "clock"> {
  readonly registry: Registry;
  /** The other handlers next to `/metrics`, by path. */
  readonly handlers?: ReadonlyMap<string, RequestListener>;
  /** HTTPS for clients that `guard` allows; undefined: plain HTTP for all clients. */
  readonly secure: { readonly guard: MetricsGuard; readonly certificate: MetricsCertificate } | undefined;
}

/** The source of the certificate. Clients cannot verify a self-signed certificate. */
export type MetricsCertificate =
  | { readonly kind: "self-signed" }
  | { readonly kind: "files"; readonly files: CertificateFiles }
  | OwnCertificate;

const limits = { mostConnections: 200, mostRequests: 100 };

/**
 * Creates the server, which does not listen yet. @throws TsopError `files/read-failed` if the certificate
 * cannot be read
 */
export async function createMetricsServer(options: MetricsServerOptions): Promise<CertifiedServer> {
  const { secure, log, clock, registry } = options;
  const handler = serveMetrics(options);
  const guarded = { purpose: "metrics", log, clock, ...limits };
  if (secure === undefined) return { server: createGuardedServer(handler, guarded) };
  const { certificate } = secure;
  switch (certificate.kind) {
    case "self-signed": {
      const { createSelfSignedCertificate } = await import("../../core/issue-certificates.js");
      return { server: createGuardedTlsServer(handler, await createSelfSignedCertificate(clock.now()), guarded) };
    }
    case "files": {
      const hint = "Check --metrics-cert-path, --metrics-cert-name and --metrics-cert-key.";
      return { server: await createSecureServer(handler, { ...guarded, files: certificate.files, hint }) };
    }
    case "own": {
      const serves = { admission: false, conversion: false, extension: false };
      return createOwnTlsServer(handler, guarded, { ...certificate, purpose: "metrics", serves, registry });
    }
  }
}

function serveMetrics({ registry, secure, handlers }: MetricsServerOptions): Handler {
  return async (request, response, url) => {
    const { pathname: path } = url;
    const method = request.method ?? "GET";
    const handler = handlers?.get(path);
    const verdict =
      path !== "/metrics" && handler === undefined
        ? 404
        : ((await secure?.guard(request.headers.authorization, path, method.toLowerCase())) ?? 200);
    if (verdict !== 200) {
      if (verdict === 429) response.setHeader("retry-after", "1");
      sendText(response, verdict, refusals[verdict]);
    } else if (handler !== undefined) {
      // An async handler may reject.
      await (handler as Handler)(request, response, url);
    } else if (method !== "GET" && method !== "HEAD") {
      sendText(response, 405, "Method Not Allowed\n");
    } else {
      const text = await registry.metrics();
      response.writeHead(200, { "content-type": registry.contentType, "x-content-type-options": "nosniff" });
      response.end(method === "HEAD" ? undefined : text);
    }
  };
}

const refusals = { 401: "Unauthorized\n", 403: "Forbidden\n", 404: "404 page not found\n", 429: "Too Many Requests\n" };
