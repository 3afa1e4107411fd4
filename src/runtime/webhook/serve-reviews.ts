import type { IncomingMessage, ServerResponse } from "node:http";
import { linkSignals } from "../../core/linked-signal.js";
import { BodyReader, type BodyRefusal } from "../http/body-reader.js";
import { type Handler, sendText } from "../http/guarded-server.js";
import type { Logger } from "../logger.js";
import { parseReview, type Review, type ReviewKind } from "./review.js";
import type { WebhookMetrics } from "./webhook-metrics.js";
import type { Surroundings } from "../surroundings.js";

/** The handler of one path. */
export interface ReviewEndpoint {
  readonly kind: ReviewKind;
  /**
   * Returns the body of the response. If it throws, the operator has failed, and the response is that of
   * {@link failure}.
   */
  readonly answer: (review: Review, context: ReviewContext) => Promise<string>;
  /** Returns the response for a review that could not be handled. */
  readonly failure: (review: Review, message: string) => string;
}

export interface ReviewContext {
  readonly log: Logger;
  /** Fires when the client no longer waits for the response. */
  readonly signal: AbortSignal;
}

export interface ServeReviewsOptions extends Pick<Surroundings, "log" | "clock"> {
  readonly metrics: WebhookMetrics;
  /** Fires when the manager has stopped. */
  readonly signal: AbortSignal;
}

/**
 * An object is at most 3 MiB in a request; an update contains two. Source: controller-runtime,
 * pkg/webhook/admission/http.go. The total is nine of the largest bodies: JavaScript's objects take several times the
 * bytes of their JSON.
 */
const limits = { mostBytes: 7 * 1024 * 1024, mostBytesInAll: 64 * 1024 * 1024 };

/** The API server never waits longer, whatever a webhook's configuration says. */
const longestWaitMs = 30_000;

/** Serves the endpoints by their paths. */
export function serveReviews(endpoints: ReadonlyMap<string, ReviewEndpoint>, options: ServeReviewsOptions): Handler {
  const bodies = new BodyReader(limits);
  return async (request, response, url) => {
    const endpoint = endpoints.get(url.pathname);
    if (endpoint === undefined) {
      sendText(response, 404, `no webhook is served at ${url.pathname}\n`);
      return;
    }
    await serve(endpoint, url, { ...options, bodies, request, response });
  };
}

interface Exchange extends ServeReviewsOptions {
  readonly bodies: BodyReader;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function serve(endpoint: ReviewEndpoint, url: URL, exchange: Exchange): Promise<void> {
  const { metrics, clock, response } = exchange;
  const log = exchange.log.with({ webhook: url.pathname });
  const started = clock.monotonic();
  metrics.started(url.pathname);
  try {
    const body = await readReviewBody(exchange);
    if ("code" in body) {
      refuse(body, { ...exchange, log });
      return;
    }
    try {
      const review = parseReview(endpoint.kind, body.text);
      if (typeof review === "string") {
        refuse({ code: 400, message: review }, { ...exchange, log });
        return;
      }
      const answered = await answer(endpoint, review, url, { ...exchange, log });
      response.writeHead(200, { "content-type": "application/json" }).end(answered);
    } finally {
      body.release();
    }
  } catch (error) {
    // The connection is closed, so the client no longer waits.
    log.debug("cannot send a response", { error });
    response.destroy();
  } finally {
    metrics.ended(url.pathname, response.statusCode, clock.monotonic() - started);
  }
}

function refuse({ code, message }: BodyRefusal, { log, response }: Exchange): void {
  // 405 is the response to a client that only checks whether a path is served, such as `tsop deploy`.
  log[code === 405 ? "debug" : "warn"]("rejected a request", { why: message });
  if (code === 503) response.setHeader("retry-after", "1");
  sendText(response, code, `${message}\n`);
}

async function answer(endpoint: ReviewEndpoint, review: Review, url: URL, exchange: Exchange): Promise<string> {
  const { log, metrics, response } = exchange;
  const { signal, abort } = linkSignals([exchange.signal, AbortSignal.timeout(longestWaitOf(url))]);
  // Also fires after each response.
  response.once("close", () => abort(new Error("the client closed the connection")));
  try {
    return await endpoint.answer(review, { log, signal });
  } catch (error) {
    log.error("the webhook failed", { requestID: review.uid, error });
    metrics.failed(url.pathname);
    return endpoint.failure(review, error instanceof Error ? error.message : String(error));
  }
}

/** The API server sends its timeout: `?timeout=10s`. */
function longestWaitOf({ searchParams }: URL): number {
  const seconds = Number(/^(\d{1,4})s$/.exec(searchParams.get("timeout") ?? "")?.[1] ?? 0);
  return seconds === 0 ? longestWaitMs : Math.min(seconds * 1000, longestWaitMs);
}

async function readReviewBody({ request, bodies }: Exchange): ReturnType<BodyReader["read"]> {
  if (request.method !== "POST") return { code: 405, message: "webhooks accept only POST" };
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { code: 415, message: `contentType=${type.slice(0, 100)}, expected application/json` };
  }
  return bodies.read(request);
}
