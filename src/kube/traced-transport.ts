/** Creates a span for each request, following OpenTelemetry's semantic conventions for HTTP clients. */
import { failSpan, inSpan, quietly, type Span, spanKind, traceHeaders, type Tracer } from "../core/tracer.js";
import { ApiError } from "./api-error.js";
import type { Transport, TransportRequest } from "./transport.js";
import { TransportError } from "./transport-error.js";
import { describePath } from "./url-template.js";

/**
 * Returns a transport with a span for each request: one from the call to its response, however often the request was
 * sent. Watches have none, because they do not end.
 */
export function traceTransport(transport: Transport, tracer: Tracer): Transport {
  const { hostname, port, protocol } = new URL(transport.server);
  const place = {
    "server.address": hostname,
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
  return {
    ...transport,
    request: (request) => {
      const { template, namespace } = describePath(request.path);
      const attributes = {
        ...place,
        "http.request.method": request.method,
        "url.full": `${transport.server}${request.path}`,
        "url.template": template,
        ...(namespace === undefined ? {} : { "k8s.namespace.name": namespace }),
      };
      const options = { kind: spanKind.client, attributes };
      return inSpan(tracer, `${request.method} ${template}`, options, async (span) =>
        span === undefined ? transport.request(request) : observe(transport, request, span),
      );
    },
  };
}

async function observe(transport: Transport, request: TransportRequest, span: Span): Promise<string> {
  let resent = 0;
  let headers: Record<string, string> = {};
  quietly(() => (headers = traceHeaders(span)));
  const answered = (statusCode: number): void =>
    quietly(() => span.setAttributes({ "http.response.status_code": statusCode }));
  const resend = (reason: string): void => {
    resent += 1;
    quietly(() => {
      span.addEvent("resend", { reason });
      span.setAttributes({ "http.request.resend_count": resent });
    });
  };
  try {
    return await transport.request({ ...request, trace: { headers, answered, resend } });
  } catch (error) {
    quietly(() => span.setAttributes({ "error.type": typeOf(error) }));
    if (!isAnswer(request, error)) failSpan(span, error);
    throw error;
  }
}

/** A missing object is a normal result of a read. */
function isAnswer({ method }: TransportRequest, error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 404 && (method === "GET" || method === "DELETE");
}

function typeOf(error: unknown): string {
  if (error instanceof ApiError) return String(error.statusCode);
  if (error instanceof TransportError) return error.failure;
  return error instanceof Error ? error.name : "_OTHER";
}
