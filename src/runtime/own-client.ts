import type { Tracer } from "../core/tracer.js";
import type { HttpClient } from "../kube/http-client.js";

export interface OwnClientOptions {
  /** Throws while this process must not write. A write may wait until then: for a connection, or to be repeated. */
  readonly checkMayWrite?: (() => void) | undefined;
  readonly tracer?: Tracer | undefined;
}

/**
 * The client of what the operator itself asks for. The runtime's own reads and writes (caches, lease, events) belong to no
 * run of a reconciler, and have no spans.
 */
export function ownClient(live: HttpClient, { checkMayWrite, tracer }: OwnClientOptions): HttpClient {
  const gated = checkMayWrite === undefined ? live : live.withWriteGate(checkMayWrite);
  return tracer === undefined ? gated : gated.withTracer(tracer);
}
