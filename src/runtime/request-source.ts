import { TsopError } from "../core/errors.js";
import type { ReconcileRequest } from "./reconcile.js";

/**
 * Where requests come from that follow from no object of the cluster: a webhook of a Git server, a timer, a queue.
 *
 * @example
 * ```ts
 * import type { RequestSource } from "tsop";
 *
 * export const everyHour: RequestSource = {
 *   start(enqueue, signal) {
 *     const timer = setInterval(() => enqueue({ namespace: "default", name: "main" }), 60 * 60 * 1000);
 *     signal.addEventListener("abort", () => clearInterval(timer), { once: true });
 *   },
 * };
 * ```
 */
export interface RequestSource {
  /**
   * Called once, when the workers of the controller start. A promise is waited for only when the controller stops; what it
   * throws stops the manager.
   *
   * @param enqueue - asks for a run; may be called until the signal fires, and does nothing after
   * @param signal - fires when the controller stops
   */
  start(enqueue: (request: ReconcileRequest) => void, signal: AbortSignal): Promise<void> | void;
}

/**
 * A source that other code puts requests into. What is sent before the controller runs waits for it. A channel belongs to
 * one controller.
 *
 * @example
 * ```ts
 * import { type Manager, type Reconciler, RequestChannel } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * export function setUp(manager: Manager, reconciler: Reconciler): RequestChannel {
 *   const channel = new RequestChannel();
 *   manager.controller("config").for(ConfigMap).watchesRaw(channel).complete(reconciler);
 *   return channel; // channel.send({ namespace: "default", name: "web" })
 * }
 * ```
 */
export class RequestChannel implements RequestSource {
  readonly #waiting: ReconcileRequest[] = [];
  #enqueue: ((request: ReconcileRequest) => void) | undefined;

  send(request: ReconcileRequest): void {
    if (this.#enqueue === undefined) this.#waiting.push(request);
    else this.#enqueue(request);
  }

  /** @throws TsopError `runtime/invalid-wiring` for a channel that another controller has */
  start(enqueue: (request: ReconcileRequest) => void): void {
    if (this.#enqueue !== undefined) {
      throw new TsopError("runtime/invalid-wiring", "a request channel belongs to one controller", {
        hint: "Make one for each.",
      });
    }
    this.#enqueue = enqueue;
    for (const request of this.#waiting.splice(0)) enqueue(request);
  }
}
