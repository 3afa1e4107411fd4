import { type Client, done, type Manager, type ReconcileRequest, type ReconcileResult, type Reconciler } from "tsop";
import { Bar } from "../api/v1/bar_types.js";

export class BarReconciler implements Reconciler {
  readonly #client: Client;
  constructor(client: Client) {
    this.#client = client;
  }

  /** @rbac groups=apps resources=deployments verbs=get;list;watch;create;update;patch;delete */
  async reconcile(request: ReconcileRequest): Promise<ReconcileResult> {
    await this.#client.get(Bar, request);
    return done();
  }

  setupWithManager(manager: Manager): void {
    manager.controller("bar").for(Bar).complete(this);
  }
}
