import {
  type Client,
  createOrUpdate,
  done,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  setControllerReference,
} from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import { Widget } from "./widget.js";

/** Keeps one ConfigMap for each widget, and reports it in the status. */
export class ConvergeReconciler implements Reconciler {
  readonly makes = ConfigMap;
  readonly #client: Client;
  readonly #objects: number;
  readonly #report: (event: string, more: object) => void;
  #runs = 0;
  #ready = 0;

  constructor(client: Client, objects: number, report: (event: string, more: object) => void) {
    this.#client = client;
    this.#objects = objects;
    this.#report = report;
  }

  async reconcile(request: ReconcileRequest): Promise<ReconcileResult> {
    this.#runs += 1;
    const widget = await this.#client.get(Widget, request);
    if (widget === undefined) return done();
    const config: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { ...request } };
    await createOrUpdate(this.#client, config, (current) => {
      current.data = { size: String(widget.spec.size) };
      setControllerReference(widget, current);
    });
    const { generation = 0 } = widget.metadata;
    if (widget.status?.ready === true && widget.status.observedGeneration === generation) return done();
    widget.status = { ready: true, observedGeneration: generation };
    await this.#client.status.update(widget);
    this.#ready += 1;
    if (this.#ready === this.#objects) this.#report("converged", { runs: this.#runs });
    return done();
  }
}
