import { failSpan, inSpan, quietly, spanKind, traceFields, type Tracer } from "../core/tracer.js";
import type { Kind } from "../kube/objects.js";
import type { Outcome } from "./controller-observer.js";
import type { QueueObserver } from "./queue/work-queue.js";
import type { ReconcileRequest } from "./reconcile.js";

/** The data that a run reports to its span. */
export interface ReconcileTrace {
  /** The log fields that identify the span. */
  readonly logFields: Readonly<Record<string, string>>;
  begun(run: { readonly reconcileID: string; readonly attempt: number }): void;
  failed(error: unknown): void;
  ended(outcome: Outcome): void;
}

/** Traces the runs of one controller. */
export class ReconcileTracer {
  readonly #tracer: Tracer;
  readonly #controller: { readonly name: string; readonly reconciles: Kind };
  /** Key → the number of milliseconds that it had been ready when a worker took it. */
  readonly #waited = new Map<string, number>();

  constructor(tracer: Tracer, controller: { readonly name: string; readonly reconciles: Kind }) {
    this.#tracer = tracer;
    this.#controller = controller;
  }

  /** Returns an observer that also records how long keys wait in the queue. */
  observe(observer: QueueObserver): QueueObserver {
    return {
      added: () => observer.added(),
      retried: () => observer.retried(),
      taken: (waitedMs, key) => {
        this.#waited.set(key, waitedMs);
        observer.taken(waitedMs, key);
      },
      finished: (workedMs) => observer.finished(workedMs),
    };
  }

  /** Runs a reconciler within a span. The spans of its requests are children of this span. */
  trace(
    key: string,
    request: ReconcileRequest,
    run: (trace: ReconcileTrace | undefined) => Promise<void>,
  ): Promise<void> {
    const { name: controller, reconciles } = this.#controller;
    const queueWaitMs = this.#waited.get(key) ?? 0;
    this.#waited.delete(key);
    const { apiVersion, kind } = reconciles;
    const { namespace, name } = request;
    const attributes = {
      ...{ controller, apiVersion, kind, name, queueWaitMs },
      ...(namespace === "" ? {} : { namespace }),
    };
    return inSpan(this.#tracer, `reconcile ${controller}`, { kind: spanKind.internal, attributes }, (span) => {
      if (span === undefined) return run(undefined);
      let logFields: Record<string, string> = {};
      quietly(() => (logFields = traceFields(span)));
      return run({
        logFields,
        begun: ({ reconcileID, attempt }) => quietly(() => span.setAttributes({ reconcileID, attempt })),
        failed: (error) => failSpan(span, error),
        ended: (outcome) => quietly(() => span.setAttributes({ outcome })),
      });
    });
  }
}
