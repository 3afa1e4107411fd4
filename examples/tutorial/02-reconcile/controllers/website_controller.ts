import {
  applyIfDifferent,
  type Client,
  done,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  setControllerReference,
} from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { ConfigMap, Service } from "tsop/k8s/core/v1";
import { Website } from "../api/v1/website_types.js";
import { configMapOf, deploymentOf, serviceOf } from "./website_objects.js";

/** Serves the page of each Website. */
export class WebsiteReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: ReconcileRequest, { log, signal }: ReconcileContext): Promise<ReconcileResult> {
    const website = await this.#client.get(Website, request, { signal });
    if (website === undefined || website.metadata.deletionTimestamp !== undefined) return done();
    for (const object of [configMapOf(website), deploymentOf(website), serviceOf(website)]) {
      setControllerReference(website, object);
      const { result } = await applyIfDifferent(this.#client, object, { signal });
      if (result !== "unchanged") log.info(`${object.kind} ${result}`);
    }
    return done();
  }

  setupWithManager(manager: Manager): void {
    manager.controller("website").for(Website).owns(ConfigMap).owns(Deployment).owns(Service).complete(this);
  }
}
