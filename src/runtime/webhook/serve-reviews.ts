import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Clock } from "../../core/clock.js";
import { sendText } from "../http/send-text.js";
import type { Logger } from "../logger.js";
import { parseReview, type Review, type ReviewKind } from "./review.js";
import type { WebhookMetrics } from "./webhook-metrics.js";

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

export interface ServeReviewsOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: WebhookMetrics;
  /** Fires when the manager has stopped. */
  readonly signal: AbortSignal;
}

/** An object is at most 3 MiB on the wire; an update brings two. Source: controller-runtime, pkg/webhook/admission/http.go. */
const mostBytes = 7 * 1024 * 1024;

/** A refusal of HTTP, for what is no question that could be answered. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** Serves the endpoints by their paths. */
export function serveReviews(
  endpoints: ReadonlyMap<string, ReviewEndpoint>,
  options: ServeReviewsOptions,
): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? "/", "https://localhost");
    const endpoint = endpoints.get(url.pathname);
    if (endpoint === undefined) {
      sendText(response, 404, `no webhook is served at ${url.pathname}\n`);
      return;
    }
    void serve(endpoint, url, { ...options, request, response });
  };
}

interface Exchange extends ServeReviewsOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function serve(endpoint: ReviewEndpoint, url: URL, exchange: Exchange): Promise<void> {
  const { metrics, clock, response } = exchange;
  const log = exchange.log.with({ webhook: url.pathname });
  const started = clock.monotonic();
  metrics.started(url.pathname);
  try {
    const review = await readReview(endpoint.kind, exchange);
    if ("code" in review) {
      log.warn("cannot answer", { why: review.message });
      sendText(response, review.code, `${review.message}\n`);
      return;
    }
    const body = await answer(endpoint, review, url, { ...exchange, log });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  } catch (error) {
    // The connection is gone, and with it whoever has asked.
    log.debug("an answer could not be sent", { error });
    response.destroy();
  } finally {
    metrics.ended(url.pathname, response.statusCode, clock.monotonic() - started);
  }
}

async function answer(endpoint: ReviewEndpoint, review: Review, url: URL, exchange: Exchange): Promise<string> {
  const { log, metrics, response, signal } = exchange;
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("nobody waits for the answer any more")));
  const signals = [signal, gone.signal, ...deadlineOf(url)];
  try {
    return await endpoint.answer(review, { log, signal: AbortSignal.any(signals) });
  } catch (error) {
    log.error("the webhook failed", { requestID: review.uid, error });
    metrics.failed(url.pathname);
    return endpoint.failure(review, error instanceof Error ? error.message : String(error));
  }
}

/** The API server says for how long it waits: `?timeout=10s`. */
function deadlineOf({ searchParams }: URL): AbortSignal[] {
  const seconds = Number(/^(\d{1,4})s$/.exec(searchParams.get("timeout") ?? "")?.[1] ?? 0);
  return seconds === 0 ? [] : [AbortSignal.timeout(seconds * 1000)];
}

async function readReview(kind: ReviewKind, { request }: Exchange): Promise<Review | Refusal> {
  if (request.method !== "POST") return { code: 405, message: "webhooks are asked by POST" };
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { code: 415, message: `contentType=${type}, expected application/json` };
  }
  const body = await readBody(request);
  if (body === undefined) {
    return { code: 413, message: `request entity is too large; limit is ${mostBytes} bytes` };
  }
  const review = parseReview(kind, body);
  return typeof review === "string" ? { code: 400, message: review } : review;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk); // the rest is read and dropped, so that the answer is heard
  }
  return size > mostBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}
