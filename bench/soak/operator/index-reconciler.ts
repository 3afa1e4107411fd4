import {
  createOrPatch,
  done,
  type ManagerClient,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
} from "tsop";
import type { ConfigMap } from "tsop/k8s/core/v1";
import { indexName, indexOf, Soak, tierIndex, tierLabel } from "../kinds.js";

/** Keeps a ConfigMap with the names of the Soaks for each namespace: one object that depends on many. */
export class IndexReconciler implements Reconciler {
  readonly #client: ManagerClient;

  constructor(client: ManagerClient) {
    this.#client = client;
  }

  async reconcile({ name: namespace }: ReconcileRequest, { signal }: ReconcileContext): Promise<ReconcileResult> {
    const all = await this.#client.list(Soak, { namespace, shared: true });
    const gold = await this.#client.list(Soak, { namespace, indexes: { [tierIndex]: "gold" }, shared: true });
    const tierOf = new Map(gold.items.map(({ metadata }) => [metadata.name, metadata.labels?.[tierLabel]]));
    const data = indexOf(all.items.map(({ metadata: { name } }) => ({ name, tier: tierOf.get(name) })));
    const map: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: indexName, namespace } };
    await createOrPatch(this.#client, map, (draft) => void (draft.data = { ...draft.data, ...data }), { signal });
    return done();
  }
}
