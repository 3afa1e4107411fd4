import type { IncomingMessage, ServerResponse } from "node:http";
import { linkSignals } from "../../core/linked-signal.js";
import { BodyReader, type BodyRefusal } from "../http/body-reader.js";
import { type Handler, sendText } from "../http/guarded-server.js";
import type { Logger } from "../logger.js";
import { parseReview, type Review, type ReviewKind } from "./review.js";
import type { WebhookMetrics } from "./webhook-metrics.js";
import type { Surroundings } from "../surroundings.js";

/** What is served at one path. */
export interface ReviewEndpoint {
  readonly kind: ReviewKind;
  /** Answers with a body. What it throws is a fault of ours, answered as {@link failure} says. */
  readonly answer: (review: Review, context: ReviewContext) => Promise<string>;
  /** The answer to what could not be answered. */
  readonly failure: (review: Review, message: string) => string;
}

export interface ReviewContext {
  readonly log: Logger;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface ServeReviewsOptions extends Pick<Surroundings, "log" | "clock"> {
  readonly metrics: WebhookMetrics;
  /** Fires when the manager has stopped. */
  readonly signal: AbortSignal;
}

/**
 * An object is at most 3 MiB on the wire; an update brings two. Source: controller-runtime, pkg/webhook/admission/http.go.
 * In all, nine of the largest: JavaScript's objects take several times the bytes of their JSON.
 */
const limits = { mostBytes: 7 * 1024 * 1024, mostBytesInAll: 64 * 1024 * 1024 };

/** The API server waits no longer, whatever a webhook's configuration says. */
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
    // The connection is gone, and with it whoever has asked.
    log.debug("an answer could not be sent", { error });
    response.destroy();
  } finally {
    metrics.ended(url.pathname, response.statusCode, clock.monotonic() - started);
  }
}

function refuse({ code, message }: BodyRefusal, { log, response }: Exchange): void {
  // Whoever only looks whether a path is served, as `tsop deploy` does, reads it.
  log[code === 405 ? "debug" : "warn"]("cannot answer", { why: message });
  if (code === 503) response.setHeader("retry-after", "1");
  sendText(response, code, `${message}\n`);
}

async function answer(endpoint: ReviewEndpoint, review: Review, url: URL, exchange: Exchange): Promise<string> {
  const { log, metrics, response } = exchange;
  const { signal, abort } = linkSignals([exchange.signal, AbortSignal.timeout(longestWaitOf(url))]);
  // Comes after each answer, too.
  response.once("close", () => abort(new Error("nobody waits for the answer any more")));
  try {
    return await endpoint.answer(review, { log, signal });
  } catch (error) {
    log.error("the webhook failed", { requestID: review.uid, error });
    metrics.failed(url.pathname);
    return endpoint.failure(review, error instanceof Error ? error.message : String(error));
  }
}

/** The API server says for how long it waits: `?timeout=10s`. */
function longestWaitOf({ searchParams }: URL): number {
  const seconds = Number(/^(\d{1,4})s$/.exec(searchParams.get("timeout") ?? "")?.[1] ?? 0);
  return seconds === 0 ? longestWaitMs : Math.min(seconds * 1000, longestWaitMs);
}

async function readReviewBody({ request, bodies }: Exchange): ReturnType<BodyReader["read"]> {
  if (request.method !== "POST") return { code: 405, message: "webhooks are asked by POST" };
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { code: 415, message: `contentType=${type.slice(0, 100)}, expected application/json` };
  }
  return bodies.read(request);
}
