import { type Client, done, type Reconciler, type ReconcileRequest, type ReconcileResult } from "tsop";
import { Widget } from "./widget.js";

/** Records the age of the change that triggered it. A negative size requests a report of the recorded ages. */
export class LatencyReconciler implements Reconciler {
  readonly #client: Client;
  readonly #objects: number;
  readonly #report: (event: string, more?: object) => void;
  readonly #micros: number[] = [];
  #initial = 0;

  constructor(client: Client, objects: number, report: (event: string, more?: object) => void) {
    this.#client = client;
    this.#objects = objects;
    this.#report = report;
  }

  async reconcile(request: ReconcileRequest): Promise<ReconcileResult> {
    const now = (performance.timeOrigin + performance.now()) * 1000;
    const widget = await this.#client.get(Widget, request);
    if (widget === undefined) return done();
    const { size, sentAt = 0 } = widget.spec;
    if (size < 0) this.#report("latencies", { micros: this.#micros });
    else if (sentAt > 0) this.#micros.push(Math.round(now - sentAt));
    else if (++this.#initial === this.#objects) this.#report("synced");
    return done();
  }
}
