import { type Client, done, type Manager, type Reconciler, type ReconcileRequest, type ReconcileResult, setControllerReference } from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { ConfigMap, Node, Secret } from "tsop/k8s/core/v1";
import { NetworkPolicy } from "tsop/k8s/networking/v1";
import { Region, Shop } from "../api/v1/shop_types.js";
import { deploymentOf } from "./deployment.js";

export class ShopReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  // Kept by hand: +kubebuilder:rbac lines go on counting.
  // +kubebuilder:rbac:groups=batch,resources=jobs,verbs=create
  async reconcile(request: ReconcileRequest): Promise<ReconcileResult> {
    const shop = await this.#client.get(Shop, request);
    if (shop === undefined) return done();
    const secret = await this.#client.get(Secret, request);
    const { items: nodes } = await this.#client.list(Node);
    const region = await this.#client.getOrThrow(Region, { name: "home" });
    const deployment = deploymentOf(shop, region, nodes.length);
    setControllerReference(shop, deployment);
    await this.#client.apply(deployment);
    if (secret !== undefined) await this.#client.delete(NetworkPolicy, request);
    await this.#client.status.update({ ...shop, status: { ready: true } });
    return done();
  }

  setupWithManager(manager: Manager): void {
    manager.controller("shop").for(Shop).owns(Deployment).watches(ConfigMap, () => []).complete(this);
  }
}
